import { compileSchema, type CompiledSchema } from "../schema/compile-schema.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { typesOf, type ModernSchema, type ModernSubschema } from "../schema/modern-schema.ts";
import { pointerStep, type Loss } from "../schema/loss.ts";
import { openaiStrict } from "./dialects.ts";

/** Losing one of these would forbid arguments that the tool takes. */
const openKeywords = new Set(["$ref", "additionalProperties", "unevaluatedProperties", "patternProperties"]);

export type StrictSchema = (CompiledSchema & { readonly obstacle?: never }) | { readonly obstacle: string };

/**
 * Compiles a tool's parameters for OpenAI's `strict: true`, under which a model can only write what the schema
 * says. Where that would forbid arguments that the tool takes, there is no strict form, only the reason why.
 */
export function toStrictSchema(schema: JsonSchema): StrictSchema {
  const compiled = compileSchema(schema, openaiStrict);
  const obstacle = findLostFreedom(compiled.losses) ?? findUntyped(compiled.schema, "");
  return obstacle === undefined ? compiled : { obstacle };
}

function findLostFreedom(losses: readonly Loss[]): string | undefined {
  const lost = losses.find(({ keyword }) => openKeywords.has(keyword));
  return lost && `${lost.path === "" ? "the top" : lost.path}: ${lost.keyword} has no strict form`;
}

/** Strict schemas name every type: what is open would have to be empty. */
function findUntyped(schema: ModernSchema, path: string): string | undefined {
  const { anyOf = [], properties = {}, items } = schema;
  const types = typesOf(schema);
  if (types.length === 0 && anyOf.length === 0 && schema.enum === undefined) {
    return `${path} can be any value`;
  }
  if (types.includes("object") && schema.properties === undefined) return `${path} can be any object`;
  if (types.includes("array") && items === undefined) return `${path} can be any array`;
  const inside: (readonly [ModernSubschema, string])[] = [
    ...Object.entries(properties).map(
      ([name, property]) => [property, `/properties${pointerStep(name)}`] as const,
    ),
    ...anyOf.map((branch, index) => [branch, `/anyOf/${index}`] as const),
    ...(items === undefined ? [] : [[items, "/items"] as const]),
  ];
  return inside
    .map(([part, step]) => (typeof part === "boolean" ? undefined : findUntyped(part, `${path}${step}`)))
    .find((found) => found !== undefined);
}
