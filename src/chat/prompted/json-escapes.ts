import { jsonEscapes } from "../../calls/almost-json-reader.ts";

/** Where a JSON string ends or escapes something next; the end of the text where it does neither. */
export function findStringStop(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "\\") return at;
  }
  return text.length;
}

/** The escape that begins here, `undefined` where it has not arrived in full. One that JSON does not know stands for itself. */
export function readEscape(text: string, at: number): { text: string; end: number } | undefined {
  const letter = text[at + 1];
  if (letter === undefined) return undefined;
  if (letter !== "u") return { text: jsonEscapes.get(letter) ?? `\\${letter}`, end: at + 2 };
  const digits = /^[\da-fA-F]*/.exec(text.slice(at + 2, at + 6))?.[0] ?? "";
  const end = at + 2 + digits.length;
  if (digits.length === 4) return { text: String.fromCharCode(Number.parseInt(digits, 16)), end };
  return end === text.length ? undefined : { text: text.slice(at, end), end };
}
