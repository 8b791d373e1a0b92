import { AlmostJsonReader, LossyJson, maxDepth, NotJson } from "./almost-json-reader.ts";

/**
 * Reads JSON, or what a model wrote when it meant JSON (FIX-1): single quotes, trailing commas, unquoted keys,
 * comments, raw line breaks in strings, Python's `True`, `False` and `None`, a code fence around it all.
 *
 * The whole text has to be one value. Prose around it, an end that is missing, or a spelling with more than one
 * reading (`\d` in a string) gives `undefined`: nothing is guessed. So does what would not be kept: a number with more
 * digits than JavaScript holds, one key with two values. Takes time linear in the text.
 */
export function parseLenientJson(text: string): { value: unknown } | undefined {
  const strict = parseExactJson(text);
  if (strict) return strict;
  const body = withoutCodeFence(text);
  return (body === text ? undefined : parseExactJson(body)) ?? readCarefully(body);
}

/** Valid JSON of which nothing is lost; `undefined` for anything else. */
export function parseExactJson(text: string): { value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // What is written back the same has lost nothing, which is quicker to find out than by reading it again.
  const isShallow = text.length <= 2 * maxDepth || !isDeeper(value, maxDepth);
  return isShallow && JSON.stringify(value) === text ? { value } : readCarefully(text);
}

/** What in a text cannot be kept, and what to do about it, in words for a model; `undefined` where it is no JSON. */
export function explainLoss(text: string): string | undefined {
  // A number alone in a text has been sent as a string already.
  if (/^\s*[-\d]/.test(text)) return undefined;
  try {
    const value = new AlmostJsonReader(withoutCodeFence(text)).readWhole();
    return typeof value === "string" ? explainLoss(value) : undefined;
  } catch (error) {
    if (error instanceof LossyJson) return error.message;
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function readCarefully(text: string): { value: unknown } | undefined {
  try {
    return { value: new AlmostJsonReader(text).readWhole() };
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

function withoutCodeFence(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length < 6 || !trimmed.startsWith("```") || !trimmed.endsWith("```")) return text;
  return trimmed.slice(3, -3).replace(/^[\w+-]*(?=[\s{[])/, "");
}
