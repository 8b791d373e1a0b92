/** `tool-switchboard/operator`: the embedded model, alone and in front of another. */
export { createOperator, type Operator } from "./providers/operator/operator.ts";
export type { OperatorOptions } from "./providers/operator/mind.ts";
export { withOperator } from "./providers/operator/with-operator.ts";
export { TemplateError } from "./providers/operator/template.ts";
export type { LiveValueSource, SentenceTemplate, ValueSource } from "./providers/operator/template.ts";
export type { SlotValues, VocabularySentence } from "./providers/operator/vocabulary.ts";
