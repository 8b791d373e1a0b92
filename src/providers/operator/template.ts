import { SwitchboardError } from "../../errors.ts";

/** A sentence that means a call: `turn (on|off) [the] {deviceName}`. */
export interface SentenceTemplate {
  /** Words, `(one|other)`, `[may be left out]` and `{slot}`, where a slot has the name of a parameter. */
  readonly sentence: string;
  readonly tool: string;
  /** Arguments that are the same each time. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** What may stand in a slot: a list, or where a tool gives one. Without it the schema decides. */
  readonly values?: Readonly<Record<string, ValueSource>>;
  /** What is said when it is done, with `{slot}` and `{result}` filled in. */
  readonly answer?: string;
}

export type ValueSource = readonly string[] | LiveValueSource;

/** A tool without arguments that lists names, and where in its result they stand: `devices[].name`. */
export interface LiveValueSource {
  readonly tool: string;
  readonly path?: string;
}

type TemplatePart =
  | { readonly type: "word"; readonly text: string }
  | { readonly type: "slot"; readonly name: string }
  | { readonly type: "choice"; readonly options: readonly TemplateSequence[]; readonly isOptional: boolean };

export type TemplateSequence = readonly TemplatePart[];

export class TemplateError extends SwitchboardError {
  /** Where in the sentence, counted from 1. */
  readonly position: number;

  constructor(sentence: string, position: number, problem: string) {
    super(
      "invalid_template",
      `The template ${JSON.stringify(sentence)} is wrong at position ${position}: ${problem}`,
    );
    this.position = position;
  }
}

/** Deeper nesting is a mistake, and would be a stack overflow in the end. */
const maxDepth = 20;

export function parseTemplate(sentence: string): TemplateSequence {
  return new TemplateParser(sentence).parse();
}

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]" };

class TemplateParser {
  readonly #sentence: string;
  #at = 0;

  constructor(sentence: string) {
    this.#sentence = sentence;
  }

  parse(): TemplateSequence {
    const sequence = this.#readSequence(0);
    if (this.#at < this.#sentence.length) {
      const found = this.#sentence[this.#at] ?? "";
      throw this.#error(found === "|" ? '"|" stands only inside ( ) or [ ]' : `"${found}" closes nothing`);
    }
    if (!hasWords(sequence)) throw this.#error("it has no word that must be said");
    return sequence;
  }

  #readSequence(depth: number): TemplateSequence {
    const parts: TemplatePart[] = [];
    while (this.#at < this.#sentence.length) {
      const character = this.#sentence[this.#at] ?? "";
      if (/[)\]|]/.test(character)) break;
      if (/\s/.test(character)) this.#at += 1;
      else if (character in closers) parts.push(this.#readChoice(character, depth + 1));
      else if (character === "{") parts.push(this.#readSlot());
      else if (character === "}") throw this.#error('"}" closes nothing');
      else parts.push(this.#readWord());
    }
    return parts;
  }

  #readChoice(opener: string, depth: number): TemplatePart {
    const start = this.#at;
    if (depth > maxDepth) throw this.#error(`it is nested more than ${maxDepth} deep`);
    const options: TemplateSequence[] = [];
    do {
      this.#at += 1;
      const optionStart = this.#at;
      const option = this.#readSequence(depth);
      if (option.length === 0) {
        this.#at = optionStart;
        throw this.#error("a word, a slot or a group is missing here");
      }
      options.push(option);
    } while (this.#sentence[this.#at] === "|");
    if (this.#sentence[this.#at] !== closers[opener]) {
      this.#at = start;
      throw this.#error(`"${opener}" is never closed with "${closers[opener]}"`);
    }
    this.#at += 1;
    return { type: "choice", options, isOptional: opener === "[" };
  }

  #readSlot(): TemplatePart {
    const end = this.#sentence.indexOf("}", this.#at);
    if (end < 0) throw this.#error('"{" is never closed with "}"');
    const name = this.#sentence.slice(this.#at + 1, end).trim();
    if (name === "" || /[{}()[\]|\s]/.test(name))
      throw this.#error("a slot is the name of one parameter, such as {deviceName}");
    this.#at = end + 1;
    return { type: "slot", name };
  }

  #readWord(): TemplatePart {
    const text = /^[^\s()[\]{}|]+/.exec(this.#sentence.slice(this.#at))?.[0] ?? "";
    this.#at += text.length;
    return { type: "word", text };
  }

  #error(problem: string): TemplateError {
    return new TemplateError(this.#sentence, this.#at + 1, problem);
  }
}

/** Without one, it would be true of every sentence. */
function hasWords(sequence: TemplateSequence): boolean {
  return sequence.some((part) => {
    if (part.type !== "choice") return part.type === "word";
    return !part.isOptional && part.options.every(hasWords);
  });
}

/** The slots of a template, in order. */
export function slotsOf(sequence: TemplateSequence): string[] {
  return sequence.flatMap((part) => {
    if (part.type === "choice") return part.options.flatMap(slotsOf);
    return part.type === "slot" ? [part.name] : [];
  });
}
