import { isDeepStrictEqual } from "../deep-equal.ts";
import { intersect } from "./merge-all-of.ts";
import { typesOf, type ModernSchema, type ModernSubschema } from "./modern-schema.ts";

export interface WithoutNull {
  /** A new object: what the schema says of values other than `null`. */
  readonly schema: ModernSchema;
  readonly isNullable: boolean;
}

/** Parts a schema from its permission of `null`, in whichever way it is given: list of types, enum or alternative. */
export function takeOutNull(schema: ModernSchema): WithoutNull {
  const { anyOf, ...rest } = schema;
  if (anyOf === undefined) return takeNullFromType(schema);

  const branches = anyOf.filter((branch) => !isNull(branch));
  const isNullable =
    branches.length < anyOf.length && (rest.type === undefined || typesOf(rest).includes("null"));
  const [only] = branches;
  if (only === undefined) return { schema: { ...rest, type: "null" }, isNullable: false };
  // One alternative is no alternative. It may itself be a union, or nullable.
  const folded = branches.length === 1 ? intersect(rest, only) : undefined;
  const inner =
    typeof folded === "object" ? takeOutNull(folded) : takeNullFromType({ ...rest, anyOf: branches });
  return { schema: inner.schema, isNullable: isNullable || inner.isNullable };
}

function isNull(branch: ModernSubschema): boolean {
  if (typeof branch === "boolean") return false;
  return branch.type === "null" || branch.const === null || isDeepStrictEqual(branch.enum, [null]);
}

function takeNullFromType(source: ModernSchema): WithoutNull {
  const isPlain = source.enum === undefined && (source.type === undefined || typeof source.type === "string");
  if (isPlain) return { schema: { ...source }, isNullable: false };
  const { type, enum: values, ...rest } = source;
  const mayBeNull = type === undefined ? values !== undefined : typesOf(source).includes("null");
  const isNullable = mayBeNull && (values === undefined || values.includes(null));
  const otherTypes = typesOf(source).filter((name) => name !== "null");
  const otherValues = values?.filter((value) => value !== null);

  if (isNullable && (otherValues === undefined ? otherTypes : otherValues).length === 0) {
    return { schema: { ...rest, type: "null" }, isNullable: false };
  }
  const [firstType, ...moreTypes] = otherTypes;
  return {
    schema: {
      ...rest,
      ...(firstType === undefined ? {} : { type: moreTypes.length === 0 ? firstType : otherTypes }),
      ...(otherValues === undefined ? {} : { enum: otherValues }),
    },
    isNullable,
  };
}
