import type { Draft } from "./draft.ts";
import { mayMean } from "./language/thesaurus.ts";
import type { Token } from "./language/tokens.ts";

export function fillArithmetic(draft: Draft): void {
  const [parameter] = draft.unfilled("arithmetic");
  const { arithmetic } = draft.clause;
  if (parameter === undefined || arithmetic === undefined) return;
  draft.fill(parameter, [arithmetic.expression], 3);
  draft.take(arithmetic.from, arithmetic.to);
}

const trueWords = new Set("on yes true enable enabled activate active".split(" "));
const falseWords = new Set("off no false disable disabled deactivate inactive".split(" "));

/** `locked`: "lock" is true and "unlock" false. On and off mean the only one there is. */
export function fillBooleans(draft: Draft): void {
  const parameters = draft.unfilled("boolean");
  for (const parameter of parameters) {
    const own = new Set(parameter.stems);
    const isOnly = parameters.length === 1 && parameter.isRequired;
    const means = (stem: string, prefix: string) =>
      isOnly && parameter.stems.some((each) => mayMean(stem, prefix + each));
    const isTrue = ({ word, stem }: Token) =>
      (parameter.stems.length === 1 && own.has(stem)) || (isOnly && trueWords.has(word)) || means(stem, "");
    const isFalse = ({ word, stem }: Token) =>
      isOpposite(stem, own) || (isOnly && falseWords.has(word)) || means(stem, "un");
    const find = (test: (token: Token) => boolean) =>
      draft.tokens.findIndex(
        (token, index) => draft.isFree(index) && test(token) && !isPreposition(draft.tokens, index),
      );
    // In "the door lock, unlocked" the first word names the thing, as it can in no other case.
    const falseAt = find(isFalse);
    const at = falseAt < 0 ? find(isTrue) : falseAt;
    if (at < 0) continue;
    draft.fill(parameter, [falseAt < 0], Math.max(1.5, draft.termAt(at)?.weight ?? 0));
    draft.take(at);
    // "The lock on": said once more.
    for (const [index, token] of draft.tokens.entries())
      if (draft.isFree(index) && (falseAt < 0 ? trueWords : falseWords).has(token.word) && isOnly)
        draft.take(index);
  }
}

/** "Knock on the door": only at the end, or behind a verb that goes with it, it says what to do. */
function isPreposition(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:on|off)$/.test(tokens[at]?.word ?? "") || at === tokens.length - 1) return false;
  return !/^(?:turn|switch|flip|power|put|set)$/.test(tokens[at - 1]?.word ?? "");
}

function isOpposite(stem: string, own: ReadonlySet<string>): boolean {
  return /^(?:un|dis)/.test(stem) && [...own].some((each) => stem === `un${each}` || stem === `dis${each}`);
}
