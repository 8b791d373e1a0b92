import type { Client, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isPlainObject } from "../schema/json-schema.ts";
import { toToolDefinition, type McpToolDefinition } from "./tool-definition.ts";

/** A server whose list of tools goes on for longer than this never comes to an end. */
export const maxPages = 1_000;

export interface ListedTools {
  readonly definitions: McpToolDefinition[];
  /** The names of those that say what their results look like. */
  readonly withOutputSchema: ReadonlySet<unknown>;
}

interface ListOptions {
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** The tools of a server that is connected to. */
export async function listTools(client: Client, options: ListOptions): Promise<ListedTools> {
  const hasTools = client.getServerCapabilities()?.tools !== undefined;
  const listed = hasTools ? await listWhole(client, options) : [];
  return {
    definitions: firstOfEachName(listed.map(toToolDefinition)),
    withOutputSchema: new Set(listed.filter(hasOutputSchema).map(({ name }) => name)),
  };
}

/** The client's own list fails as a whole where one tool is no tool; then the list is taken as it comes (MCP-15). */
async function listWhole(client: Client, options: ListOptions): Promise<readonly unknown[]> {
  try {
    const { tools } = await client.listTools(undefined, { ...options, cacheMode: "refresh" });
    return tools;
  } catch (error) {
    if (!isInvalidResult(error)) throw error;
    return listAsItComes(client, options);
  }
}

async function listAsItComes(client: Client, options: ListOptions): Promise<readonly unknown[]> {
  const tools: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method: "tools/list", params }, anything, options);
    if (!isPlainObject(result)) break;
    if (Array.isArray(result["tools"])) tools.push(...(result["tools"] as unknown[]));
    const next = result["nextCursor"];
    if (typeof next !== "string" || next === cursor) break;
    cursor = next;
  }
  return tools;
}

const anything: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "tool-switchboard", validate: (value) => ({ value }) },
};

/** Of two tools of one name in one server, only the first can be meant. */
function firstOfEachName(definitions: readonly McpToolDefinition[]): McpToolDefinition[] {
  const firsts = new Map<string, McpToolDefinition>();
  for (const definition of definitions)
    if (!firsts.has(definition.name)) firsts.set(definition.name, definition);
  return [...firsts.values()];
}

function hasOutputSchema(listed: unknown): listed is { readonly name: unknown } {
  return isPlainObject(listed) && listed["outputSchema"] !== undefined;
}

function isInvalidResult(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "INVALID_RESULT";
}
