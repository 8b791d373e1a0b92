import { setOwn } from "../../calls/own-property.ts";

const ends = ["</function>", "</tool_call>"];
const parameterOpen = "<parameter=";
const parameterClose = "</parameter>";

/** Follows the parameters of a `<function=name>` to the tag that ends them. */
export class TagTracker {
  state: "open" | "whole" = "open";
  /** What stands directly before the present character, as far as it may begin an end tag. */
  #begun = "";

  read(text: string, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const character = text.charAt(at);
      if (character === "<") this.#begun = "<";
      else if (this.#begun !== "") this.#extend(character);
      if (this.state === "whole") return at + 1;
    }
    return to;
  }

  #extend(character: string): void {
    const begun = this.#begun + character;
    if (ends.includes(begun)) this.state = "whole";
    this.#begun = ends.some((end) => end.startsWith(begun)) ? begun : "";
  }
}

/**
 * The arguments in `<parameter=a>1</parameter>…</function>`. Values stay text: what type they are is in the tool's
 * schema, and the executor reads them by it (FIX-2). Guessing here would make 1 of a string "1.0".
 */
export function parseTaggedArguments(text: string): Record<string, unknown> | undefined {
  const args: Record<string, unknown> = {};
  const end = text.lastIndexOf("</");
  let at = skipSpace(text, 0);
  while (at < end) {
    if (!text.startsWith(parameterOpen, at)) return undefined;
    const nameEnd = text.indexOf(">", at);
    const valueEnd = text.indexOf(parameterClose, at);
    if (nameEnd < 0 || valueEnd < nameEnd) return undefined;
    const name = text.slice(at + parameterOpen.length, nameEnd).trim();
    const value = withoutOuterBreaks(text.slice(nameEnd + 1, valueEnd));
    // One of two values would be lost, and nothing says which is meant.
    if (Object.hasOwn(args, name) && args[name] !== value) return undefined;
    setOwn(args, name, value);
    at = skipSpace(text, valueEnd + parameterClose.length);
  }
  return args;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === "") at++;
  return at;
}

/** The line breaks after the opening tag and before the closing one are layout. */
function withoutOuterBreaks(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}
