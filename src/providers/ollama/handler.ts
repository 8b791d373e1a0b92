import type { ToolCall, ToolResult } from "../../calls/call.ts";
import { ToolExecutor, type ExecuteOptions } from "../../calls/executor.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import type { Handler } from "../../tools/definition.ts";
import { ToolManager } from "../../tools/manager.ts";

/** What a tool is to a model; what it does comes beside it. */
export interface HandledTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** Definitions with the functions that carry them out: a face of the ToolExecutor, with no logic of its own (EX-14). */
export class OllamaToolHandler {
  readonly #definitions = new Map<string, HandledTool>();
  readonly #tools = new ToolManager({ observe: () => {} });
  readonly #executor = new ToolExecutor({ tools: this.#tools });
  #timeoutMs: number | undefined;

  /** The time that each call may take from now on. */
  withTimeout(timeoutMs: number): this {
    this.#timeoutMs = timeoutMs;
    return this;
  }

  /** Throws where the definition cannot be a tool. */
  register(definition: HandledTool, executor: Handler): this {
    const { name, description, parameters } = definition;
    const [refusal] = this.#tools.add({ name, description, schema: parameters, invoke: executor });
    if (refusal !== undefined) throw refusal;
    this.#definitions.set(name, definition);
    return this;
  }

  getDefinitions(): HandledTool[] {
    return [...this.#definitions.values()];
  }

  execute(call: ToolCall, options: ExecuteOptions = {}): Promise<ToolResult> {
    return this.#executor.execute(call, this.#bound(options));
  }

  executeAll(calls: readonly ToolCall[], options: ExecuteOptions = {}): Promise<ToolResult[]> {
    return this.#executor.executeAll(calls, this.#bound(options));
  }

  #bound(options: ExecuteOptions): ExecuteOptions {
    return this.#timeoutMs === undefined ? options : { timeoutMs: this.#timeoutMs, ...options };
  }
}
