import { CONSTANTS, FUNCTIONS } from "./functions.ts";
import type { MathFunction } from "./functions.ts";
import {
  add,
  ArithmeticError,
  divide,
  factorial,
  fromInteger,
  fromLiteral,
  modulo,
  multiply,
  negate,
  power,
  subtract,
  toText,
} from "./numbers.ts";
import type { Value } from "./numbers.ts";
import { startsOperand, TokenReader } from "./token-reader.ts";
import { ExpressionError, toTokens } from "./tokens.ts";
import type { Token } from "./tokens.ts";

export const MAX_EXPRESSION_LENGTH = 1_000;
const MAX_DEPTH = 100;
const HUNDRED = fromInteger(100n);

/** Works an expression out. Whatever is wrong with it, what is thrown is an ExpressionError. */
export function evaluateExpression(text: string): string {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError(
      MAX_EXPRESSION_LENGTH + 1,
      `The expression has ${text.length} characters, and ${MAX_EXPRESSION_LENGTH} is the limit. ` +
        "Split it into several calculations.",
    );
  }
  return toText(evaluateTokens(toTokens(text)));
}

export function evaluateTokens(tokens: readonly Token[]): Value {
  return new Evaluation(tokens).run();
}

/** A percentage remembers that it is one, because 80 + 15% adds 15% of 80, as on any calculator. */
interface Operand {
  readonly value: Value;
  readonly isPercentage: boolean;
}

/**
 * Reads each token once, from left to right, and works out what it reads: one method for each level of
 * precedence, the loosest first.
 */
class Evaluation {
  readonly #reader: TokenReader;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#reader = new TokenReader(tokens);
  }

  run(): Value {
    const { value } = this.#sum();
    if (this.#reader.current.kind !== "end")
      throw this.#reader.expectedOperator("an operator or the end of the expression");
    return value;
  }

  #sum(): Operand {
    let left = this.#product();
    for (let token = this.#reader.take("+", "-"); token; token = this.#reader.take("+", "-")) {
      const right = this.#product();
      left = {
        value: addOrSubtract(token, left, right),
        isPercentage: left.isPercentage && right.isPercentage,
      };
    }
    return left;
  }

  #product(): Operand {
    let left = this.#signed();
    for (let token = this.#reader.take("*", "/", "%"); token; token = this.#reader.take("*", "/", "%")) {
      const right = this.#signed();
      const operate = token.text === "*" ? multiply : token.text === "/" ? divide : modulo;
      left = plain(work(token, () => operate(left.value, right.value)));
    }
    return left;
  }

  /** Looser than a power: -2^2 is -4. */
  #signed(): Operand {
    let isNegative = false;
    for (let sign = this.#reader.take("+", "-"); sign; sign = this.#reader.take("+", "-")) {
      if (sign.text === "-") isNegative = !isNegative;
    }
    const operand = this.#power();
    return isNegative ? { ...operand, value: negate(operand.value) } : operand;
  }

  /** Groups from the right: 2^3^2 is 2^9. */
  #power(): Operand {
    const base = this.#percentage();
    const token = this.#reader.take("^");
    if (!token) return base;
    const exponent = this.#nested(() => this.#signed());
    return plain(work(token, () => power(base.value, exponent.value)));
  }

  /**
   * `15%` or `15% of 80`. A `%` with an operand right after it is the remainder, and left to #product; one with
   * a sign after it is a percentage, because 20% - 5 is written more often than 20 % -5.
   */
  #percentage(): Operand {
    const operand = this.#factorial();
    if (this.#reader.current.text !== "%" || startsOperand(this.#reader.following)) return operand;
    this.#reader.advance();
    const share = divide(operand.value, HUNDRED);
    const of = this.#reader.take("of");
    if (!of) return { value: share, isPercentage: true };
    const whole = this.#nested(() => this.#signed());
    return plain(work(of, () => multiply(share, whole.value)));
  }

  /** At most one `!`: 5!! is the double factorial to some and (5!)! to others. */
  #factorial(): Operand {
    const operand = this.#primary();
    const token = this.#reader.take("!");
    return token ? plain(work(token, () => factorial(operand.value))) : operand;
  }

  #primary(): Operand {
    const token = this.#reader.current;
    if (!startsOperand(token)) throw this.#reader.expected('a number, a name or "("');
    this.#reader.advance();
    if (token.kind === "number") return plain(work(token, () => fromLiteral(token.text)));
    if (token.kind === "name") return plain(this.#named(token));
    const inner = this.#nested(() => this.#sum());
    if (!this.#reader.take(")")) throw this.#reader.expectedOperator('an operator or ")"');
    return inner;
  }

  #named(token: Token): Value {
    const constant = CONSTANTS.get(token.text);
    if (constant !== undefined) return constant;
    const compute = FUNCTIONS.get(token.text);
    if (!compute) throw unknownName(token);
    return this.#functionCall(token, compute);
  }

  #functionCall(token: Token, compute: MathFunction): Value {
    if (!this.#reader.take("(")) throw this.#reader.expected(`"(" after ${token.text}`);
    const values: Value[] = [];
    if (!this.#reader.take(")")) {
      do values.push(this.#nested(() => this.#sum()).value);
      while (this.#reader.take(","));
      if (!this.#reader.take(")")) throw this.#reader.expectedOperator('an operator, "," or ")"');
    }
    return work(token, () => compute(values));
  }

  #nested(read: () => Operand): Operand {
    if (this.#depth === MAX_DEPTH) {
      throw new ExpressionError(
        this.#reader.current.position,
        `The expression is nested deeper than ${MAX_DEPTH} levels at position ${this.#reader.current.position}. ` +
          "Split it into several calculations.",
      );
    }
    this.#depth++;
    const operand = read();
    this.#depth--;
    return operand;
  }
}

function addOrSubtract(token: Token, left: Operand, right: Operand): Value {
  const operate = token.text === "+" ? add : subtract;
  return work(token, () => {
    const isShareOfLeft = right.isPercentage && !left.isPercentage;
    return operate(left.value, isShareOfLeft ? multiply(left.value, right.value) : right.value);
  });
}

function plain(value: Value): Operand {
  return { value, isPercentage: false };
}

/** Gives an operation that has no answer its place in the expression. */
function work(token: Token, operation: () => Value): Value {
  try {
    return operation();
  } catch (error) {
    if (!(error instanceof ArithmeticError)) throw error;
    throw new ExpressionError(
      token.position,
      `"${token.text}" at position ${token.position} ${error.message}.`,
    );
  }
}

function unknownName(token: Token): ExpressionError {
  const functions = [...FUNCTIONS.keys()].join(", ");
  const constants = [...CONSTANTS.keys()].join(", ");
  return new ExpressionError(
    token.position,
    `Unknown name "${token.text}" at position ${token.position}. ` +
      `The functions are ${functions}; the constants are ${constants}.`,
  );
}
