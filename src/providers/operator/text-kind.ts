import type { JsonSchema } from "../../schema/json-schema.ts";
import { timeZones } from "./known-values.ts";
import { toStem } from "./language/stem.ts";
import { nameWords } from "./language/tokens.ts";
import type { ParameterKind } from "./parameters.ts";

const contentNames = new Set(
  "text message body content note query question prompt sentence phrase description comment input search keyword keywords term q words"
    .split(" ")
    .map(toStem),
);
const titleNames = new Set(
  "title label subject topic summary caption heading task reminder event".split(" ").map(toStem),
);

export function toTextKind(schema: JsonSchema, name: string, description: string): ParameterKind {
  const words = nameWords(name);
  const { format } = schema;
  if (format === "date" || format === "time" || format === "date-time") return { type: "moment", format };
  if (words.join("").startsWith("timezone") || words.join("") === "tz")
    return { type: "choice", values: timeZones(), isExact: true };
  if (
    /^(?:expression|formula|calculation|arithmetic)$/.test(words.at(-1) ?? "") &&
    !/regular|cron/i.test(description)
  ) {
    return { type: "arithmetic" };
  }
  // Addresses, paths and identifiers are never the rest of a sentence.
  if (typeof format === "string") return { type: "unsayable" };
  const last = toStem(words.at(-1) ?? "");
  const role = contentNames.has(last) ? "content" : titleNames.has(last) ? "title" : "name";
  const pattern =
    typeof schema["pattern"] === "string"
      ? toTellingPattern(schema["pattern"])
      : /^(?:path|file|filename)$/.test(words.at(-1) ?? "")
        ? pathPattern
        : undefined;
  return { type: "text", role, isList: false, ...(pattern && { pattern }) };
}

/** `src/main.ts`, `notes.md`. */
const pathPattern = /^(?:[~.]{0,2}\/\S+|[^\s@]+\.[a-z]\w{0,4})$/i;

/** Only a pattern that no plain word fits is a sign of its own. */
function toTellingPattern(source: string): RegExp | undefined {
  try {
    const pattern = new RegExp(source, "u");
    return ["word", "a", "the lamp", "12", ""].some((text) => pattern.test(text)) ? undefined : pattern;
  } catch {
    return undefined;
  }
}
