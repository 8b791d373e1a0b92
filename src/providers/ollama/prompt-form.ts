import {
  bareJsonCalls,
  jsonEnvelope,
  markedCallList,
  toolCallTags,
  type PromptForm,
} from "../../chat/prompted-tools.ts";

/** What is known about a model: its name, and the `details` that `/api/show` gives. */
export interface ModelFamily {
  readonly name: string;
  readonly details?: {
    readonly parent_model?: string;
    readonly family?: string;
    readonly families?: readonly string[] | null;
  };
}

/**
 * Which families were taught a form of their own. The first that fits counts: a Hermes that was made of a Llama
 * writes calls as Hermes does.
 */
const taughtForms: readonly (readonly [RegExp, PromptForm])[] = [
  [/qwen|qwq|hermes/i, toolCallTags],
  [/mi[sx]tral|ministral|magistral|codestral|devstral/i, markedCallList],
  // The family `llama` alone says little: most models of the years before have that architecture.
  [/llama[-_.]?3/i, bareJsonCalls],
];

/** The form in which a model without tool support of its own writes calls best (OLL-9). */
export function promptFormOf({ name, details = {} }: ModelFamily): PromptForm {
  const words = [name, details.parent_model, details.family, ...(details.families ?? [])].join(" ");
  return taughtForms.find(([family]) => family.test(words))?.[1] ?? jsonEnvelope;
}
