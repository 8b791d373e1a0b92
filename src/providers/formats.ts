import { guardObserver, type Observer } from "../observer.ts";
import type { Loss } from "../schema/loss.ts";
import { toolName, type Tool } from "../tools/tool.ts";
import { compileParameters, convertTool } from "./convert-tool.ts";
import type { ToolSkipped } from "./events.ts";
import { createListCache } from "./list-cache.ts";
import { parseProviderName, type ProviderName } from "./provider-name.ts";
import type { ProviderTool, ToolShapes } from "./tool-shapes.ts";
import { wireNames } from "./wire-names.ts";

export type ProviderTools = ProviderTool[];

export interface ConvertOptions {
  readonly observe?: Observer<ToolSkipped>;
}

/**
 * Tools in the form of a provider (REG-7 … REG-10), one for each, in their order; `undefined` is no tools
 * (FMT-3). Their forms are kept and frozen. A tool whose schema cannot be converted is left out, and
 * `options.observe` is told. Throws `unknown_provider` (REG-12).
 */
export function toProviderTools<Provider extends ProviderName>(
  tools: readonly Tool[] | undefined,
  provider: Provider,
  options?: ConvertOptions,
): ToolShapes[Provider][];
export function toProviderTools(
  tools: readonly Tool[] | undefined,
  provider: string,
  options?: ConvertOptions,
): ProviderTools;
export function toProviderTools(
  tools: readonly Tool[] | undefined,
  provider: string,
  { observe }: ConvertOptions = {},
): ProviderTools {
  const { forms, skipped } = convertTools(tools ?? [], parseProviderName(provider));
  if (observe !== undefined) skipped.forEach(guardObserver(observe));
  return [...forms];
}

/** The JSON text of `toProviderTools`; for the same tools the very same string, at no cost (FMT-11). */
export function serializeTools(tools: readonly Tool[] | undefined, provider: string): string {
  return convertTools(tools ?? [], parseProviderName(provider)).toText();
}

/** The same as bytes, for long lists: to write them anew for every request takes longer than the rest of it. */
export function encodeTools(tools: readonly Tool[] | undefined, provider: string): Uint8Array {
  return convertTools(tools ?? [], parseProviderName(provider)).toBytes();
}

/** What a tool's schema loses on the way to a provider, for `describeLosses` (FMT-10). Throws where it is none. */
export function lossesOf(tool: Tool, provider: string): readonly Loss[] {
  return compileParameters(tool, parseProviderName(provider)).losses;
}

interface ConvertedTools {
  readonly forms: readonly ProviderTool[];
  readonly skipped: readonly ToolSkipped[];
  toText(): string;
  toBytes(): Uint8Array;
}

const convertTools = createListCache((tools, provider): ConvertedTools => {
  const names = wireNames(tools, provider);
  const forms: ProviderTool[] = [];
  const skipped: ToolSkipped[] = [];
  for (const tool of tools) {
    const name = toolName(tool);
    try {
      forms.push(convertTool(tool, names.toWire(name), provider));
    } catch (error) {
      skipped.push({ type: "tool.skipped", name, provider, error });
    }
  }
  let text: string | undefined;
  let bytes: Uint8Array | undefined;
  const toText = () => (text ??= JSON.stringify(forms));
  return { forms, skipped, toText, toBytes: () => (bytes ??= Buffer.from(toText())) };
});
