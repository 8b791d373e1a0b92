import { callGuarded, guardObserver, type Observer } from "../observer.ts";
import { checkTool, type ToolRefusedError } from "./check-tool.ts";
import type { ToolEvent } from "./events.ts";
import { comesFromMcpAdapters, markMcpTool } from "./origin.ts";
import { toolName, type Tool } from "./tool.ts";

export interface ToolManagerOptions {
  /** Without one, what is refused or replaced becomes a process warning: it must not go unseen. */
  readonly observe?: Observer<ToolEvent>;
}

/** All live tools, of every source, in one array: the very objects that were added (TM-3, TM-5). */
export class ToolManager {
  readonly #tools: Tool[] = [];
  /** Name → place in the array. Derived: the array is the truth. */
  readonly #places = new Map<string, number>();
  readonly #observe: Observer<ToolEvent>;
  readonly #listeners = new Set<() => void>();

  constructor(options: ToolManagerOptions = {}) {
    this.#observe = guardObserver(options.observe ?? warnOf);
  }

  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /**
   * Adds tools as they are. A known name replaces the earlier tool in its place, with a warning (TM-7).
   * What is no tool is refused, with the reason in an event and in what is returned; the rest are added (TM-2).
   */
  add(tools: Tool | Iterable<Tool>): readonly ToolRefusedError[] {
    return this.#addEach(tools, comesFromMcpAdapters);
  }

  /** The same for tools of an MCP server, whose parameter names the executor then normalizes (NORM). */
  addMcpTools(tools: Tool | Iterable<Tool>): readonly ToolRefusedError[] {
    return this.#addEach(tools, () => true);
  }

  /** A tool goes by its `lc_name` where that is a name; its plain `name` finds it too (TM-4). */
  find(name: string): Tool | undefined {
    const place = this.#places.get(name);
    return place === undefined ? this.#tools.find((tool) => tool.name === name) : this.#tools[place];
  }

  remove(name: string): boolean {
    const place = this.#places.get(name);
    if (place === undefined) return false;
    this.#tools.splice(place, 1);
    this.#places.clear();
    this.#tools.forEach((tool, index) => this.#places.set(toolName(tool), index));
    this.#tellChange();
    return true;
  }

  /** Calls back after tools were added, replaced or removed, once per call that did so; returns what ends that. */
  onChange(listener: () => void): () => void {
    // A function of its own per subscription: the same listener given twice is two subscriptions.
    const own = () => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  #addEach(tools: Tool | Iterable<Tool>, isMcp: (tool: Tool) => boolean): ToolRefusedError[] {
    const refused: ToolRefusedError[] = [];
    let isChanged = false;
    for (const tool of isIterable(tools) ? tools : [tools]) {
      const refusal = checkTool(tool);
      if (refusal !== undefined) {
        refused.push(refusal);
        this.#observe({ type: "tool.refused", error: refusal });
        continue;
      }
      if (isMcp(tool)) markMcpTool(tool);
      this.#put(tool);
      isChanged = true;
    }
    if (isChanged) this.#tellChange();
    return refused;
  }

  #put(tool: Tool): void {
    const name = toolName(tool);
    const place = this.#places.get(name);
    if (place === undefined) {
      this.#places.set(name, this.#tools.push(tool) - 1);
      return;
    }
    // The same object again is no replacement: what it says of itself has changed.
    if (this.#tools[place] === tool) return;
    this.#tools[place] = tool;
    this.#observe({ type: "tool.replaced", name });
  }

  #tellChange(): void {
    for (const listener of this.#listeners) callGuarded(listener, undefined, describeListener);
  }
}

function isIterable(value: Tool | Iterable<Tool>): value is Iterable<Tool> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function describeListener(): string {
  return "A listener failed on a change of the tools";
}

function warnOf(event: ToolEvent): void {
  if (event.type === "tool.refused") process.emitWarning(event.error.message, "SwitchboardWarning");
  if (event.type === "tool.replaced") {
    process.emitWarning(
      `Tool "${event.name}" was added again; the earlier one is replaced`,
      "SwitchboardWarning",
    );
  }
}
