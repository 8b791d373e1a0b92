/** A JSON Schema object, of whatever draft; what stands in it is checked where it is used. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
