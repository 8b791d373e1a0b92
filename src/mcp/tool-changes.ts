import { isDeepStrictEqual } from "../deep-equal.ts";
import type { McpToolDefinition } from "./tool-definition.ts";

/** The names of tools that came and went. A tool that only says something else of itself is in neither list. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What has become of a server's tools; `undefined` where they are what they were. */
export function findToolChanges(
  before: readonly McpToolDefinition[],
  now: readonly McpToolDefinition[],
): ToolChanges | undefined {
  if (isDeepStrictEqual(before, now)) return undefined;
  return { added: namesOnlyIn(now, before), removed: namesOnlyIn(before, now) };
}

function namesOnlyIn(some: readonly McpToolDefinition[], others: readonly McpToolDefinition[]): string[] {
  const known = new Set(others.map(({ name }) => name));
  return some.map(({ name }) => name).filter((name) => !known.has(name));
}
