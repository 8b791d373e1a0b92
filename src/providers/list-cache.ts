import { toolName, type Tool } from "../tools/tool.ts";
import type { ProviderName } from "./provider-name.ts";

/** As many lists that begin with the same tool are remembered, for example as different agents are offered. */
const maxLists = 4;

/** A list as it was, to see whether another one is the same: a tool may be changed in place. */
interface Snapshot<Value, Key> {
  readonly key: Key;
  readonly tools: readonly Tool[];
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly schemas: readonly unknown[];
  readonly value: Value;
}

/**
 * Remembers what was made of a list of tools (FMT-11). Lists are compared tool by tool, so that it does not
 * matter which array holds them. A list is kept as long as its first tool lives, and the others in it with it.
 */
export function createListCache<Value, Key = ProviderName>(
  make: (tools: readonly Tool[], key: Key) => Value,
): (tools: readonly Tool[], key: Key) => Value {
  const snapshots = new WeakMap<Tool, Snapshot<Value, Key>[]>();

  return (tools, key) => {
    const [first] = tools;
    if (first === undefined) return make(tools, key);
    const known = snapshots.get(first) ?? [];
    const match = known.find((snapshot) => snapshot.key === key && isSame(snapshot, tools));
    if (match !== undefined) return match.value;

    const snapshot = takeSnapshot(tools, key, make(tools, key));
    snapshots.set(first, [snapshot, ...known].slice(0, maxLists));
    return snapshot.value;
  };
}

function takeSnapshot<Value, Key>(tools: readonly Tool[], key: Key, value: Value): Snapshot<Value, Key> {
  return {
    key,
    tools: [...tools],
    names: tools.map(toolName),
    descriptions: tools.map((tool) => tool.description),
    schemas: tools.map((tool) => tool.schema),
    value,
  };
}

function isSame(
  { tools, names, descriptions, schemas }: Snapshot<unknown, unknown>,
  others: readonly Tool[],
): boolean {
  if (tools.length !== others.length) return false;
  return others.every(
    (tool, index) =>
      tool === tools[index] &&
      toolName(tool) === names[index] &&
      tool.description === descriptions[index] &&
      tool.schema === schemas[index],
  );
}
