import type { JsonSchema } from "../schema/json-schema.ts";
import { joinDescriptions } from "../schema/words.ts";
import type { ProviderName } from "./provider-name.ts";

/** A tool as every provider is told of it, before it takes the provider's shape. */
export interface ToolFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** OpenAI's shape, which Ollama shares (REG-7, REG-8, FMT-1). */
export interface FunctionTool {
  readonly type: "function";
  readonly function: ToolFunction;
}

/** REG-9. A tool without parameters has no `parameters`: Google's API refuses an object without properties. */
interface GeminiTool {
  readonly functionDeclarations: readonly [Omit<ToolFunction, "parameters"> & Partial<ToolFunction>];
}

/** REG-10 */
interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** By provider, what a tool looks like there. */
export interface ToolShapes {
  readonly openai: FunctionTool;
  readonly ollama: FunctionTool;
  readonly gemini: GeminiTool;
  readonly anthropic: AnthropicTool;
}

export type ProviderTool = ToolShapes[ProviderName];

/** Puts a tool in a provider's shape. The result is deeply frozen: it is shared by all who convert the tool. */
export function shapeTool<Provider extends ProviderName>(
  tool: ToolFunction,
  provider: Provider,
): ToolShapes[Provider] {
  return deepFreeze(shapes[provider](tool));
}

const shapes: { readonly [Provider in ProviderName]: (tool: ToolFunction) => ToolShapes[Provider] } = {
  openai: (tool) => ({ type: "function", function: tool }),
  ollama: (tool) => ({ type: "function", function: describeAbove(tool) }),
  gemini: (tool) => ({ functionDeclarations: [hasProperties(tool) ? tool : withoutParameters(tool)] }),
  anthropic: ({ name, description, parameters }) => ({ name, description, input_schema: parameters }),
};

/** Ollama's server drops a description of the parameters as a whole, so the tool's own takes it in. */
function describeAbove(tool: ToolFunction): ToolFunction {
  const { description, ...parameters } = tool.parameters;
  return { name: tool.name, description: joinDescriptions(tool.description, description) ?? "", parameters };
}

function withoutParameters(tool: ToolFunction): GeminiTool["functionDeclarations"][0] {
  const { name, description } = describeAbove(tool);
  return { name, description };
}

function hasProperties({ parameters }: ToolFunction): boolean {
  return Object.keys(parameters["properties"] ?? {}).length > 0;
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
