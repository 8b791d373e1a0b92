import { createRefFinder } from "./find-ref.ts";
import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import type { Loss } from "./loss.ts";
import { mapSubschemas, type Subschema } from "./subschemas.ts";
import { addWords, joinDescriptions, listNames } from "./words.ts";

/**
 * A few lines of `$defs` that refer to each other can stand for millions of schemas. This many may appear
 * a second time in one tool; what goes beyond is said in words.
 */
const maxRepeated = 2_000;

/** Providers refuse schemas that nest far less deeply than this, and recursion here stays bounded. */
const maxDepth = 32;

/** Names and places that mean nothing once every reference is gone. */
const referenceKeywords = [
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "$defs",
  "definitions",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
];

/** Beside a `$ref` these say something about its use and constrain nothing. */
const annotations = new Set([
  "title",
  "description",
  "default",
  "example",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
]);

export interface InlinedSchema {
  readonly schema: JsonSchema;
  readonly losses: readonly Loss[];
}

/**
 * Puts in place of every `$ref` what it refers to (FMT-10). Recursion is cut where a schema comes up inside
 * itself, and a model reads there what belongs. The input is not changed and may share parts with the output.
 */
export function inlineRefs(root: JsonSchema): InlinedSchema {
  const find = createRefFinder(root);
  const losses: Loss[] = [];
  const enclosing = new Set<JsonSchema>();
  const seen = new Set<JsonSchema>();
  let repeated = 0;

  function inline(subschema: Subschema, path: string, name?: string): Subschema {
    if (typeof subschema === "boolean") return subschema;
    if (enclosing.has(subschema)) {
      return cut(subschema, path, `again the same shape as the ${name ?? "one"} around it`);
    }
    if (enclosing.size >= maxDepth) return cut(subschema, path, "nested too deeply to be shown");
    if (seen.has(subschema) && ++repeated > maxRepeated) {
      return cut(subschema, path, "the whole schema is too large to be shown");
    }
    seen.add(subschema);
    enclosing.add(subschema);
    const inlined = inlineInside(subschema, path);
    enclosing.delete(subschema);
    return inlined;
  }

  function inlineInside(schema: JsonSchema, path: string): Subschema {
    const ref = schema["$ref"] ?? schema["$dynamicRef"] ?? schema["$recursiveRef"];
    const siblings = mapSubschemas(omitReferences(schema), path, inline);
    if (typeof ref !== "string") return siblings;

    const target = find(ref);
    if (target === undefined) {
      losses.push({ path, keyword: "$ref", kept: "" });
      return siblings;
    }
    return joinSiblings(siblings, inline(target, path, nameOf(ref)));
  }

  function cut(schema: JsonSchema, path: string, reason: string): JsonSchema {
    const names = isPlainObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
    const words = names.length === 0 ? reason : `${reason}: ${listNames(names)}`;
    losses.push({ path, keyword: "$ref", kept: words });
    return {
      ...(schema["type"] === undefined ? {} : { type: schema["type"] }),
      description: addWords(schema["description"], [words]),
    };
  }

  const schema = inline(root, "");
  return { schema: isPlainObject(schema) ? schema : {}, losses };
}

function omitReferences(schema: JsonSchema): JsonSchema {
  if (!referenceKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  const rest = { ...schema };
  for (const keyword of referenceKeywords) delete rest[keyword];
  return rest;
}

function nameOf(ref: string): string {
  const name = ref.split(/[/#]/).findLast((part) => part !== "");
  return name ?? "object";
}

/** What stands beside a `$ref` holds together with what it refers to. */
function joinSiblings(siblings: JsonSchema, target: Subschema): Subschema {
  const keywords = Object.keys(siblings);
  if (keywords.length === 0 || target === false) return target;
  if (target === true) return siblings;
  if (keywords.some((keyword) => !annotations.has(keyword))) {
    const others = Array.isArray(siblings["allOf"]) ? siblings["allOf"] : [];
    return { ...siblings, allOf: [...others, target] };
  }
  const description = joinDescriptions(siblings["description"], target["description"]);
  return { ...target, ...siblings, ...(description === undefined ? {} : { description }) };
}
