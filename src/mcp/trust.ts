import { messageOf } from "../calls/failure.ts";
import type { Observer } from "../observer.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import type { McpEvent, ToolPart } from "./events.ts";
import type { McpToolDefinition } from "./tool-definition.ts";

/** A hash of each part of a tool that a model or a person goes by. */
export type ToolFingerprint = Readonly<Record<ToolPart, string>>;

/** The tools of one server, by name, as they were when they were first seen or last approved. */
export type KnownTools = ReadonlyMap<string, ToolFingerprint>;

/** Where that is kept. */
export interface TrustStore {
  load(server: string): KnownTools | Promise<KnownTools>;
  save(server: string, tools: KnownTools): void | Promise<void>;
}

/** Keeps it as long as the program runs: what changes while it does is noticed. */
export class MemoryTrustStore implements TrustStore {
  readonly #servers = new Map<string, KnownTools>();

  load(server: string): KnownTools {
    return this.#servers.get(server) ?? new Map<string, ToolFingerprint>();
  }

  save(server: string, tools: KnownTools): void {
    this.#servers.set(server, tools);
  }
}

export interface ToolTrustOptions {
  readonly server: string;
  readonly store: TrustStore;
  readonly onToolChange: "warn" | "quarantine";
  readonly observe: Observer<McpEvent>;
}

/** Trust on first use: a tool is taken as it is first seen, and any later change of it does not go unseen. */
export class ToolTrust {
  readonly #options: ToolTrustOptions;
  #known: Promise<Map<string, ToolFingerprint>> | undefined;
  /** Without what was known before, keeping anything would overwrite it. */
  #canSave = true;
  /** What the tools that are kept back have become. */
  readonly #quarantined = new Map<string, ToolFingerprint>();

  constructor(options: ToolTrustOptions) {
    this.#options = options;
  }

  get quarantined(): readonly string[] {
    return [...this.#quarantined.keys()];
  }

  /** The tools that may be used. */
  async review(definitions: readonly McpToolDefinition[]): Promise<McpToolDefinition[]> {
    const known = await (this.#known ??= this.#load());
    const before = new Map(known);
    for (const tool of this.#quarantined.keys())
      if (!definitions.some(({ name }) => name === tool)) this.#quarantined.delete(tool);
    const allowed = definitions.filter((definition) => this.#isAllowed(definition, known));
    if (!isSame(before, known)) await this.#save(known);
    return allowed;
  }

  /** Takes a tool that was kept back as it is now. */
  async approve(tool: string): Promise<boolean> {
    const fingerprint = this.#quarantined.get(tool);
    const known = await this.#known;
    if (fingerprint === undefined || known === undefined) return false;
    this.#quarantined.delete(tool);
    known.set(tool, fingerprint);
    await this.#save(known);
    return true;
  }

  #isAllowed(definition: McpToolDefinition, known: Map<string, ToolFingerprint>): boolean {
    const { server, onToolChange, observe } = this.#options;
    const { name: tool } = definition;
    const now = toFingerprint(definition);
    const then = known.get(tool);
    const changed = then === undefined ? [] : changedParts(then, now);
    if (changed.length === 0) {
      if (then === undefined) known.set(tool, now);
      this.#quarantined.delete(tool);
      return true;
    }
    const isQuarantined = onToolChange === "quarantine";
    const quarantined = this.#quarantined.get(tool);
    const isNews = quarantined === undefined || changedParts(quarantined, now).length > 0;
    if (isQuarantined) this.#quarantined.set(tool, now);
    else known.set(tool, now);
    if (isNews) observe({ type: "mcp.tool.altered", server, tool, changed, isQuarantined });
    return !isQuarantined;
  }

  async #load(): Promise<Map<string, ToolFingerprint>> {
    try {
      return new Map(await this.#options.store.load(this.#options.server));
    } catch (error) {
      this.#canSave = false;
      this.#tellFailure(error);
      return new Map();
    }
  }

  async #save(known: KnownTools): Promise<void> {
    if (!this.#canSave) return;
    try {
      await this.#options.store.save(this.#options.server, new Map(known));
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  #tellFailure(error: unknown): void {
    const { server, observe } = this.#options;
    observe({ type: "mcp.trust.failed", server, reason: messageOf(error) });
  }
}

export const toolParts: readonly ToolPart[] = ["description", "schema", "annotations", "sentences"];

export function toFingerprint(definition: McpToolDefinition): ToolFingerprint {
  const { description, schema, annotations, sentences } = definition;
  return {
    description: hash(description),
    schema: hash(schema),
    annotations: hash(annotations),
    sentences: hash(sentences),
  };
}

export function changedParts(then: ToolFingerprint, now: ToolFingerprint): ToolPart[] {
  return toolParts.filter((part) => then[part] !== now[part]);
}

function isSame(some: KnownTools, others: KnownTools): boolean {
  return some.size === others.size && [...some].every(([name, print]) => others.get(name) === print);
}

function hash(value: unknown): string {
  // Not imported above: loading node:crypto costs a start-up 20 ms, and only who has servers needs it.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256")
    .update(JSON.stringify(value, inOrder) ?? "")
    .digest("hex");
}

/** A server may write the same schema with its keys in another order. */
function inOrder(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
