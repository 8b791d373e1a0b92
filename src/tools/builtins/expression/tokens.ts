/** Says what is wrong with an expression, and at which character (counted from 1). */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

export interface Token {
  readonly kind: "number" | "name" | "symbol" | "end";
  /** In the plain spelling: `×` is `*`, `**` is `^`, names are in lower case. */
  readonly text: string;
  /** Counted from 1. */
  readonly position: number;
}

const SPACE = /\s*/y;
const TOKEN =
  /(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_][A-Za-z0-9_]*|π)|(?<symbol>\*\*|[-+*/%^!(),×÷−])/y;

const PLAIN_SPELLING: ReadonlyMap<string, string> = new Map([
  ["**", "^"],
  ["×", "*"],
  ["÷", "/"],
  ["−", "-"],
  ["π", "pi"],
]);

/** Ends with a token of kind `end`, so that a reader never runs past the last one. */
export function toTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let index = skipSpace(text, 0);
  while (index < text.length) {
    TOKEN.lastIndex = index;
    const match = TOKEN.exec(text);
    if (match === null) throw unexpectedCharacter(text, index);
    const kind = match.groups?.["number"] ? "number" : match.groups?.["name"] ? "name" : "symbol";
    const spelling = match[0].toLowerCase();
    tokens.push({ kind, text: PLAIN_SPELLING.get(spelling) ?? spelling, position: index + 1 });
    index = skipSpace(text, TOKEN.lastIndex);
  }
  tokens.push({ kind: "end", text: "", position: text.length + 1 });
  return tokens;
}

function skipSpace(text: string, index: number): number {
  SPACE.lastIndex = index;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

function unexpectedCharacter(text: string, index: number): ExpressionError {
  const character = JSON.stringify(String.fromCodePoint(text.codePointAt(index) ?? 0));
  return new ExpressionError(
    index + 1,
    `Unexpected character ${character} at position ${index + 1}. ` +
      "Expected only numbers, operators (+ - * / % ^ !), parentheses, commas, and names such as sqrt or pi.",
  );
}
