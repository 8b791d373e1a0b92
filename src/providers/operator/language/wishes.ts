import { toStem } from "./stem.ts";
import type { Token } from "./tokens.ts";

/** Participles that no ending shows. */
const irregular: Readonly<Record<string, string>> = {
  woken: "wake",
  sent: "send",
  shut: "shut",
  made: "make",
  kept: "keep",
  put: "put",
  set: "set",
  held: "hold",
  begun: "begin",
  found: "find",
  read: "read",
  told: "tell",
  written: "write",
  paid: "pay",
  bought: "buy",
};

/** "The lamp to be turned on" is "the lamp turn on". */
export function asWished(tokens: readonly Token[]): readonly Token[] {
  return tokens
    .filter(
      ({ word }, index) =>
        !/^(?:is|are|be|gets|stays|can|could|will)$/.test(word) &&
        !(word === "to" && tokens[index + 1]?.word === "be"),
    )
    .map((token) => {
      if (token.kind !== "word") return token;
      const verb = irregular[token.word];
      const stem = verb === undefined ? token.stem : toStem(verb);
      return token.word.endsWith("ed") || verb !== undefined ? { ...token, stem, isWished: true } : token;
    });
}

/** "Have the lamp turned on." */
export const isCausative = (tokens: readonly Token[]): boolean =>
  /^(?:have|get)$/.test(tokens[0]?.word ?? "") &&
  tokens.slice(-2).some(({ word }) => word.endsWith("ed") || Object.hasOwn(irregular, word));
