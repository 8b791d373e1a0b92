import { withVerbIdiom } from "./language/idioms.ts";
import { asInnerQuestion } from "./language/lead-ins.ts";
import { asMessage } from "./language/message-forms.ts";
import {
  asComparative,
  asHad,
  asNeeded,
  asPassive,
  asPlayed,
  asPriced,
  asSwitched,
  asTimed,
} from "./language/order-forms.ts";
import { asDoing, asStateQuestion, withConjunction, withState } from "./language/question-forms.ts";
import type { Token } from "./language/tokens.ts";
import {
  withoutDirection,
  withoutPurpose,
  withoutReason,
  withoutRelative,
  withTarget,
} from "./language/trimmed-forms.ts";

type Form = readonly Token[];

/** A request in the words that tools have: turns of phrase as one verb, an inner question as a statement. */
export const toPlain = (said: Form): Form =>
  withVerbIdiom(said)[0] ?? withTarget(withState(withConjunction(said)));

/** What else may be meant by the same words, tried in turn where they mean nothing as they stand. */
export function* otherForms(said: Form): Generator<Form> {
  yield* withVerbIdiom(said).slice(1).map(toPlain);
  const direct = withoutDirection(said);
  if (direct !== undefined) yield direct;
  for (const toForm of [
    withoutRelative,
    asInnerQuestion,
    asDoing,
    asStateQuestion,
    asPassive,
    asHad,
    asNeeded,
    asComparative,
    asSwitched,
    asPriced,
    asTimed,
    asPlayed,
    asMessage,
    withoutReason,
    withoutPurpose,
  ]) {
    const form = toForm(said);
    if (form !== undefined) yield toPlain(form);
  }
}
