import { combine, createOpeningFinder, phrases } from "./phrase-lists.ts";
import { toStem } from "./stem.ts";
import type { Token } from "./tokens.ts";

/** In front of a question these only lead to it: "tell me what time it is". */
const findStrong = createOpeningFinder(
  phrases(
    [
      "tell me | do you know | do you happen to know | show me | any idea | any clue | have you any idea | do you have any idea | let me know",
      combine(
        "i'd like | i would like | i want | i need | i'd love",
        "to know | to find out | to see | to check",
      ),
      combine("i | i'm | i am | i was | just | was", "wonder | wondering | curious | just wondering"),
      "i don't know | i am not sure | i'm not sure | i have no idea | no idea | not sure",
    ].join(" | "),
  ),
);

/** The same, where it is asked whether something is so; "find out how" may as well be meant for a search. */
const findWeak = createOpeningFinder(
  phrases(
    "find out | check | see | look up | figure out | verify | test | look | check for me | check to see",
  ),
);

const wonders = /^(?:what|which|where|who|how|when)$/;
const auxiliaries = /^(?:is|are|am|was|were|can|could|will|would|does|do|did|has|have)$/;

/** "Tell me what time it is", "I wonder whether it will rain": the question itself. */
export function withoutLeadIn(tokens: readonly Token[]): readonly Token[] | undefined {
  const strong = findStrong(tokens);
  const leadIn = strong ?? findWeak(tokens);
  const next = leadIn && tokens[leadIn.length];
  if (leadIn === undefined || next === undefined) return undefined;
  if (wonders.test(next.word)) return strong && tokens.slice(leadIn.length);
  return /^(?:if|whether)$/.test(next.word) ? toQuestion(tokens.slice(leadIn.length), next) : undefined;
}

/** "Find out what time it is": the question, where nothing is to be searched for. */
export function asInnerQuestion(tokens: readonly Token[]): readonly Token[] | undefined {
  const leadIn = findWeak(tokens);
  if (leadIn === undefined) return undefined;
  const inner = tokens.slice(leadIn.length);
  const [next] = inner;
  if (next === undefined) return undefined;
  if (wonders.test(next.word)) return inner;
  return next.word === "that" || inner.some(({ word }) => auxiliaries.test(word))
    ? toQuestion(next.word === "that" ? inner : [next, ...inner], next)
    : undefined;
}

/** "Whether the lamp is on" asks "is the lamp on?" */
function toQuestion([, ...clause]: readonly Token[], conjunction: Token): readonly Token[] {
  const at = clause.findIndex(({ word }) => auxiliaries.test(word));
  const auxiliary = clause[at];
  if (auxiliary !== undefined && at > 0) return [auxiliary, ...clause.toSpliced(at, 1)];
  return auxiliary === undefined ? [{ ...conjunction, word: "does", stem: "doe" }, ...clause] : clause;
}

const perceiving = /^(?:detected|picked|noticed|measured|registered|sensed|recorded|seen)$/;

/** "Did I leave the oven on?", "has the sensor picked anything up?": about the past, and yet asked for the present. */
export function asQuestionOfState(tokens: readonly Token[]): readonly Token[] | undefined {
  const [first, , third] = tokens;
  if (first === undefined || !/^(?:did|has|have)$/.test(first.word)) return undefined;
  const is = { ...first, word: "is", stem: "is" };
  if (first.word === "did" && third?.word === "leave") return [is, ...tokens.slice(3)];
  const at = tokens.findIndex(({ word }, index) => index > 1 && perceiving.test(word));
  const isAnything = tokens
    .slice(at + 1)
    .every(({ word }) => /^(?:up|anything|something|any|movement|motion|\?)$/.test(word));
  return at > 0 && isAnything
    ? [is, ...tokens.slice(1, at), { ...first, word: "state", stem: toStem("state") }]
    : undefined;
}
