import { createNameIndex, type NameIndex } from "../../calls/tool-names.ts";
import { type Tool, toolName } from "../../tools/tool.ts";

/** What models put in front of a name although nothing is called so. */
const namespaces = ["functions", "tools", "default_api"];

/** What a tool is called in what was sent to the model. */
export type ToWireName = (toolName: string) => string;

/** The names that a written call may have. Made for every answer, so nothing is worked out before it is needed. */
export class OfferedTools {
  readonly #tools: readonly Tool[];
  readonly #toWireName: ToWireName | undefined;
  #index: NameIndex | undefined;
  #byWireName: Map<string, string> | undefined;
  #wireIndex: NameIndex | undefined;

  constructor(tools: readonly Tool[], toWireName?: ToWireName) {
    this.#tools = tools;
    this.#toWireName = toWireName;
  }

  get isEmpty(): boolean {
    return this.#tools.length === 0;
  }

  has(name: string): boolean {
    return this.nameOf(name) !== undefined;
  }

  /** The name as it was written where it is a tool's own, and the tool's own where it is that of the wire. */
  nameOf(written: string): string | undefined {
    this.#index ??= createNameIndex(this.#tools.map(toolName));
    if (this.#index.match(written) !== undefined) return written;
    const byWireName = this.#namesByWireName();
    if (byWireName.size === 0) return undefined;
    this.#wireIndex ??= createNameIndex([...byWireName.keys()]);
    return byWireName.get(this.#wireIndex.match(written) ?? "");
  }

  /** Whether the first word of a message may still become the name of a tool: if not, it need not be held back. */
  mayBegin(written: string): boolean {
    return this.#beginsName(written) || namespaces.some((namespace) => this.#mayBeginIn(namespace, written));
  }

  #mayBeginIn(namespace: string, written: string): boolean {
    if (begins(fold(written), namespace)) return true;
    if (!written.toLowerCase().startsWith(namespace)) return false;
    const separator = /^(?:\.|__)/.exec(written.slice(namespace.length))?.[0];
    return separator !== undefined && this.#beginsName(written.slice(namespace.length + separator.length));
  }

  #beginsName(written: string): boolean {
    const folded = fold(written);
    const isBegun = (name: string) => begins(folded, name) || begins(folded, name, lengthOfPrefix(name));
    return (
      this.#tools.some((tool) => isBegun(toolName(tool))) || [...this.#namesByWireName().keys()].some(isBegun)
    );
  }

  /** Only of the tools whose names could not be sent as they are. */
  #namesByWireName(): Map<string, string> {
    if (this.#byWireName !== undefined) return this.#byWireName;
    this.#byWireName = new Map();
    for (const name of this.#toWireName ? this.#tools.map(toolName) : []) {
      const wireName = this.#toWireName?.(name) ?? name;
      if (wireName !== name) this.#byWireName.set(wireName, name);
    }
    return this.#byWireName;
  }
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, "");
}

/** Whether a name begins like this, folded as FIX-5 does. Asked of every tool: so nothing is allocated. */
function begins(folded: string, name: string, from = 0): boolean {
  let at = from;
  for (let index = 0; index < folded.length; index++) {
    while (isSeparator(name.charCodeAt(at))) at++;
    if (toLowerCode(name.charCodeAt(at)) !== folded.charCodeAt(index)) return false;
    at++;
  }
  return true;
}

/** The length of a server's prefix and the like, which may be left out. */
function lengthOfPrefix(name: string): number {
  const lastOf = (end: string) => name.lastIndexOf(end) + (name.includes(end) ? end.length : 1);
  return Math.max(lastOf("__"), lastOf("."), lastOf(":"), lastOf("/"));
}

function isSeparator(code: number): boolean {
  return code === 45 || code === 46 || code === 95 || code === 32;
}

function toLowerCode(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
