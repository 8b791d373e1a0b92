import { readInstruction } from "./arithmetic-words.ts";
import { readNumber } from "./numbers.ts";
import type { Token } from "./tokens.ts";

/** A calculation in a sentence, in signs and in words. Tokens `from` up to, but not including, `to`. */
export interface ArithmeticSpan {
  readonly from: number;
  readonly to: number;
  readonly expression: string;
}

const spokenOperators: readonly (readonly [words: readonly string[], sign: string])[] = [
  [["to", "the", "power", "of"], " ^ "],
  [["multiplied", "by"], " * "],
  [["divided", "by"], " / "],
  [["plus"], " + "],
  [["minus"], " - "],
  [["times"], " * "],
  [["x"], " * "],
  [["over"], " / "],
  [["modulo"], " % "],
  [["squared"], "^2"],
  [["cubed"], "^3"],
  [["percent", "of"], "% of "],
  [["%", "of"], "% of "],
];
const signs = new Set(["+", "-", "−", "*", "×", "/", "÷", "^", "(", ")", "%", "!", ","]);
const operators = new Set(["+", "-", "−", "*", "×", "/", "÷", "^", "%", "!"]);
const writtenAs: Readonly<Record<string, string>> = { "×": "*", "÷": "/", "−": "-" };
const functions = new Set("sqrt cbrt abs round floor ceil min max ln log10 log2 sin cos tan".split(" "));

/** The longest calculation of a sentence; numbers alone are none. */
export function findArithmetic(tokens: readonly Token[]): ArithmeticSpan | undefined {
  for (let from = 0; from < tokens.length; from += 1) {
    const span = readInstruction(tokens, from) ?? readArithmetic(tokens, from);
    if (span !== undefined) return span;
  }
  return undefined;
}

function readArithmetic(tokens: readonly Token[], from: number): ArithmeticSpan | undefined {
  // The rest of something larger would be another calculation.
  if (signs.has(tokens[from - 1]?.word ?? "")) return undefined;
  let at = from;
  let expression = "";
  let hasNumber = false;
  let hasOperator = false;
  let openRoot = false;
  for (;;) {
    const token = tokens[at];
    if (token === undefined) break;
    // As it was written, where nothing had to be put in other words.
    const gap =
      at > from && (tokens[at - 1]?.end ?? 0) < token.start && !/[\s(]$/.test(expression) ? " " : "";
    const spoken = spokenOperators.find(([words]) =>
      words.every((word, index) => tokens[at + index]?.word === word),
    );
    const number = spoken === undefined && !signs.has(token.word) ? readNumber(tokens, at) : undefined;
    if (isRootOf(tokens, at)) {
      expression += `${gap}sqrt(`;
      openRoot = true;
      hasOperator = true;
      at += tokens[at]?.word === "root" ? 2 : 3;
    } else if (spoken !== undefined && hasNumber) {
      expression = expression.trimEnd() + spoken[1];
      hasOperator = true;
      at += spoken[0].length;
    } else if (number !== undefined && !/\d$/.test(expression)) {
      expression += `${gap}${toDigits(tokens, number)}${openRoot ? ")" : ""}`;
      openRoot = false;
      hasNumber = true;
      at = number.to;
    } else if (signs.has(token.word) && (hasNumber || /[(-]/.test(token.word) || expression !== "")) {
      expression += gap + (writtenAs[token.word] ?? token.word);
      hasOperator ||= operators.has(token.word);
      at += 1;
    } else if (functions.has(token.word) && tokens[at + 1]?.word === "(") {
      expression += gap + token.word;
      hasOperator = true;
      at += 1;
    } else break;
  }
  if (tokens[at]?.word === "=") at += 1;
  const isWhole =
    hasNumber && hasOperator && !openRoot && isBalanced(expression) && !/[-+*/^,]\s*$/.test(expression);
  return isWhole ? { from, to: at, expression: expression.trim() } : undefined;
}

function isRootOf(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(at, at + 3).map(({ word }) => word);
  return words.join(" ") === "square root of" || (words[0] === "root" && words[1] === "of");
}

/** A number in digits stays as it is written. */
function toDigits(tokens: readonly Token[], number: { from: number; to: number; value: number }): string {
  const token = tokens[number.from];
  const isWritten = number.to === number.from + 1 && token?.kind === "number";
  return isWritten ? token.text.replaceAll(",", "") : String(number.value);
}

function isBalanced(expression: string): boolean {
  let depth = 0;
  for (const character of expression) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
