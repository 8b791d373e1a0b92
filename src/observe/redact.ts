export interface RedactorOptions {
  /** Values that must not appear in a log whatever key they stand under, e.g. the API keys of the config. */
  readonly secrets?: readonly string[];
  /** Longer texts are cut: 500 characters. */
  readonly maxTextLength?: number;
}

export type Redact = (value: unknown) => unknown;

const hidden = "[redacted]";
const maxDepth = 8;
const maxItems = 50;
/** A log line is for reading. */
const maxValues = 1_000;

const secretKey =
  /pass(?:word|wd|phrase|code)?$|secret|token|api[-_]?key|authori[sz]ation|cookie|credential|private[-_]?key|^pin$/i;

/** `"password": "…"` and `token=…` inside text, where no key is left to go by. */
const secretInText =
  /((?:pass(?:word|wd|phrase|code)|secret|token|api[-_]?key|authorization|private[-_]?key)\\*["']?\s*[:=]\s*)(\\+"[^"]*"|"(?:[^"\\]|\\.)*"|'[^']*'|(?:bearer|basic)\s+[^\s"',}]+|[^\s"',}]+)/gi;

/** What a refusal says of a field: `- password: must be a string, got …`. */
const secretInProblem =
  /^(- \S*(?:pass|secret|token|api[-_]?key|authori[sz]ation|cookie|credential|private[-_]?key|\bpin\b)\S*: .*?got ).*$/gim;

/** Makes a function that copies a value for a log: secrets hidden by key and by value, long parts cut (EX-2). */
export function createRedactor(options: RedactorOptions = {}): Redact {
  const { maxTextLength = 500 } = options;
  // Longest first, so that a secret inside a longer one does not leave the rest of it standing.
  const secrets = (options.secrets ?? [])
    .filter((secret) => secret.length >= 4)
    .toSorted((a, b) => b.length - a.length);

  function redactText(text: string): string {
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, hidden);
    // What is cut off needs no search; what begins before the cut is searched to its end.
    shown = shown.slice(0, maxTextLength * 4);
    // Most texts of a call name nothing, and need no search.
    if (shown.includes(":") || shown.includes("=")) {
      shown = shown.replace(secretInText, `$1${hidden}`).replace(secretInProblem, `$1${hidden}`);
    }
    if (shown.length <= maxTextLength) return shown;
    return `${shown.slice(0, maxTextLength)}… (${text.length} characters)`;
  }

  let values = 0;

  function redact(value: unknown, depth: number): unknown {
    if (++values > maxValues) return "[…]";
    if (typeof value === "string") return redactText(value);
    if (typeof value === "bigint" || typeof value === "symbol") return String(value);
    if (typeof value === "function") return "[function]";
    if (typeof value !== "object" || value === null) return value;
    if (depth >= maxDepth) return "[…]";
    if (value instanceof Error) return `${value.name}: ${redactText(value.message)}`;
    if (ArrayBuffer.isView(value)) return `[binary, ${value.byteLength} bytes]`;
    if (Array.isArray(value)) return redactItems(value, depth);
    return redactRecord(value, depth);
  }

  function redactItems(items: readonly unknown[], depth: number): unknown[] {
    const shown = items.slice(0, maxItems).map((item) => redact(item, depth + 1));
    return items.length > maxItems ? [...shown, `… ${items.length - maxItems} more`] : shown;
  }

  function redactRecord(record: object, depth: number): unknown {
    const keys = Object.keys(record);
    const entries = keys.slice(0, maxItems).map((key): [string, unknown] => {
      if (secretKey.test(key)) return [redactText(key), hidden];
      return [redactText(key), redact((record as Record<string, unknown>)[key], depth + 1)];
    });
    if (keys.length > maxItems) entries.push(["…", `${keys.length - maxItems} more`]);
    return Object.fromEntries(entries);
  }

  return (value) => {
    values = 0;
    try {
      return redact(value, 0);
    } catch {
      return "[unreadable]";
    }
  };
}
