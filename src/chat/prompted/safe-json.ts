import { isJson } from "../../calls/is-json.ts";

/**
 * What chat templates and call syntaxes are made of: special tokens, tags around calls, results and thinking,
 * bracketed control words.
 */
const markup =
  /<(?=[|｜]|\/?(?:tool|function|think|start_of_turn|end_of_turn|s>))|\[(?=\/?(?:TOOL_|AVAILABLE_|INST|SYSTEM_|ARGS|CALL_ID))/g;

/**
 * A value as JSON that can stand in a prompt: nothing in it reads as the end of the block around it, or as a call.
 * In JSON a character may as well be written as its code, so nothing is lost.
 */
export function toSafeJson(value: unknown): string {
  return escapeMarkup(JSON.stringify(value) ?? "null");
}

/** Text that is JSON already stays as it is, digit for digit: quoted once more it is hard to read for a small model. */
export function toSafeJsonText(text: string): string {
  return isJson(text) ? escapeMarkup(text) : toSafeJson(text);
}

/** Outside of strings JSON has nothing that looks like markup, so that only strings change. */
function escapeMarkup(json: string): string {
  return json.replaceAll(markup, (character) => (character === "<" ? "\\u003c" : "\\u005b"));
}
