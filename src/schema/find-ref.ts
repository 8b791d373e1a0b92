import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { isSubschema, mapSubschemas, type Subschema } from "./subschemas.ts";

/**
 * Finds what a `$ref` means inside one schema: a JSON Pointer, an anchor, or the `$id` of a schema within.
 * Nothing is ever fetched; what is not inside is `undefined`.
 */
export function createRefFinder(root: JsonSchema): (ref: string) => Subschema | undefined {
  let named: ReadonlyMap<string, JsonSchema> | undefined;

  return (ref) => {
    const hash = ref.indexOf("#");
    const id = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? "" : ref.slice(hash + 1);

    named ??= id === "" && isPointer(fragment) ? undefined : indexNames(root);
    const resource = id === "" ? root : named?.get(id);
    if (resource === undefined) return undefined;
    return isPointer(fragment) ? followPointer(resource, fragment) : named?.get(`#${fragment}`);
  };
}

function isPointer(fragment: string): boolean {
  return fragment === "" || fragment.startsWith("/");
}

function followPointer(resource: JsonSchema, pointer: string): Subschema | undefined {
  let place: unknown = resource;
  for (const step of pointer.split("/").slice(1)) {
    const name = decodeStep(step);
    // Own properties only: `#/constructor` is no schema.
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return isSubschema(place) ? place : undefined;
}

/** A pointer in a URL fragment is percent-encoded over its own escapes. */
function decodeStep(step: string): string {
  return percentDecode(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Every schema that has a name of its own: `$id`s as they stand, anchors with `#` in front. */
function indexNames(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const named = new Map<string, JsonSchema>();
  const seen = new Set<JsonSchema>();
  const queue: JsonSchema[] = [root];
  for (let schema = queue.pop(); schema !== undefined; schema = queue.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const name of namesOf(schema)) if (!named.has(name)) named.set(name, schema);
    mapSubschemas(schema, "", (subschema) => {
      if (isPlainObject(subschema)) queue.push(subschema);
      return subschema;
    });
  }
  return named;
}

function namesOf(schema: JsonSchema): string[] {
  const ids = [schema["$id"], schema["id"]].filter((id) => typeof id === "string");
  const anchors = [schema["$anchor"], schema["$dynamicAnchor"]].filter((name) => typeof name === "string");
  return [...ids.map((id) => id.replace(/(?<=.)#$/, "")), ...anchors.map((name) => `#${name}`)];
}
