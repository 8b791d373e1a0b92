import type { ToolArguments } from "../tools/tool.ts";
import type { Repair } from "./call.ts";
import { parsePointer } from "./json-pointer.ts";

type Container = Record<string, unknown> | unknown[];

/**
 * A copy with the repairs made, one after the other, at places that are there. What they do not touch is shared
 * with the original, which stays as it is.
 */
export function applyRepairs(args: ToolArguments, repairs: Iterable<Repair>): ToolArguments {
  const copies = new Set<unknown>();
  const copyOnce = (container: Container): Container => {
    if (copies.has(container)) return container;
    const copy = Array.isArray(container) ? [...container] : { ...container };
    copies.add(copy);
    return copy;
  };

  const root = copyOnce(args);
  for (const repair of repairs) {
    const steps = parsePointer(repair.path ?? "");
    const last = steps.pop() ?? "";
    const parent = steps.reduce((container, step) => {
      const copy = copyOnce(itemOf(container, step) as Container);
      setItem(container, step, copy);
      return copy;
    }, root);
    if ("to" in repair) setItem(parent, last, repair.to);
    else delete (parent as Record<string, unknown>)[last];
  }
  return root as ToolArguments;
}

/** What stands at a place, and what it stands in; `undefined` where there is no such place. */
export function findPlace(args: unknown, path: string): { parent: Container; value: unknown } | undefined {
  let value = args;
  let parent: Container | undefined;
  for (const step of parsePointer(path)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    parent = value as Container;
    value = itemOf(parent, step);
  }
  return parent && { parent, value };
}

function itemOf(container: Container, step: string): unknown {
  return (container as Record<string, unknown>)[step];
}

/** The place is there already, so that even `__proto__` is an own property that can be assigned to. */
function setItem(container: Container, step: string, value: unknown): void {
  (container as Record<string, unknown>)[step] = value;
}
