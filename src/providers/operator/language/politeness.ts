import type { Token } from "./tokens.ts";

/** Phrases with bars between them. */
export const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .map((phrase) => phrase.split(" "));

const openings = phrases(`
  please | pls | plz | kindly | hey | hi | hello | good morning | good afternoon | good evening | ok | okay | well | so | now | then | and | also | just | can you | could you | would you | will you | i want you to | i would like you to |
  i'd like you to | i want to | i would like to | i'd like to | i'd like | i would like | i want | i need you to | i need to | i need | go ahead and | let's |
  i'd love | i would love | i'd love to | i would love to | i would be grateful if you could | i'd be grateful if you could |
  i would appreciate it if you could | i'd appreciate it if you could | it would be great if you could | do a | do an | give me a | give me an |
  would you mind | i wish to | go and | next | after that | , | . | ! | first | finally | quickly |
  um | uh | uhm | er | erm | hm | hmm | oh | ah | yo | alright | all right | hey there | do me a favor and | do me a favour and |
  can you like | could you like | be so kind and | be so kind as to | would you be so kind as to | do you mind |
  i'd like to know | i would like to know | i want to know | i need to know | let me know
`).toSorted((a, b) => b.length - a.length);

const closings = phrases(`
  please | pls | plz | thanks | thank you | now | right now | right away | immediately | for me | ? | ! | . | , | ; | if you can | a lot | thanks a lot | again | ok | okay | too | as well | if you please |
  would you | will you | could you | can you | if you would | if you don't mind
`).toSorted((a, b) => b.length - a.length);

/** Behind these the words are somebody's own, to be left as they are. */
export const speechWords: ReadonlySet<string> = new Set(["saying", "says", "that", ":"]);

/** In front of a question these only lead to it: "tell me what time it is". */
const leadIns = phrases("tell me | do you know | can you tell me | could you tell me");

function findOpening(tokens: readonly Token[]): readonly string[] | undefined {
  const leadIn = leadIns.find((phrase) => startsWith(tokens, phrase));
  if (leadIn !== undefined && /^(?:what|which|where|who)$/.test(tokens[leadIn.length]?.word ?? ""))
    return leadIn;
  return openings.find((phrase) => phrase.length < tokens.length && startsWith(tokens, phrase));
}

/** "Could you … for me, please?" asks for the same as "…". */
export function withoutPoliteness(tokens: readonly Token[]): readonly Token[] {
  const isSpeech = tokens.some(({ word }, index) => index > 0 && speechWords.has(word));
  let from = 0;
  let to = tokens.length;
  for (;;) {
    const opening = findOpening(tokens.slice(from, to));
    const closing = isSpeech
      ? undefined
      : closings.find(
          (phrase) =>
            to - phrase.length > from &&
            phrase.every((word, index) => tokens[to - phrase.length + index]?.word === word),
        );
    if (opening === undefined && closing === undefined) return tokens.slice(from, to);
    from += opening?.length ?? 0;
    to = Math.max(from, to - (closing?.length ?? 0));
    if (opening?.at(-1) === "mind") return withoutPoliteness(withOrder(tokens.slice(from, to)));
  }
}

/** "Would you mind turning it on" tells to turn it on. */
function withOrder(tokens: readonly Token[]): readonly Token[] {
  const [first, ...others] = tokens;
  return first?.word.endsWith("ing") ? [{ ...first, word: first.stem }, ...others] : tokens;
}

export function startsWith(tokens: readonly Token[], phrase: readonly string[]): boolean {
  return phrase.every((word, index) => tokens[index]?.word === word);
}
