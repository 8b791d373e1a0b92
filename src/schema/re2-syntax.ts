/** One escape sequence; an escaped surrogate pair is one character. */
const escapeSource = [
  String.raw`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`,
  String.raw`\\u[0-9a-fA-F]{4}`,
  String.raw`\\u\{[0-9a-fA-F]+\}`,
  String.raw`\\x[0-9a-fA-F]{2}`,
  String.raw`\\c[A-Za-z]`,
  String.raw`\\[pP]\{[^}]*\}`,
  String.raw`\\[0-9]+`,
  String.raw`\\[^]`,
].join("|");

const partSource = [
  String.raw`(?<group>\((?:\?:|\?<(?![=!])[^>]+>|(?!\?)))`,
  String.raw`\[(?<negation>\^?)(?<members>(?:\\[^]|[^\]\\])*)\]`,
  `(?<escape>${escapeSource})`,
  String.raw`(?<operator>\{[0-9]+(?:,[0-9]*)?\}|[*+?|)])`,
  String.raw`(?<character>[^])`,
].join("|");

const parts = new RegExp(partSource, "gu");
const members = new RegExp(`(${escapeSource}|[^])(?:-(${escapeSource}|[^]))?`, "gu");

/** JavaScript's `\s` and its complement: RE2's `\s` knows only ASCII. */
const whiteSpace = String.raw`\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const notWhiteSpace =
  String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}` +
  String.raw`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const anyCharacter = String.raw`\x{0}-\x{10ffff}`;

/** Unicode's general categories have the same short names in both syntaxes; scripts and the like do not. */
const generalCategory = /^\\[pP]\{(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfson]?)\}$/;

const controlCharacters: Readonly<Record<string, string>> = {
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  0: "\0",
};

/** Look-around, back-references, most Unicode properties: what RE2 has no words for. */
class NotInRe2 extends Error {}

/**
 * Writes a JavaScript pattern in RE2's syntax, so that it matches what JavaScript's `u` flag makes it match;
 * `undefined` where RE2 cannot say it. The pattern must be one that JavaScript takes. Captures are dropped.
 */
export function toRe2Syntax(source: string): string | undefined {
  try {
    return Array.from(source.matchAll(parts), ({ groups = {} }) => translatePart(groups)).join("");
  } catch (error) {
    if (error instanceof NotInRe2) return undefined;
    throw error;
  }
}

function translatePart(part: Readonly<Record<string, string | undefined>>): string {
  if (part["group"] !== undefined) return "(?:";
  if (part["members"] !== undefined) return translateClass(part["members"], part["negation"] === "^");
  if (part["escape"] !== undefined) return translateEscape(part["escape"]);
  if (part["operator"] !== undefined) return part["operator"];
  return translateCharacter(part["character"] ?? "");
}

function translateCharacter(character: string): string {
  if (character === "(") throw new NotInRe2();
  if (character === ".") return String.raw`[^\x{a}\x{d}\x{2028}\x{2029}]`;
  if (character === "^") return String.raw`\A`;
  if (character === "$") return String.raw`\z`;
  return toLiteral(character);
}

function translateEscape(escape: string): string {
  if (escape === String.raw`\b` || escape === String.raw`\B`) return escape;
  const set = toSet(escape);
  return set === undefined ? toLiteral(characterOf(escape)) : `[${set}]`;
}

function translateClass(text: string, isNegated: boolean): string {
  const translated = Array.from(text.matchAll(members), ([, first = "", last]) =>
    translateRange(first, last),
  );
  if (translated.length === 0) return isNegated ? `[${anyCharacter}]` : `[^${anyCharacter}]`;
  return `[${isNegated ? "^" : ""}${translated.join("")}]`;
}

function translateRange(first: string, last: string | undefined): string {
  if (last === undefined) return translateMember(first);
  const isRange = toSet(first) === undefined && toSet(last) === undefined;
  // `[\w-.]` is no range; JavaScript takes it without `u` and people write it.
  return `${translateMember(first)}${isRange ? "-" : toLiteral("-")}${translateMember(last)}`;
}

function translateMember(member: string): string {
  if (member === String.raw`\b`) return toLiteral("\b");
  return toSet(member) ?? toLiteral(characterOf(member));
}

/** What stands inside brackets for an escape that means many characters. */
function toSet(escape: string): string | undefined {
  if (escape === String.raw`\s`) return whiteSpace;
  if (escape === String.raw`\S`) return notWhiteSpace;
  if (/^\\[dDwW]$/.test(escape) || generalCategory.test(escape)) return escape;
  return undefined;
}

/** The one character that an escape, or a character itself, stands for. */
function characterOf(text: string): string {
  if (!text.startsWith("\\") || text.length === 1) return text;
  const name = text.slice(1);
  if (/^[xu]./.test(name)) {
    const codes = Array.from(name.matchAll(/[0-9a-fA-F]+/g), ([digits]) => Number.parseInt(digits, 16));
    return String.fromCodePoint(...codes);
  }
  if (/^c./.test(name)) return String.fromCharCode(name.charCodeAt(1) % 32);
  const control = controlCharacters[name];
  if (control !== undefined) return control;
  // Numbers of groups, and letters that mean nothing with `u`.
  if (/^[0-9A-Za-z]/.test(name)) throw new NotInRe2();
  return name;
}

/** Whatever could mean something to RE2 is written as a number. */
function toLiteral(character: string): string {
  return /^[0-9A-Za-z]$/.test(character) ? character : `\\x{${character.codePointAt(0)?.toString(16)}}`;
}
