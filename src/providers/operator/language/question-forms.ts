import { inPlaceOf } from "./idioms.ts";
import { isReadingVerb } from "./thesaurus.ts";
import type { Token } from "./tokens.ts";

type Form = readonly Token[];

/** "Check whether it can be reached" sets no condition. */
export function withConjunction(tokens: Form): Form {
  const at = tokens[1]?.word === "me" ? 2 : 1;
  const token = tokens[at];
  if (token === undefined || !/^(?:if|whether)$/.test(token.word) || !isReadingVerb(tokens[0]?.stem ?? ""))
    return tokens;
  return tokens.with(at, { ...token, word: "that", stem: "that" });
}

const isAre = /^(?:is|are)$/;

/** "Is the lamp on?" asks for its state; as a preposition the "on" would say nothing. */
export function withState(tokens: Form): Form {
  const last = tokens.at(-1);
  if (last === undefined || !isAre.test(tokens[0]?.word ?? "") || !/^(?:on|off)$/.test(last.word))
    return tokens;
  const isChoice = tokens.at(-2)?.word === "or" && /^(?:on|off)$/.test(tokens.at(-3)?.word ?? "");
  const end = tokens.length - (isChoice ? 3 : 1);
  const start = /^(?:turned|switched|powered|still)$/.test(tokens[end - 1]?.word ?? "") ? end - 1 : end;
  return [...tokens.slice(0, start), inPlaceOf(last, "state")];
}

const states =
  /^(?:running|active|open|closed|shut|locked|unlocked|muted|enabled|disabled|paused|playing|working|busy|idle)$/;

/** "Is the door locked?" asks for a state, whatever it is called. */
export function asStateQuestion(tokens: Form): Form | undefined {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return isAre.test(first.word) && states.test(last.word)
    ? tokens.with(tokens.length - 1, inPlaceOf(last, "state"))
    : undefined;
}

/** "What is the heater doing?", "what does the file say?" */
export function asDoing(tokens: Form): Form | undefined {
  const [what, is] = tokens;
  if (
    what?.word === "what" &&
    is?.word === "does" &&
    /^(?:say|contain|read)$/.test(tokens.at(-1)?.word ?? "")
  )
    return [inPlaceOf(what, "show"), ...tokens.slice(2, -1)];
  const isAsked =
    what?.word === "what" && is !== undefined && isAre.test(is.word) && tokens.at(-1)?.word === "doing";
  return isAsked
    ? [what, is, inPlaceOf(is, "state"), inPlaceOf(is, "of"), ...tokens.slice(2, -1)]
    : undefined;
}
