import type { ToolMessage } from "../../chat/model.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import type { ToolArguments } from "../../tools/tool.ts";
import { nameWords } from "./language/tokens.ts";

/** A call that was made, with what came of it. */
export interface DoneCall {
  readonly name: string;
  readonly args: ToolArguments;
  readonly result: ToolMessage | undefined;
  /** What a template wants said. */
  readonly answer?: string;
}

const maxItems = 20;
const maxDepth = 3;

/** What a person is told about the calls of their request. */
export function toAnswer(calls: readonly DoneCall[]): string {
  const names = new Set(calls.map(({ name }) => name));
  const texts = calls.map((call) => {
    const text = toText(call);
    return calls.length > 1 && needsLabel(call, text) ? `${labelOf(call, names.size > 1)}: ${text}` : text;
  });
  return texts.join("\n");
}

function toText({ name, args, result, answer }: DoneCall): string {
  if (result === undefined) return "Nothing came back, so I do not know whether it was done.";
  const content = result.content.trim();
  if (result.failed) return `That did not work: ${cut(withoutErrorWord(content))}`;
  if (answer !== undefined) return fillAnswer(answer, args, content);
  if (content === "" || content === "(no output)") return `Done: ${nameWords(name).join(" ")}.`;
  return toReadable(content);
}

/** As much of a reason as a person wants to hear. */
const maxReason = 400;

const cut = (text: string): string => (text.length > maxReason ? `${text.slice(0, maxReason)}…` : text);

export const withoutErrorWord = (text: string): string => text.trim().replace(/^Error:\s*/, "");

/** `{slot}` is an argument, `{result}` all that came back, `{result.temperature}` a part of it. */
function fillAnswer(answer: string, args: ToolArguments, content: string): string {
  const value = parseJson(content);
  return answer.replaceAll(/\{([^{}]+)\}/g, (whole, path: string) => {
    const [first = "", ...rest] = path.split(".");
    if (first !== "result") return Object.hasOwn(args, first) ? inline(args[first]) : whole;
    const found = rest.reduce(
      (place, key) => (isPlainObject(place) && Object.hasOwn(place, key) ? place[key] : undefined),
      value,
    );
    return found === undefined ? (rest.length === 0 ? content : whole) : inline(found);
  });
}

/** Sentences stay as they are; JSON becomes lines that can be read out. */
function toReadable(content: string): string {
  const value = parseJson(content);
  if (value === undefined) return content;
  if (value === null || value === "") return "There is nothing.";
  if (Array.isArray(value) || isPlainObject(value)) return describe(value, 0);
  return inline(value);
}

function parseJson(text: string): unknown {
  if (!/^(?:[[{"]|true$|false$|null$)/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(value: readonly unknown[] | Readonly<Record<string, unknown>>, depth: number): string {
  return Array.isArray(value)
    ? describeList(value, depth)
    : describeObject(value as Readonly<Record<string, unknown>>, depth);
}

function describeList(items: readonly unknown[], depth: number): string {
  if (items.length === 0) return "There is nothing.";
  const lines = items
    .slice(0, maxItems)
    .map((item) => `- ${isPlainObject(item) ? describeItem(item) : inline(item)}`);
  const rest = items.length > maxItems ? [`… and ${items.length - maxItems} more`] : [];
  return [...lines, ...rest].map((line) => "  ".repeat(depth) + line).join("\n");
}

/** An item is called by its name, with the rest behind it. */
function describeItem(item: Readonly<Record<string, unknown>>): string {
  const key = ["name", "title", "label", "id"].find((each) => typeof item[each] === "string");
  const others = Object.entries(item).filter(
    ([name, value]) => name !== key && value !== null && value !== undefined && value !== "",
  );
  const rest = others.map(([name, value]) => `${nameWords(name).join(" ")} ${inline(value)}`).join(", ");
  if (key === undefined) return rest;
  return rest === "" ? String(item[key]) : `${String(item[key])}: ${rest}`;
}

function describeObject(object: Readonly<Record<string, unknown>>, depth: number): string {
  const entries = Object.entries(object);
  if (entries.length === 0) return "There is nothing.";
  const lines = entries.slice(0, maxItems).map(([name, value]) => {
    const label = nameWords(name).join(" ") || name;
    const isNested =
      depth < maxDepth &&
      ((Array.isArray(value) && value.length > 0) || (isPlainObject(value) && Object.keys(value).length > 0));
    const isLong =
      isNested &&
      (isPlainObject(value) || (value as readonly unknown[]).some((item) => typeof item === "object"));
    return isLong
      ? `${label}:\n${describe(value as readonly unknown[], depth + 1)}`
      : `${label}: ${inline(value)}`;
  });
  const rest = entries.length > maxItems ? [`… and ${entries.length - maxItems} more`] : [];
  return [...lines, ...rest].map((line) => "  ".repeat(depth) + line).join("\n");
}

/** A value within a line. */
function inline(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.slice(0, maxItems).map(inlineDeep).join(", ");
  return isPlainObject(value) ? describeItem(value) : String(value);
}

function inlineDeep(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : inline(value);
}

/** Which result is which, where it does not say so itself. */
function needsLabel({ args, answer }: DoneCall, text: string): boolean {
  if (answer !== undefined) return false;
  const said = text.toLowerCase();
  const values = Object.values(args).filter(
    (value) => typeof value === "string" || typeof value === "number",
  );
  return !values.some((value) => said.includes(String(value).toLowerCase()));
}

function labelOf({ name, args }: DoneCall, withName: boolean): string {
  const values = Object.values(args).map(inline).join(", ");
  const label = nameWords(name).join(" ");
  if (values === "") return label;
  return withName ? `${label} (${values})` : values;
}
