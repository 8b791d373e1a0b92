/** Words about a schema, as they stand in a description for a model to read. */

/** Longer words would cost a small model more than they tell it. */
const maxLength = 400;

export function shorten(text: string, limit = maxLength): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** Puts what a schema can no longer say in brackets behind its description. */
export function addWords(description: unknown, phrases: readonly string[]): string | undefined {
  const text = typeof description === "string" ? description.trim() : "";
  if (phrases.length === 0) return text === "" ? undefined : text;
  const words = `(${phrases.join("; ")})`;
  return text === "" ? words : `${text} ${words}`;
}

/** Two descriptions of one thing, the nearer one first; what is said twice is said once. */
export function joinDescriptions(near: unknown, far: unknown): string | undefined {
  const first = typeof near === "string" ? near.trim() : "";
  const second = typeof far === "string" ? far.trim() : "";
  if (second === "" || first.includes(second)) return first === "" ? undefined : first;
  if (first === "") return second;
  const isSentence = /[.!?:;)]$/.test(first) || second.startsWith("(");
  return isSentence ? `${first} ${second}` : `${first}. ${second}`;
}

/** `"a", "b" and "c"`-like lists are read by models as data; this is for names in a sentence. */
export function listNames(names: readonly string[]): string {
  return shorten(names.join(", "), 200);
}

/** A value as JSON, short enough to stand in a sentence. */
export function sayValue(value: unknown): string {
  try {
    return shorten(JSON.stringify(value) ?? "nothing", 100);
  } catch {
    return "a value that is not JSON";
  }
}

/** Title and description in one, without a title that tells no more than the name: `"Device Name"` for `device_name`. */
export function describeWithTitle(title: unknown, description: unknown, name: string): string | undefined {
  const text = typeof description === "string" ? description : "";
  const isTelling =
    typeof title === "string" && plainLetters(title) !== plainLetters(name) && !text.includes(title);
  return joinDescriptions(isTelling ? title : undefined, text);
}

function plainLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
