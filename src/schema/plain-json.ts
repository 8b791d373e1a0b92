/** A copy that shares nothing with the value, or `undefined` where JSON has no way to say it. */
export function toPlainJson(value: unknown): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // Circular, a BigInt, or nested more deeply than JSON.stringify can go.
    return undefined;
  }
}
