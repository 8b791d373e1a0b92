import { isDeepStrictEqual } from "../deep-equal.ts";
import { intersect } from "./merge-all-of.ts";
import type { ModernSchema, ModernSubschema } from "./modern-schema.ts";

/** No provider takes these at the top of a tool's parameters. */
export const refusedAtRoot: ReadonlySet<string> = new Set([
  "anyOf",
  "oneOf",
  "allOf",
  "enum",
  "const",
  "not",
]);

/**
 * Brings the properties of a tool's top-level alternatives up into one object, as no provider takes
 * alternatives there. The alternatives themselves stay, to be said in words. The input is not changed.
 */
export function spreadRootUnion(root: ModernSchema): ModernSchema {
  return spread(spread(root, root.anyOf), root.oneOf);
}

function spread(root: ModernSchema, alternatives: readonly ModernSubschema[] = []): ModernSchema {
  const branches = alternatives.filter((branch) => typeof branch !== "boolean").map(spreadRootUnion);
  if (branches.length === 0) return root;
  const properties = new Map(Object.entries(root.properties ?? {}));
  for (const [name, variants] of collectProperties(branches)) {
    properties.set(name, intersect(properties.get(name) ?? true, unite(variants)));
  }
  const required = new Set([...(root.required ?? []), ...sharedRequired(branches)]);
  return {
    ...root,
    properties: Object.fromEntries(properties),
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

function collectProperties(branches: readonly ModernSchema[]): Map<string, ModernSubschema[]> {
  const collected = new Map<string, ModernSubschema[]>();
  for (const { properties = {} } of branches) {
    for (const [name, schema] of Object.entries(properties)) {
      const variants = collected.get(name) ?? [];
      if (!variants.some((known) => isDeepStrictEqual(known, schema))) variants.push(schema);
      collected.set(name, variants);
    }
  }
  return collected;
}

function unite(variants: readonly ModernSubschema[]): ModernSubschema {
  const [first = true] = variants;
  if (variants.length === 1) return first;
  const values = variants.map(fixedValues);
  if (typeof first === "boolean" || values.includes(undefined)) return { anyOf: variants };
  // The usual case: `kind` is another constant in each alternative.
  const { const: _only, ...rest } = first;
  return { ...rest, enum: values.flatMap((list) => list ?? []) };
}

function fixedValues(schema: ModernSubschema): readonly unknown[] | undefined {
  if (typeof schema === "boolean") return undefined;
  return Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
}

function sharedRequired(branches: readonly ModernSchema[]): readonly string[] {
  const [first = [], ...others] = branches.map(({ required = [] }) => required);
  return first.filter((name) => others.every((names) => names.includes(name)));
}
