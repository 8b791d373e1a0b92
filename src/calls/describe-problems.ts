import { inlineRefs } from "../schema/inline-refs.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { toTypeNotation } from "../schema/keyword-words.ts";
import { isModernSubschema } from "../schema/modern-schema.ts";
import { modernize } from "../schema/modernize.ts";
import type { SchemaProblem } from "../schema/validator.ts";
import { sayValue, shorten } from "../schema/words.ts";
import { parsePointer } from "./json-pointer.ts";
import { explainLoss } from "./lenient-json.ts";
import { parametersOf } from "./schema-parameters.ts";

/** A small model loses the thread in a longer list. */
const maxProblems = 20;
const maxParameters = 30;
const maxNameLength = 64;
const maxTypeLength = 100;
const maxExpectedLength = 200;

/**
 * What a model has to know to correct a call (EX-9, FIX-9): each wrong field, what it must be and what it was, and
 * the parameters that there are.
 *
 *     Invalid arguments for "set_level".
 *     - level: must be a number, got "2 apples"
 *     - room: is required
 *     Required parameters: room: string, level: number (from 0 to 100). Optional: fade: boolean.
 */
export function describeProblems(
  toolName: string,
  problems: readonly SchemaProblem[],
  schema: JsonSchema,
): string {
  const lines = problems.slice(0, maxProblems).map((problem) => `- ${describeProblem(problem)}`);
  if (problems.length > maxProblems) lines.push(`- and ${problems.length - maxProblems} more`);
  return [`Invalid arguments for "${toolName}".`, ...lines, describeParameters(schema)].join("\n");
}

function describeProblem({ path, expected, value, keyword }: SchemaProblem): string {
  const field = toFieldName(path);
  if (expected === "required") return `${field}: is required`;
  // Text where a type is missed may be JSON that was not read because reading it would lose something (FIX-1).
  const loss = keyword === "type" && typeof value === "string" ? explainLoss(value) : undefined;
  if (loss !== undefined) return `${field}: ${loss}`;
  const was = value === undefined || valueDoesNotMatter.has(keyword) ? "" : `, got ${sayValue(value)}`;
  return `${field}: must be ${shorten(expected, maxExpectedLength)}${was}`;
}

const valueDoesNotMatter = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "false schema",
  "depth",
]);

/** As a program would write it: `lamps[0].level`, which models read better than a JSON Pointer. */
function toFieldName(path: string): string {
  if (path === "") return "arguments";
  const steps = parsePointer(path).map((step) => {
    if (/^\d+$/.test(step)) return `[${step}]`;
    return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step) ? `.${step}` : `[${sayValue(step)}]`;
  });
  return shorten(steps.join("").replace(/^\./, ""), maxNameLength);
}

const described = new WeakMap<JsonSchema, string>();

function describeParameters(schema: JsonSchema): string {
  let words = described.get(schema);
  if (words === undefined) {
    words = listParameters(schema);
    described.set(schema, words);
  }
  return words;
}

function listParameters(schema: JsonSchema): string {
  const { properties, required } = parametersOf(modernize(inlineRefs(schema).schema, []));
  const names = [...new Set([...properties.keys(), ...required])];
  if (names.length === 0) return "It takes no parameters.";
  const listed = (some: readonly string[]): string => {
    const shown = some.slice(0, maxParameters).map((name) => {
      const property = properties.get(name);
      const type = isModernSubschema(property) ? toTypeNotation(property) : "any";
      return `${shorten(name, maxNameLength)}: ${shorten(type, maxTypeLength)}`;
    });
    const rest = some.length - shown.length;
    return shown.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
  };
  const needed = names.filter((name) => required.has(name));
  const optional = names.filter((name) => !required.has(name));
  const sentences = [
    needed.length === 0 ? "No parameter is required." : `Required parameters: ${listed(needed)}.`,
    ...(optional.length === 0 ? [] : [`Optional: ${listed(optional)}.`]),
  ];
  return sentences.join(" ");
}
