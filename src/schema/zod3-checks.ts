import { isPlainObject, type JsonSchema } from "./json-schema.ts";

const formats: Readonly<Record<string, string>> = {
  email: "email",
  url: "uri",
  uuid: "uuid",
  datetime: "date-time",
  date: "date",
  time: "time",
  duration: "duration",
};

/** What the checks of a Zod 3 string say about it, as far as JSON Schema can. */
export function zod3StringKeywords(checks: unknown): JsonSchema {
  const keywords: JsonSchema = {};
  const patterns: string[] = [];
  for (const { kind, value, regex } of listOf(checks)) {
    if (kind === "min" || kind === "length") keywords["minLength"] = value;
    if (kind === "max" || kind === "length") keywords["maxLength"] = value;
    const format = formats[String(kind)];
    if (format !== undefined) keywords["format"] = format;
    if (kind === "startsWith") patterns.push(`^${escapePattern(value)}`);
    if (kind === "endsWith") patterns.push(`${escapePattern(value)}$`);
    if (kind === "includes") patterns.push(escapePattern(value));
    // A pattern of JSON Schema has no flags.
    if (regex instanceof RegExp && /^[guy]*$/.test(regex.flags)) patterns.push(regex.source);
  }
  const [pattern, ...others] = patterns;
  if (pattern !== undefined) keywords["pattern"] = pattern;
  if (others.length > 0) keywords["allOf"] = others.map((other) => ({ pattern: other }));
  return keywords;
}

/** What the checks of a Zod 3 number say about it. */
export function zod3NumberKeywords(checks: unknown): JsonSchema {
  const keywords: JsonSchema = {};
  for (const { kind, value, inclusive } of listOf(checks)) {
    if (kind === "int") keywords["type"] = "integer";
    if (kind === "min") keywords[inclusive === true ? "minimum" : "exclusiveMinimum"] = value;
    if (kind === "max") keywords[inclusive === true ? "maximum" : "exclusiveMaximum"] = value;
    if (kind === "multipleOf") keywords["multipleOf"] = value;
  }
  return keywords;
}

function listOf(checks: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(checks) ? checks.filter(isPlainObject) : [];
}

function escapePattern(text: unknown): string {
  return String(text).replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
}
