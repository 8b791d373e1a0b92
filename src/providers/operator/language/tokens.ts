import { toStem } from "./stem.ts";

/** Nobody says more in one breath; what is longer is text to work on, not a request. */
export const maxRequestLength = 2_000;

export interface Token {
  /** As it stands in the sentence, from `start` to `end`; of quoted text what is inside the quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** In lower case, without the signs inside. */
  readonly word: string;
  readonly stem: string;
  readonly kind: "word" | "number" | "date" | "clock" | "quoted" | "sign";
  /** Part of what is wished for: in "I want it turned off" the participle is an order. */
  readonly isWished?: true;
}

const pattern = new RegExp(
  [
    String.raw`(?<quoted>"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<![\p{L}\p{N}])['‘][^'’\n]+['’](?![\p{L}\p{N}]))`,
    String.raw`(?<date>\d{4}-\d{2}-\d{2}(?!\d))`,
    String.raw`(?<clock>\d{1,2}:\d{2}(?::\d{2})?(?!\d))`,
    String.raw`(?<number>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’.-]\p{L}[\p{L}\p{M}]*)*)`,
    String.raw`(?<sign>[^\s\p{L}\p{N}])`,
  ].join("|"),
  "gu",
);

/** `what's` is two words, so that it is asked in the same way as `what is`. */
const contraction = /^(what|how|where|who|when|it|that|there|here)['’]s$/i;
/** In a hurry it is left out, and means nothing else: `whats`, `hows`. */
const hastyContraction = /^(what|how|where)s$/i;

const numberWord =
  /^(?:one|two|three|four|five|six|seven|eight|nine|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half|ten|eleven|twelve|fifteen)$/i;

/** `ten-minute` is said as `ten minute`. */
const unitWord = /^(?:second|minute|hour|day|week|percent|degree|person|people)s?$/i;

export function toTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    const start = match.index;
    const { quoted, date, clock, number, word } = match.groups ?? {};
    if (quoted !== undefined) tokens.push(toToken(found.slice(1, -1), "quoted", start, start + found.length));
    else if (date !== undefined) tokens.push(toToken(found, "date", start));
    else if (clock !== undefined) tokens.push(toToken(found, "clock", start));
    else if (number !== undefined) tokens.push(toToken(found, "number", start));
    else if (word !== undefined) tokens.push(...toWords(found, start));
    else tokens.push(toToken(found, "sign", start));
  }
  return tokens.filter((token, index) => !isUnitHyphen(tokens, index, token));
}

/** `10-minute` is said as `10 minute`. */
const isUnitHyphen = (tokens: readonly Token[], index: number, { text, start, end }: Token): boolean =>
  text === "-" &&
  tokens[index - 1]?.kind === "number" &&
  tokens[index - 1]?.end === start &&
  tokens[index + 1]?.start === end &&
  unitWord.test(tokens[index + 1]?.text ?? "");

function toWords(text: string, start: number): Token[] {
  const first = (contraction.exec(text) ?? hastyContraction.exec(text))?.[1];
  if (first !== undefined) {
    const middle = start + first.length;
    return [
      toToken(first, "word", start),
      { ...toToken("is", "word", middle), text: text.slice(first.length), end: start + text.length },
    ];
  }
  const parts = text.split("-");
  const isNumber = parts.every((part, index) => numberWord.test(part) || (index > 0 && unitWord.test(part)));
  // `hour-long` is said as `hour long`.
  const isLength = parts.length === 2 && unitWord.test(parts[0] ?? "") && parts[1]?.toLowerCase() === "long";
  if (parts.length < 2 || !(isNumber || isLength)) return [toToken(text, "word", start)];
  let offset = start;
  return parts.map((part) => {
    const token = toToken(part, "word", offset);
    offset = token.end + 1;
    return token;
  });
}

function toToken(text: string, kind: Token["kind"], start: number, end = start + text.length): Token {
  const word =
    kind === "quoted"
      ? ""
      : text
          .toLowerCase()
          .replaceAll("’", "'")
          .replaceAll(/[-.](?=\p{L})/gu, "");
  return { text, start, end, word, stem: kind === "word" ? toStem(word) : word, kind };
}

/** The words of a name in whatever case it is written: `deviceName`, `device_name`, `Device-Name` → device, name. */
export function nameWords(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The stems of running text. */
export function toStems(text: string): string[] {
  return toTokens(text)
    .filter(({ kind }) => kind === "word" || kind === "number")
    .map(({ stem }) => stem);
}
