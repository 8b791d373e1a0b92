import { parametersOf } from "../../calls/schema-parameters.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import { annotationsOf } from "../../tools/annotations.ts";
import { toolName, type Tool } from "../../tools/tool.ts";
import { createListCache } from "../list-cache.ts";
import { toStem } from "./language/stem.ts";
import { isReadingVerb } from "./language/thesaurus.ts";
import { nameWords } from "./language/tokens.ts";
import type { LiveValueSource } from "./template.ts";
import { schemaOf } from "./tool-schema.ts";

/** By the name of a parameter, the tool that lists what it takes. */
export type NamedSources = ReadonlyMap<string, LiveValueSource>;

/**
 * "The name of the device, as list_devices gives it": a description that names a tool which lists things, and needs no
 * arguments for it, says where the values are to be found. It holds for the same parameter of other tools too.
 */
export function findNamedSources(tools: readonly Tool[]): NamedSources {
  return cached(tools, undefined);
}

const cached = createListCache<NamedSources, undefined>((tools) => {
  const lists = tools
    .filter(isList)
    .map((tool) => ({ tool: toolName(tool), said: lastPart(toolName(tool)) }));
  const sources = new Map<string, LiveValueSource>();
  if (lists.length === 0) return sources;
  for (const tool of tools) {
    for (const [name, property] of parametersOf(schemaOf(tool)).properties) {
      const description =
        isPlainObject(property) && property["type"] === "string" ? property["description"] : undefined;
      if (typeof description !== "string" || sources.has(name)) continue;
      const list = lists.find(({ said }) => description.includes(said));
      if (list !== undefined) sources.set(name, { tool: list.tool });
    }
  }
  return sources;
});

/** Without the server that it came from. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf("__") + 1).replace(/^_/, "");

/** It is called without being asked for, so it must be one that only reads; names of one word stand in too many texts. */
function isList(tool: Tool): boolean {
  const words = nameWords(lastPart(toolName(tool)));
  if (words.length < 2 || parametersOf(schemaOf(tool)).required.size > 0) return false;
  return annotationsOf(tool).readOnlyHint ?? isReadingVerb(toStem(words[0] ?? ""));
}
