import { isDeepStrictEqual } from "../deep-equal.ts";
import { checkTool } from "../tools/check-tool.ts";
import type { ToolManager } from "../tools/manager.ts";
import { toolName, type Tool } from "../tools/tool.ts";
import type { McpToolDefinition } from "./tool-definition.ts";
import { createMcpTool, redescribe, type McpTool, type ToolServer } from "./tools.ts";

interface Entry {
  readonly server: ToolServer;
  readonly tool: McpTool;
  definition: McpToolDefinition;
  /** What the tool says of itself is not yet known to the manager. */
  isNews: boolean;
}

/** The tools of all servers, under names that tell them apart, among the other tools of a ToolManager (MCP-17). */
export class ToolCatalog {
  readonly #manager: ToolManager;
  /** By server, then by the tool's name there. */
  readonly #entries = new Map<ToolServer, Map<string, Entry>>();
  readonly #stopListening: () => void;
  #isArranging = false;

  constructor(manager: ToolManager) {
    this.#manager = manager;
    // A tool that the program adds or removes later may take a name away, or set it free.
    this.#stopListening = manager.onChange(() => this.#arrange());
  }

  /** The manager is left alone from now on. */
  close(): void {
    this.#stopListening();
  }

  /** The names under which a server's tools can be called. */
  namesOf(server: ToolServer): string[] {
    const entries = this.#entries.get(server)?.values() ?? [];
    return Array.from(entries, ({ tool }) => tool)
      .filter((tool) => this.#isListed(tool))
      .map(({ name }) => name);
  }

  /** The names of the tools that no server brought. */
  get localTools(): string[] {
    const own = this.#ownTools();
    return this.#manager.tools.filter((tool) => !own.has(tool)).map(toolName);
  }

  /** Puts these in the place of the tools that the server had. */
  put(server: ToolServer, definitions: readonly McpToolDefinition[]): void {
    const had = this.#entries.get(server) ?? new Map<string, Entry>();
    const has = new Map<string, Entry>();
    for (const definition of definitions)
      has.set(definition.name, toEntry(server, definition, had.get(definition.name)));
    this.#entries.set(server, has);
    const gone = [...had].filter(([name]) => !has.has(name)).map(([, { tool }]) => tool);
    this.#arrange(gone);
  }

  /** Names depend on all servers: one that brings a name that another has changes both. */
  #arrange(gone: readonly McpTool[] = []): void {
    // The manager tells of these very changes too.
    if (this.#isArranging) return;
    this.#isArranging = true;
    try {
      for (const tool of gone) this.#takeOut(tool);
      this.#manager.addMcpTools(this.#nameAll());
    } finally {
      this.#isArranging = false;
    }
  }

  /** Gives every tool its name, and the tools back that the manager has to hear of. */
  #nameAll(): McpTool[] {
    const all = this.#all();
    const bearers = Map.groupBy(all, ({ definition }) => definition.name);
    const own = this.#ownTools();
    const claimed = new Set<string>();
    /** A tool of the program itself is never displaced. */
    const isTaken = (name: string) => {
      const other = this.#manager.find(name);
      return claimed.has(name) || (other !== undefined && !own.has(other));
    };
    const changed: McpTool[] = [];
    for (const entry of all) {
      const { server, definition } = entry;
      const isShared =
        // What has no name is refused, and must not get one by standing beside another such tool.
        definition.name !== "" &&
        ((bearers.get(definition.name)?.length ?? 0) > 1 || isTaken(definition.name));
      const name = isShared ? qualifiedName(server.name, definition.name, isTaken) : definition.name;
      claimed.add(name);
      if (this.#update(entry, name)) changed.push(entry.tool);
    }
    return changed;
  }

  /** Whether the manager has to hear of it. */
  #update(entry: Entry, name: string): boolean {
    const { tool, definition } = entry;
    const isRenamed = tool.name !== name;
    if (!entry.isNews && !isRenamed) return false;
    if (isRenamed) this.#takeOut(tool);
    tool.name = name;
    redescribe(tool, definition);
    entry.isNews = false;
    // The manager will refuse it and say why; what it had of it before must go.
    if (checkTool(tool) !== undefined) this.#takeOut(tool);
    return true;
  }

  #all(): Entry[] {
    return [...this.#entries.values()].flatMap((entries) => [...entries.values()]);
  }

  #ownTools(): Set<Tool> {
    return new Set(this.#all().map(({ tool }) => tool));
  }

  #isListed(tool: McpTool): boolean {
    return this.#manager.find(tool.name) === tool;
  }

  #takeOut(tool: McpTool): void {
    if (this.#isListed(tool)) this.#manager.remove(tool.name);
  }
}

/** A definition that says the same keeps the same schema object, and with it all that was worked out for it. */
function toEntry(server: ToolServer, definition: McpToolDefinition, known: Entry | undefined): Entry {
  if (known === undefined)
    return { server, definition, tool: createMcpTool(server, definition), isNews: true };
  if (!isDeepStrictEqual(known.definition, definition)) {
    known.definition = definition;
    known.isNews = true;
  }
  return known;
}

function qualifiedName(server: string, tool: string, isTaken: (name: string) => boolean): string {
  const name = `${server}__${tool}`;
  let unique = name;
  for (let count = 2; isTaken(unique); count += 1) unique = `${name}_${count}`;
  return unique;
}
