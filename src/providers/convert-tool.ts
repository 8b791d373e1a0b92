import { compileSchema, type CompiledSchema } from "../schema/compile-schema.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { toJsonSchema } from "../schema/to-json-schema.ts";
import type { Tool } from "../tools/tool.ts";
import { dialects } from "./dialects.ts";
import type { ProviderName } from "./provider-name.ts";
import { shapeTool, type ToolShapes } from "./tool-shapes.ts";

/** What a tool was when it was converted, and what became of it. */
interface Conversion<Provider extends ProviderName> {
  readonly wireName: string;
  readonly description: string;
  readonly schema: unknown;
  readonly form: ToolShapes[Provider];
}

const conversions: { readonly [Provider in ProviderName]: WeakMap<Tool, Conversion<Provider>> } = {
  openai: new WeakMap(),
  ollama: new WeakMap(),
  gemini: new WeakMap(),
  anthropic: new WeakMap(),
};

const compiledSchemas: Readonly<Record<ProviderName, WeakMap<JsonSchema, CompiledSchema>>> = {
  openai: new WeakMap(),
  ollama: new WeakMap(),
  gemini: new WeakMap(),
  anthropic: new WeakMap(),
};

/**
 * A tool in a provider's form, under the name it has on the wire. The form is frozen and kept: converting the
 * same tool again costs nothing (FMT-11). Throws where its schema is none.
 */
export function convertTool<Provider extends ProviderName>(
  tool: Tool,
  wireName: string,
  provider: Provider,
): ToolShapes[Provider] {
  const { description, schema } = tool;
  const known = conversions[provider].get(tool);
  // A tool may be changed in place, as when a server describes it anew.
  const isSame = known?.wireName === wireName && known.description === description && known.schema === schema;
  if (known !== undefined && isSame) return known.form;

  const parameters = compileParameters(tool, provider).schema;
  const form = shapeTool({ name: wireName, description: description ?? "", parameters }, provider);
  conversions[provider].set(tool, { wireName, description, schema, form });
  return form;
}

/** A tool's parameters in the dialect of a provider, and what they lost on the way (FMT-10). */
export function compileParameters(tool: Tool, provider: ProviderName): CompiledSchema {
  const schema = toJsonSchema(tool.schema);
  const known = compiledSchemas[provider].get(schema);
  if (known !== undefined) return known;
  const { schema: parameters, losses } = compileSchema(schema, dialects[provider]);
  const compiled = { schema: parameters, losses: Object.freeze(losses) };
  compiledSchemas[provider].set(schema, compiled);
  return compiled;
}
