import type { ModelChoice } from "../choose-model.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** Says which model is asked, and why it is that one. */
export function tellChoice({ model, reason }: ModelChoice, { tell, style }: Terminal): void {
  tell(style.dim(`· ${sanitize(nameOf(model))} (${sanitize(reason)})`));
}

export function nameOf({ provider, model }: ModelChoice["model"]): string {
  return provider === model ? model : `${provider}:${model}`;
}
