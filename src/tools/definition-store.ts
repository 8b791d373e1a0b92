import { annotationsOf, type ToolAnnotations } from "./annotations.ts";
import { parseDefinition, DefinitionError, type Handler, type ToolDefinition } from "./definition.ts";
import type { Tool } from "./tool.ts";

export interface DefinitionStoreOptions {
  /** Tools that a definition may name as `implementation.handler` of type `builtin`. */
  readonly builtins?: readonly Tool[];
  /** Services of the host program that a definition may name with type `internal`. */
  readonly internals?: Readonly<Record<string, Handler>>;
}

/** Definitions by name. A Map, so that `__proto__` or `constructor` are names like any other (REG-5). */
export class DefinitionStore {
  readonly #entries = new Map<string, { readonly definition: ToolDefinition; readonly tool: Tool }>();
  readonly #builtins: ReadonlyMap<string, Handler>;
  readonly #internals: ReadonlyMap<string, Handler>;
  readonly #annotations: ReadonlyMap<string, ToolAnnotations>;

  constructor(options: DefinitionStoreOptions = {}) {
    const { builtins = [], internals = {} } = options;
    this.#builtins = new Map(builtins.map((tool) => [tool.name, tool.invoke.bind(tool)]));
    this.#internals = new Map(Object.entries(internals));
    this.#annotations = new Map(builtins.map((tool) => [tool.name, annotationsOf(tool)]));
  }

  /** Throws a DefinitionError where the definition is not valid or its name is taken (REG-2). */
  register(definition: unknown): ToolDefinition {
    const parsed = parseDefinition(definition, { builtins: this.#builtins, internals: this.#internals });
    if (this.#entries.has(parsed.name)) {
      throw new DefinitionError("name", "is already registered; the first definition stays", parsed.name);
    }
    this.#entries.set(parsed.name, { definition: parsed, tool: this.#toTool(parsed) });
    return parsed;
  }

  get(name: string): ToolDefinition | undefined {
    return this.#entries.get(name)?.definition;
  }

  /** In order of registration. */
  list(): ToolDefinition[] {
    return Array.from(this.#entries.values(), ({ definition }) => definition);
  }

  /**
   * Live tools, to be added to a ToolManager as anybody's are (REG-18). With `allowedTools` only those,
   * in order of registration: `undefined` means all, `[]` none (REG-11).
   */
  toTools(allowedTools?: readonly string[]): Tool[] {
    const tools = Array.from(this.#entries.values(), ({ tool }) => tool);
    return allowedTools === undefined ? tools : tools.filter(({ name }) => allowedTools.includes(name));
  }

  #toTool(definition: ToolDefinition): Tool {
    return {
      name: definition.name,
      description: definition.description,
      schema: definition.parameters,
      annotations: this.#annotationsOf(definition),
      invoke: this.#handlerOf(definition),
    };
  }

  /** A mock changes nothing, a builtin says it of itself, and of an internal service nothing is known. */
  #annotationsOf({ implementation }: ToolDefinition): ToolAnnotations {
    if (implementation.type === "mock") return { readOnlyHint: true };
    const isBuiltin = implementation.type === "builtin";
    return (isBuiltin ? this.#annotations.get(implementation.handler) : undefined) ?? {};
  }

  #handlerOf({ implementation }: ToolDefinition): Handler {
    if (implementation.type === "mock") return () => implementation.mock_response;
    const handlers = implementation.type === "builtin" ? this.#builtins : this.#internals;
    // Registration made sure that it is there; an absent one would be a fault of ours.
    return handlers.get(implementation.handler) as Handler;
  }
}
