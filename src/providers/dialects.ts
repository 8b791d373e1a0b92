import type { Dialect } from "../schema/dialect.ts";

/** The server keeps these and silently drops the rest; a boolean where a schema belongs is a 400. */
const ollama: Dialect = {
  keywords: new Set(["type", "description", "enum", "properties", "required", "items", "anyOf"]),
  style: "json-schema",
};

/** JSON Schema whole, but `array schema missing items` is a 400. */
const openai: Dialect = { keywords: "all", style: "json-schema", needsItems: true };

/** JSON Schema 2020-12, checked against the meta-schema; property names are checked too. */
const anthropic: Dialect = { keywords: "all", style: "json-schema", propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/ };

/**
 * `Schema` of the Gemini API: one unknown field refuses the whole request. `default` and `example` are fields
 * that the API ignores, so words tell the model more.
 */
const gemini: Dialect = {
  keywords: new Set([
    "type",
    "title",
    "description",
    "format",
    "enum",
    "properties",
    "required",
    "items",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "anyOf",
  ]),
  style: "openapi",
  needsItems: true,
  formats: { string: ["date-time"], number: ["float", "double"], integer: ["int32", "int64"] },
};

/** By provider, the dialect of a tool's parameters (FMT-10). */
export const dialects = { openai, ollama, gemini, anthropic } as const;

/** What OpenAI takes with `strict: true`; not every schema can be said in it, see `toStrictSchema`. */
export const openaiStrict: Dialect = {
  keywords: new Set([
    "type",
    "description",
    // Not `const`: an optional one has to take `null` as well, which only a list of values can say.
    "enum",
    "properties",
    "required",
    "items",
    "anyOf",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
  ]),
  style: "json-schema",
  formats: {
    string: ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"],
  },
  closesObjects: true,
};
