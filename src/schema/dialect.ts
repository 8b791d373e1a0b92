import type { TypeName } from "./modern-schema.ts";

/**
 * What a provider takes of JSON Schema, as data. Providers declare theirs; `compileSchema` knows no provider.
 */
export interface Dialect {
  /** The keywords that survive; `"all"` where JSON Schema is taken whole. The others are said as words. */
  readonly keywords: ReadonlySet<string> | "all";
  /**
   * `json-schema`: several types stand in a list, `null` among them.
   * `openapi`: each schema has one type with `nullable` beside it, enums are of text, `anyOf` stands alone.
   */
  readonly style: "json-schema" | "openapi";
  /** Every array has to say what is in it. */
  readonly needsItems?: boolean;
  /** The formats that are taken, by type; where absent, all are. */
  readonly formats?: Readonly<Partial<Record<TypeName, readonly string[]>>>;
  /** Every object lists all its properties as required and allows no others; optional ones become nullable. */
  readonly closesObjects?: boolean;
  /** What a property may be called; where absent, anything. */
  readonly propertyNames?: RegExp;
}

export function keeps({ keywords }: Dialect, keyword: string): boolean {
  return keywords === "all" || keywords.has(keyword);
}

const numeric: readonly TypeName[] = ["number", "integer"];
const typesByKeyword = new Map<string, readonly TypeName[]>([
  ["properties", ["object"]],
  ["required", ["object"]],
  ["items", ["array"]],
  ["prefixItems", ["array"]],
  ["minItems", ["array"]],
  ["maxItems", ["array"]],
  ["minLength", ["string"]],
  ["maxLength", ["string"]],
  ["pattern", ["string"]],
  ["minimum", numeric],
  ["maximum", numeric],
  ["exclusiveMinimum", numeric],
  ["exclusiveMaximum", numeric],
  ["multipleOf", numeric],
]);

/** Whether a keyword says anything about values of a type; `minimum` says nothing about text. */
export function appliesTo(keyword: string, type: TypeName | undefined): boolean {
  const types = typesByKeyword.get(keyword);
  return types === undefined || (type !== undefined && types.includes(type));
}

/** The type that the use of a keyword hints at. */
export function typeHintedBy(keyword: string): TypeName | undefined {
  return typesByKeyword.get(keyword)?.[0];
}
