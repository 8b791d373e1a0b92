import { combine, phrases, startsWith } from "./phrase-lists.ts";
import { toStem } from "./stem.ts";
import type { Token } from "./tokens.ts";

/** A word that was not said, in the place of one that was. */
export const inPlaceOf = (token: Token, word: string): Token => {
  const { isWished: _, ...plain } = token;
  return { ...plain, text: word, word, stem: toStem(word), kind: "word" };
};

/** Turns of phrase at the beginning that say with several words what a tool has one for. */
const verbIdioms = toIdioms({
  translate:
    "how do you say | how would you say | how do i say | how can i say | how does one say | how to say | how would i say | how might one say | what do you call | what do they call",
  "show/search": "look up",
  search: [
    combine("look | have a look | take a look | check", "online for | on the web for | on the internet for"),
    "look for information about | look for information on",
  ].join(" | "),
  find: "look for | look around for | have a look for | take a look for",
  "search/show": "find out about | find out",
  play: "start playing",
  calculate: "work out | figure out | do the math | do the maths",
  "create/set/schedule": "set up",
  schedule: "pencil in | block out | block off | mark down",
  make: "do a",
  create: "file a | file an | log a | log an",
  add: "jot down | note down | write down | put down",
  show: "tell me about | pull up | bring up | call up",
  delete: "get rid of | throw away | throw out",
  start: "kick off | fire up",
  run: "carry out",
  cancel: "call off",
  countdown: "count down",
  "wake me": "get me up | get me out of bed",
  "set alarm": [
    combine(
      "| i have to | i need to | i've got to | i must | i gotta | i should",
      "get up | be up | wake up | be awake",
    ),
    "be woken up | be woken",
  ].join(" | "),
  repeat:
    "repeat after me | say after me | repeat back | repeat this : | echo back | echo this : | say back | say this back to me | repeat this back to me | say back to me | read back | read this back",
});

/** Words that stand apart around their object, with what they mean: "look it up", "write it down". */
const apart: readonly (readonly [verb: string, particle: string, meaning: string])[] = [
  ["look", "up", "search"],
  ["write", "down", "add"],
  ["note", "down", "add"],
  ["jot", "down", "add"],
  ["pencil", "in", "schedule"],
];

function toIdioms(table: Readonly<Record<string, string>>) {
  return Object.entries(table)
    .flatMap(([meanings, text]) =>
      phrases(text).map((phrase) => ({
        phrase,
        meanings: meanings.split("/").map((words) => words.split(" ")),
      })),
    )
    .toSorted((a, b) => b.phrase.length - a.phrase.length);
}

/** "Look up the tides" is "search the tides", unless the tides can be shown: each of its meanings, the first one first. */
export function withVerbIdiom(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const idiom = verbIdioms.find(({ phrase }) => startsWith(tokens, phrase));
  const [first] = tokens;
  if (first === undefined) return [];
  if (idiom !== undefined) {
    const { phrase, meanings } = idiom;
    const last = tokens[phrase.length - 1] ?? first;
    return meanings.map((words) => [
      ...words.map((word) => ({ ...inPlaceOf(first, word), end: last.end })),
      ...tokens.slice(phrase.length),
    ]);
  }
  // "Set it up" builds something; "set the volume up" does not.
  if (
    first.word === "set" &&
    /^(?:it|this|that)$/.test(tokens[1]?.word ?? "") &&
    tokens[2]?.word === "up" &&
    tokens.length === 3
  )
    return [[inPlaceOf(first, "create"), ...tokens.slice(1, 2)]];
  for (const [verb, particle, meaning] of apart) {
    const at =
      first.word === verb ? tokens.findIndex(({ word }, index) => index > 1 && word === particle) : -1;
    if (at > 0 && isEndOfObject(tokens, at))
      return [[inPlaceOf(first, meaning), ...tokens.toSpliced(at, 1).slice(1)]];
  }
  return [];
}

const prepositionsBehind = /^(?:on|in|to|for|from|at|,|\.)$/;

/** A particle stands at the end, or where a preposition begins the next part. */
export const isEndOfObject = (tokens: readonly Token[], at: number): boolean =>
  at === tokens.length - 1 || prepositionsBehind.test(tokens[at + 1]?.word ?? "");
