/* oxlint-disable unicorn/no-thenable -- "then" is a keyword of JSON Schema */
import * as fc from "fast-check";
import type { JsonSchema } from "../../src/schema/json-schema.ts";

/** Names that have tripped programs, among names that have not. */
const propertyName = fc.oneof(
  fc.constantFrom("a", "b", "c", "kind"),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "a/b",
    "c~d",
    "foo bar",
    "größe",
    "",
    "properties",
    "type",
  ),
);

const text = fc.string({ maxLength: 6 });
const jsonValue = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 1 }),
);
const typeName = fc.constantFrom("string", "number", "integer", "boolean", "object", "array", "null");
const count = fc.nat({ max: 5 });

const annotations = {
  title: fc.constantFrom("A title", "Kind", ""),
  description: text,
  default: jsonValue,
  examples: fc.array(jsonValue, { maxLength: 2 }),
  deprecated: fc.boolean(),
};

const constraints = {
  type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
  enum: fc.array(jsonValue, { minLength: 1, maxLength: 3 }),
  const: jsonValue,
  minimum: fc.integer({ min: -5, max: 5 }),
  maximum: fc.integer({ min: -5, max: 5 }),
  exclusiveMinimum: fc.integer({ min: -5, max: 5 }),
  multipleOf: fc.integer({ min: 1, max: 6 }),
  minLength: count,
  maxLength: count,
  pattern: fc.constantFrom("^a", "b$", "[0-9]+"),
  format: fc.constantFrom("date-time", "date", "int32", "double", "email", "uuid"),
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
  minProperties: count,
};

/** What the world's schemas hold beside what they should: older drafts, vendors' keywords, mistakes. */
const oddities = {
  nullable: fc.boolean(),
  exclusiveMaximum: fc.oneof(fc.boolean(), fc.integer()),
  example: jsonValue,
  "x-order": fc.integer(),
  $comment: text,
  readOnly: fc.oneof(fc.boolean(), text),
  $ref: fc.constantFrom(
    "#/$defs/A",
    "#/$defs/B",
    "#",
    "#/nowhere",
    "#anchored",
    "https://example.com/schema",
  ),
  maxLength: fc.oneof(fc.constant("5"), fc.constant(-1)),
  title: fc.oneof(text, fc.constant(5)),
  additionalItems: fc.boolean(),
};

function schemaOf(withOddities: boolean) {
  return fc.letrec<{ schema: JsonSchema | boolean; object: JsonSchema }>((tie) => {
    const map = fc
      .array(fc.tuple(propertyName, tie("schema")), { maxLength: 3 })
      .map((pairs) => Object.fromEntries(pairs));
    const list = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
    const nested = {
      properties: map,
      required: fc.array(propertyName, { maxLength: 2 }),
      additionalProperties: tie("schema"),
      patternProperties: fc.record({ "^x": tie("schema") }),
      propertyNames: tie("schema"),
      items: withOddities ? fc.oneof(tie("schema"), list) : tie("schema"),
      prefixItems: list,
      // Ajv 8.20 accepts [] for `contains` beside `prefixItems`, so it cannot judge the two together.
      ...(withOddities ? { contains: tie("schema") } : {}),
      anyOf: list,
      oneOf: list,
      allOf: list,
      not: tie("schema"),
      if: tie("schema"),
      then: tie("schema"),
      dependentRequired: fc.record({ a: fc.array(propertyName, { maxLength: 2 }) }),
    };
    const all = { ...annotations, ...constraints, ...nested, ...(withOddities ? oddities : {}) };
    return {
      schema: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.boolean(), leaf(), tie("object")),
      object: fewOf(all),
    };
  });
}

function leaf() {
  return fewOf({ ...annotations, ...constraints });
}

/** A record of a few of many keywords: all at once would contradict one another. */
function fewOf(keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonSchema> {
  const entries = Object.entries(keywords);
  return fc
    .uniqueArray(fc.nat({ max: entries.length - 1 }), { maxLength: 5 })
    .chain((picked) => {
      const chosen = entries.filter((_, index) => picked.includes(index));
      return fc.tuple(...chosen.map(([keyword, value]) => fc.tuple(fc.constant(keyword), value)));
    })
    .map((pairs) => Object.fromEntries(pairs));
}

/** Well-formed schemas of JSON Schema 2020-12, without references. */
export const modernSchema = schemaOf(false).object;

/** A tool's parameters as they are found: references, recursion, older drafts, mistakes. */
export const toolSchema: fc.Arbitrary<JsonSchema> = fc
  .record({
    properties: fc.dictionary(propertyName, schemaOf(true).schema, { maxKeys: 4 }),
    $defs: fc.record({
      A: schemaOf(true).schema,
      B: schemaOf(true).object.map((schema) => ({ ...schema, $anchor: "anchored" })),
    }),
    rest: schemaOf(true).object,
  })
  .map(({ properties, $defs, rest }) => ({ ...rest, type: "object", properties, $defs }));

/** Values that the schemas above may or may not accept. */
export const someValue: fc.Arbitrary<unknown> = fc.oneof(
  jsonValue,
  fc.dictionary(fc.constantFrom("a", "b", "c", "kind", "x1"), jsonValue, { maxKeys: 4 }),
  fc.array(jsonValue, { maxLength: 3 }),
);
