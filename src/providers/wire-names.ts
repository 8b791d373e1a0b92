import { toolName, type Tool } from "../tools/tool.ts";
import type { ProviderName } from "./provider-name.ts";
import { createListCache } from "./list-cache.ts";

/** What tools are called on a provider's wire, and back (FMT-9). */
export interface WireNames {
  toWire(name: string): string;
  /** The tool's own name; a name that was not given out is handed back as it is. */
  fromWire(wireName: string): string;
}

const maxLength = 64;

/** What every provider takes. Google's API also wants a letter or `_` in front. */
const safeName = /^[a-zA-Z0-9_-]{1,64}$/;
const safeStart = /^[a-zA-Z_]/;

/** The wire names of all tools of one request, no two alike; kept for as long as the tools are the same. */
export function wireNames(tools: readonly Tool[], provider: ProviderName): WireNames {
  return namesByTools(tools, provider);
}

/**
 * The same for one name after the other, as a `ChatModel` is asked for those of all its tools: the list is looked through
 * once for all of them, as else twice the tools would take four times as long.
 */
export function createWireNameOf(provider: ProviderName): (name: string, tools: readonly Tool[]) => string {
  let asked: { readonly tools: readonly Tool[]; readonly names: WireNames } | undefined;
  return (name, tools) => {
    if (asked?.tools !== tools) {
      asked = { tools, names: wireNames(tools, provider) };
      // A list may be changed in place, but not while somebody goes through it.
      queueMicrotask(() => (asked = undefined));
    }
    return asked.names.toWire(name);
  };
}

const namesByTools = createListCache<WireNames>((tools, provider) =>
  assignNames(tools.map(toolName), provider),
);

function assignNames(names: readonly string[], provider: ProviderName): WireNames {
  const byName = new Map<string, string>();
  const byWireName = new Map<string, string>();
  const assign = (name: string, wireName: string) => {
    byName.set(name, wireName);
    byWireName.set(wireName, name);
  };
  // Names that are fine come first, so that no converted name takes their place.
  const distinct = [...new Set(names)];
  for (const name of distinct) if (isSafe(name, provider)) assign(name, name);
  for (const name of distinct) {
    if (byName.has(name)) continue;
    let wireName = toWireName(name, provider);
    for (let salt = 2; byWireName.has(wireName); salt++) wireName = toWireName(name, provider, salt);
    assign(name, wireName);
  }
  return {
    toWire: (name) => byName.get(name) ?? toWireName(name, provider),
    fromWire: (wireName) => byWireName.get(wireName) ?? wireName,
  };
}

/**
 * A name as a provider takes it: unchanged where it is fine, else its readable part with a hash of the whole,
 * so that the same tool has the same name in every request.
 */
export function toWireName(name: string, provider: ProviderName, salt = 1): string {
  if (salt === 1 && isSafe(name, provider)) return name;
  return toSafeText(name, maxLength, salt === 1 ? name : `${name}#${salt}`);
}

/** The readable part of a text, in characters that every provider takes, with a hash behind it. */
export function toSafeText(text: string, maxSafeLength: number, hashed = text): string {
  const readable = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-zA-Z0-9_-]+/g, "_");
  const started = safeStart.test(readable) ? readable : `_${readable}`;
  const hash = hashText(hashed);
  return `${started.slice(0, maxSafeLength - hash.length - 1)}_${hash}`;
}

function isSafe(name: string, provider: ProviderName): boolean {
  return safeName.test(name) && (provider !== "gemini" || safeStart.test(name));
}

/** FNV-1a, 32 bits. Clashes are resolved above, and loading node:crypto costs a start-up 20 ms. */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, "0");
}
