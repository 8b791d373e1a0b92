import { ExpressionError } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** Walks over tokens from left to right, never back, and says what was expected where it stands. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;
  #current: Token;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#current = this.#tokenAt(0);
  }

  get current(): Token {
    return this.#current;
  }

  get following(): Token {
    return this.#tokenAt(this.#index + 1);
  }

  advance(): void {
    this.#index++;
    this.#current = this.#tokenAt(this.#index);
  }

  /** Moves past the current token if it is one of these. */
  take(...texts: readonly string[]): Token | undefined {
    const token = this.#current;
    if (!texts.includes(token.text)) return undefined;
    this.advance();
    return token;
  }

  expected(what: string): ExpressionError {
    const { kind, text, position } = this.#current;
    const found = kind === "end" ? "the expression ends there" : `found "${text}"`;
    return new ExpressionError(position, `Expected ${what} at position ${position}, but ${found}.`);
  }

  /** After a whole operand: what stands here instead is most often one of two habits. */
  expectedOperator(what: string): ExpressionError {
    const { message, position } = this.expected(what);
    if (startsOperand(this.#current)) return new ExpressionError(position, `${message} Write * to multiply.`);
    if (this.#current.text !== ",") return new ExpressionError(position, message);
    return new ExpressionError(position, `${message} Write numbers without thousands separators.`);
  }

  #tokenAt(index: number): Token {
    return this.#tokens[index] ?? { kind: "end", text: "", position: index + 1 };
  }
}

export function startsOperand(token: Token): boolean {
  return token.kind === "number" || token.text === "(" || (token.kind === "name" && token.text !== "of");
}
