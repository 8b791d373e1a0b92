/** Deeper values are named, not written out: JSON.stringify itself fails at some thousand levels. */
const maxDepth = 100;

/** More than any model reads; a value that refers to the same things again and again would have no end. */
const maxObjects = 100_000;
let objectsLeft = maxObjects;

/** JSON for any value at all; what JSON cannot say is said in words, the same words each time (EX-11). */
export function toJsonText(value: unknown): string {
  objectsLeft = maxObjects;
  const plain = toPlain(value, []);
  return typeof plain === "string" ? plain : (JSON.stringify(plain) ?? "null");
}

/** A copy of a value in which everything is JSON. `parents` is the way down, to see circles. */
function toPlain(value: unknown, parents: readonly unknown[]): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return value;
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
      return value.toString();
    case "symbol":
      return value.toString();
    case "function":
      return `[function ${value.name || "anonymous"}]`;
    default:
      return value === null ? null : objectToPlain(value as object, parents);
  }
}

function objectToPlain(value: object, parents: readonly unknown[]): unknown {
  if (parents.includes(value)) return "[circular]";
  if (parents.length >= maxDepth) return "[nested too deeply]";
  if (--objectsLeft < 0) return "[too much to write out]";
  const within = [...parents, value];
  try {
    if (Array.isArray(value)) return Array.from(value, (item: unknown) => toPlain(item, within) ?? null);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[invalid date]" : value.toISOString();
    if (value instanceof Map) return mapToPlain(value, within);
    if (value instanceof Set) return Array.from(value, (item: unknown) => toPlain(item, within) ?? null);
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
      return `[binary, ${value.byteLength} bytes]`;
    if (value instanceof RegExp || value instanceof URL) return String(value);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") return toPlain(toJSON.call(value), within);
    const entries = Object.entries(value);
    const kind = entries.length === 0 ? kindOf(value) : "Object";
    return kind === "Object" ? recordToPlain(entries, within) : `[${kind}, with nothing in it to read]`;
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? error.message : "it threw"}]`;
  }
}

/** What something is that shows nothing of itself: of a response or a stream `{}` would say that it is empty. */
function kindOf(value: object): string {
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  // An object without a prototype has no constructor.
  return (kind === "Object" && (value as { constructor?: Function }).constructor?.name) || kind;
}

function mapToPlain(map: ReadonlyMap<unknown, unknown>, parents: readonly unknown[]): unknown {
  const entries = [...map];
  const hasTextKeys = entries.every((entry): entry is [string, unknown] => typeof entry[0] === "string");
  return hasTextKeys ? recordToPlain(entries, parents) : toPlain(entries, parents);
}

function recordToPlain(
  entries: readonly (readonly [string, unknown])[],
  parents: readonly unknown[],
): object {
  // fromEntries defines properties, so that a key `__proto__` stays data.
  return Object.fromEntries(entries.map(([key, item]) => [key, toPlain(item, parents)]));
}
