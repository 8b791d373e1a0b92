import { SwitchboardError } from "../errors.ts";
import { toSpokenWords } from "./spoken-words.ts";

/**
 * A way to say something, as the operator's `vocabulary` gives it: `turn (on|off) [the] {deviceName}`. Round brackets
 * choose, what stands in square ones may be left out, and in braces stands a slot.
 */
export interface SpokenSentence {
  readonly sentence: string;
  /** What may be said in a slot: any of these texts, or a number from 0 to 100. One that is not here takes any words. */
  readonly values?: Readonly<Record<string, readonly string[] | "number">>;
}

/** The same sentences with the names that a house has, where their slots would take any words. */
export function fillSlots(
  sentences: readonly SpokenSentence[],
  namesBySlot: Readonly<Record<string, readonly string[]>>,
): SpokenSentence[] {
  return sentences.map(({ sentence, values }) => ({ sentence, values: { ...namesBySlot, ...values } }));
}

const units = "one | two | three | four | five | six | seven | eight | nine";
const numberRules = [
  `<unit> = ${units};`,
  "<teen> = ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen;",
  "<tens> = twenty | thirty | forty | fifty | sixty | seventy | eighty | ninety;",
  "<number> = zero | <unit> | <teen> | <tens> [<unit>] | (one | a) hundred;",
];

export interface GrammarOptions {
  /**
   * JSGF for anything else, such as any row of sounds. It stands beside the sentences and beside each list, so that
   * what is none of them is heard as that: a grammar alone makes one of its sentences of whatever is said in the room.
   */
  readonly other?: string;
}

/** How much less likely anything else is: found by trial, with four voices and a hundred sentences of both kinds. */
const otherWeight = "1e-20";

/**
 * A grammar in JSGF of all that can be said, for recognizers that choose. Sentences with a slot that has no values are
 * left out: what would be said there cannot be listed.
 */
export function toGrammar(sentences: readonly SpokenSentence[], { other }: GrammarOptions = {}): string {
  const orOther = (rule: string) => (other === undefined ? rule : `/1/ (${rule}) | /${otherWeight}/ <other>`);
  const rules = new RuleBook(orOther);
  const expansions = sentences.flatMap(({ sentence, values = {} }) => {
    const ruleOf = (slot: string) => (Object.hasOwn(values, slot) ? rules.nameOf(values[slot]) : undefined);
    return new SentenceReader(sentence, ruleOf).read() ?? [];
  });
  if (expansions.length === 0) {
    throw new SwitchboardError(
      "empty_grammar",
      "There is nothing to say: no sentence of the tools can be spoken",
    );
  }
  const alternatives = [...new Set(expansions)].map((expansion) => `  ${expansion}`).join(" |\n");
  return [
    "#JSGF V1.0;",
    "grammar house;",
    `public <utterance> = ${orOther("[please] <command> [please]")};`,
    `<command> =\n${alternatives};`,
    ...rules.lines,
    ...(other === undefined ? [] : [`<other> = ${other};`]),
    "",
  ].join("\n");
}

/** Every word of a grammar, once: a recognizer has to know how each of them sounds. */
export function wordsOf(grammar: string): string[] {
  const rules = grammar.replace(/^#JSGF[^;]*;\s*grammar[^;]*;/, "");
  // Without the names of rules, the weights, and the words that stand for single sounds.
  const words = rules.replaceAll(/public\s+(?=<)|<[^>]*>|\/[^/]*\/|_\w+/g, " ").match(/[\p{L}\p{M}']+/gu);
  return [...new Set(words)];
}

/** The rules that sentences share: each list of values is written down once. */
class RuleBook {
  readonly #rules = new Map<string, string>();
  readonly #orOther: (rule: string) => string;
  #needsNumbers = false;

  constructor(orOther: (rule: string) => string) {
    this.#orOther = orOther;
  }

  get lines(): readonly string[] {
    const lists = [...this.#rules].map(
      ([alternatives, name]) => `<${name}> = ${this.#orOther(alternatives)};`,
    );
    return this.#needsNumbers ? [...lists, ...numberRules] : lists;
  }

  nameOf(values: readonly string[] | "number" | undefined): string | undefined {
    if (values === "number") {
      this.#needsNumbers = true;
      return "number";
    }
    const spoken = (values ?? [])
      .map((value) => toSpokenWords(value).join(" "))
      .filter((words) => words !== "");
    if (spoken.length === 0) return undefined;
    const alternatives = [...new Set(spoken)].join(" | ");
    const name = this.#rules.get(alternatives) ?? `list${this.#rules.size + 1}`;
    this.#rules.set(alternatives, name);
    return name;
  }
}

/** Reads one sentence's notation and writes it as JSGF. */
class SentenceReader {
  readonly #tokens: readonly string[];
  readonly #sentence: string;
  readonly #ruleOf: (slot: string) => string | undefined;
  #at = 0;

  constructor(sentence: string, ruleOf: (slot: string) => string | undefined) {
    this.#sentence = sentence;
    this.#tokens = sentence.match(/\{[^}]*\}|[()[\]|]|[^{}()[\]|]+/g) ?? [];
    this.#ruleOf = ruleOf;
  }

  /** `undefined` where a part that cannot be left out cannot be said. */
  read(): string | undefined {
    return this.#readChoice(undefined) || undefined;
  }

  #readChoice(close: string | undefined): string | undefined {
    const choices = [this.#readSequence()];
    while (this.#tokens[this.#at] === "|") {
      this.#at += 1;
      choices.push(this.#readSequence());
    }
    if (this.#tokens[this.#at] !== close) {
      const problem =
        close === undefined ? `"${this.#tokens[this.#at]}" closes nothing` : `"${close}" is missing`;
      throw new SwitchboardError(
        "invalid_sentence",
        `The sentence "${this.#sentence}" cannot be read: ${problem}`,
      );
    }
    this.#at += 1;
    const sayable = choices.filter((choice) => choice !== undefined);
    if (sayable.length === 0) return undefined;
    return sayable.filter((choice) => choice !== "").join(" | ");
  }

  #readSequence(): string | undefined {
    const parts: (string | undefined)[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token === "|" || token === ")" || token === "]") break;
      this.#at += 1;
      parts.push(this.#readPart(token));
    }
    return parts.includes(undefined) ? undefined : parts.filter((part) => part !== "").join(" ");
  }

  #readPart(token: string): string | undefined {
    if (token === "(") {
      const choice = this.#readChoice(")");
      return choice && `(${choice})`;
    }
    if (token === "[") {
      const choice = this.#readChoice("]");
      return choice ? `[${choice}]` : "";
    }
    if (!token.startsWith("{")) return toSpokenWords(token).join(" ");
    const rule = this.#ruleOf(token.slice(1, -1).trim());
    return rule && `<${rule}>`;
  }
}
