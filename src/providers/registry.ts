import { DefinitionStore } from "../tools/definition-store.ts";
import { toProviderTools, type ProviderTools } from "./formats.ts";

export interface ToProviderOptions {
  /** Keeps only these, in order of registration: `undefined` means all, `[]` none (REG-11). */
  readonly allowedTools?: readonly string[];
}

/** Tool definitions from configuration, and the form in which each provider wants them (REG-7 to REG-12). */
export class ToolRegistry extends DefinitionStore {
  toProvider(provider: string, options: ToProviderOptions = {}): ProviderTools {
    return toProviderTools(this.toTools(options.allowedTools), provider);
  }
}
