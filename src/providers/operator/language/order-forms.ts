import { comparatives } from "./comparatives.ts";
import { inPlaceOf, isEndOfObject } from "./idioms.ts";
import { findNumbers } from "./numbers.ts";
import type { Token } from "./tokens.ts";
import { asWished } from "./wishes.ts";

type Form = readonly Token[];

/** "Could the lamp be turned off?" */
export function asPassive(tokens: Form): Form | undefined {
  const at = tokens.findIndex(({ word }) => word === "be");
  if (!/^(?:can|could)$/.test(tokens[0]?.word ?? "") || at < 2) return undefined;
  return tokens[at + 1]?.word.endsWith("ed") ? asWished(tokens.slice(1)) : undefined;
}

/** "Have the lamp turned on", "get the lamp on", "keep the door locked". */
export function asHad(tokens: Form): Form | undefined {
  return /^(?:have|get|keep)$/.test(tokens[0]?.word ?? "") ? asWished(tokens.slice(1)) : undefined;
}

/** "The door needs to be locked." */
export function asNeeded(tokens: Form): Form | undefined {
  const at = tokens.findIndex(
    ({ word }, index) =>
      /^(?:needs?|has|have|ought)$/.test(word) &&
      tokens[index + 1]?.word === "to" &&
      tokens[index + 2]?.word === "be",
  );
  if (at > 0) return asWished([...tokens.slice(0, at), ...tokens.slice(at + 3)]);
  // "The door needs locking."
  const last = tokens.at(-1);
  if (/^needs?$/.test(tokens.at(-2)?.word ?? "") && last?.word.endsWith("ing"))
    return [...tokens.slice(0, -2), { ...last, word: last.stem }];
  // "The lights can go off now."
  const go = tokens.findIndex(
    ({ word }, index) => /^(?:go|come)$/.test(word) && /^(?:can|may)$/.test(tokens[index - 1]?.word ?? ""),
  );
  const isEnd = go > 1 && /^(?:on|off)$/.test(tokens[go + 1]?.word ?? "") && go === tokens.length - 2;
  return isEnd ? [...tokens.slice(0, go - 1), ...tokens.slice(go + 1)] : undefined;
}

/** "Make it a bit louder", "quieter". */
export function asComparative(tokens: Form): Form | undefined {
  const at = tokens.findIndex(({ word }) => comparatives.has(word));
  const token = tokens[at];
  const [what, way] = comparatives.get(token?.word ?? "") ?? [];
  const [first] = tokens;
  if (token === undefined || first === undefined || what === undefined || way === undefined) return undefined;
  const changed = tokens.toSpliced(at, 1, inPlaceOf(token, what), inPlaceOf(token, way));
  return /^(?:make|get|have|put|set)$/.test(first.word) ? changed.with(0, inPlaceOf(first, "turn")) : changed;
}

const putting = /^(?:put|throw|stick|pop|bang|whack|get)$/;

/** "Put on some jazz", "stick some jazz on". */
export function asPlayed(tokens: Form): Form | undefined {
  const [first] = tokens;
  if (first === undefined || !putting.test(first.word)) return undefined;
  const at = tokens.findIndex(
    ({ word }, index) => index > 0 && word === "on" && (index === 1 || isEndOfObject(tokens, index)),
  );
  const object = tokens.toSpliced(at, 1).slice(1);
  // "Put the kettle on" plays nothing: it has to be some of a kind, or a name.
  const isPlayable =
    /^(?:some|a)$/.test(object[0]?.word ?? "") ||
    object.some(({ text, word }) => text !== word && !/^[A-Z]{2,3}$/.test(text));
  return at < 0 || !isPlayable ? undefined : [inPlaceOf(first, "play"), ...object];
}

/** "Power down the printer", "fire up the grill". */
export function asSwitched(tokens: Form): Form | undefined {
  const [first] = tokens;
  const at = tokens.findIndex(
    ({ word }, index) => /^(?:up|down)$/.test(word) && (index === 1 || index === tokens.length - 1),
  );
  const particle = tokens[at];
  if (
    first === undefined ||
    particle === undefined ||
    !/^(?:power|shut|start|fire|light|boot|close|wind)$/.test(first.word)
  )
    return undefined;
  const changed = tokens.with(at, inPlaceOf(particle, particle.word === "up" ? "on" : "off"));
  return changed.with(0, inPlaceOf(first, "turn"));
}

/** "How much is the ticket?", "how much does it cost?" */
export function asPriced(tokens: Form): Form | undefined {
  const [how, much, verb] = tokens;
  if (
    how?.word !== "how" ||
    much?.word !== "much" ||
    verb === undefined ||
    !/^(?:is|are|does|do)$/.test(verb.word)
  )
    return undefined;
  const thing = tokens.slice(3).filter(({ word }) => !/^(?:cost|worth)$/.test(word));
  return [
    inPlaceOf(how, "what"),
    inPlaceOf(much, "is"),
    inPlaceOf(verb, "price"),
    inPlaceOf(verb, "of"),
    ...thing,
  ];
}

/** "Time ten minutes": there it is a verb. */
export function asTimed(tokens: Form): Form | undefined {
  const [first] = tokens;
  const isDuration =
    first?.word === "time" && findNumbers(tokens).some(({ from, unit }) => from === 1 && unit === "seconds");
  return first !== undefined && isDuration ? [inPlaceOf(first, "timer"), ...tokens.slice(1)] : undefined;
}
