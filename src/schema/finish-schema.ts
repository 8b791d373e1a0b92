import type { Dialect } from "./dialect.ts";
import { typesOf, type ModernSchema } from "./modern-schema.ts";
import { joinDescriptions } from "./words.ts";

/** A schema in a dialect: what is inside has been compiled before. */
export interface FinishedSchema extends ModernSchema {
  properties?: Readonly<Record<string, FinishedSchema>>;
  anyOf?: readonly FinishedSchema[];
  nullable?: boolean;
}

/** Allows `null` beside what a compiled schema says, in the way of the dialect. */
export function allowNull(schema: FinishedSchema, dialect: Dialect): FinishedSchema {
  if (dialect.style === "openapi") return { ...schema, nullable: true };
  const { type, enum: values, anyOf } = schema;
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [...new Set([...typesOf(schema), "null" as const])] }),
    ...(values === undefined ? {} : { enum: [...new Set([...values, null])] }),
    ...(anyOf === undefined ? {} : { anyOf: [...anyOf, { type: "null" as const }] }),
  };
}

/** Beside `anyOf` nothing may stand: what is said of all alternatives is said in each. */
export function isolateUnion({ anyOf, ...shared }: FinishedSchema): FinishedSchema {
  if (anyOf === undefined) return shared;
  const branches = anyOf.flatMap((branch) => branch.anyOf ?? [branch]);
  return {
    anyOf: branches.map((branch) => {
      const description = joinDescriptions(branch.description, shared.description);
      return { ...shared, ...branch, ...(description === undefined ? {} : { description }) };
    }),
  };
}

/** Makes an object list all its properties as required and refuse others; optional ones may be `null` instead. */
export function closeObject(schema: FinishedSchema, dialect: Dialect): FinishedSchema {
  const { properties = {}, required = [] } = schema;
  const entries = Object.entries(properties).map(
    ([name, property]) => [name, required.includes(name) ? property : allowNull(property, dialect)] as const,
  );
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  };
}
