import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluateExpression } from "./expression.ts";
import { ExpressionError } from "./tokens.ts";

function assertResults(results: Readonly<Record<string, string>>): void {
  for (const [expression, result] of Object.entries(results)) {
    assert.equal(evaluateExpression(expression), result, expression);
  }
}

function assertErrors(errors: Readonly<Record<string, string>>): void {
  for (const [expression, message] of Object.entries(errors)) {
    assert.throws(
      () => evaluateExpression(expression),
      (error) => {
        assert.ok(error instanceof ExpressionError, expression);
        assert.equal(error.message, message);
        assert.match(message, new RegExp(`position ${error.position}\\b`));
        return true;
      },
      expression,
    );
  }
}

function nested(depth: number): string {
  return "(".repeat(depth) + "1" + ")".repeat(depth);
}

test("[VOX-8] operators bind as in mathematics", () => {
  assertResults({
    "2 + 3 * 4": "14",
    "(2 + 3) * 4": "20",
    "10 - 4 - 3": "3",
    "48 / 4 / 3": "4",
    "-2^2": "-4",
    "(-2)^2": "4",
    "2^-1": "0.5",
    "2 ^ 3 ^ 2": "512",
    "2 ** 10": "1024",
    "2^3!": "64",
    "-3!": "-6",
    "2 - -3": "5",
    "2 * -3": "-6",
    "+5": "5",
    "--5": "5",
  });
});

test("[VOX-8] numbers may have decimals and exponents, in any of their spellings", () => {
  assertResults({ "1.5": "1.5", ".5": "0.5", "5.": "5", "1e3": "1000", "1.5E-3": "0.0015", "2e+2": "200" });
});

test("[VOX-8] typographic signs and names in any case are understood", () => {
  assertResults({
    "5 × 3 ÷ 2 − 1": "6.5",
    "2 * π": "6.28318530717959",
    PI: "3.14159265358979",
    tau: "6.28318530717959",
    e: "2.71828182845905",
    "Sqrt(4)": "2",
    " 1\t+\n1 ": "2",
  });
});

test("[VOX-8] a percentage is a hundredth, a share of something, or a change of what it is added to", () => {
  assertResults({
    "15% of 80": "12",
    "200 * 5%": "10",
    "50% of 20% of 80": "8",
    "10 + 15% of 80": "22",
    "100 / 50% of 80": "2.5",
    "80 + 15%": "92",
    "80 - 15%": "68",
    "20% + 5%": "0.25",
    "20% + 5% + 1%": "0.26",
    "200 + (5% + 5%)": "220",
    "200 + 5% * 2": "200.1",
    "100 * 20% - 5": "15",
    "50%": "0.5",
  });
});

test("[VOX-8] a % before an operand is the remainder, with the sign of the divisor", () => {
  assertResults({
    "7 % 3": "1",
    "7%3": "1",
    "-7 % 3": "2",
    "7 % (-3)": "-2",
    "17 % (2 + 3)": "2",
    "5.5 % 0.1": "0",
    "mod(-7, 3)": "2",
    "mod(pi, 3)": "0.141592653589793",
  });
});

test("[VOX-8] sums, products and quotients of decimals are exact", () => {
  assertResults({
    "0.1 + 0.2": "0.3",
    "0.1 + 0.2 - 0.3": "0",
    "1 / 3 * 3": "1",
    "round(1.005, 2)": "1.01",
    "1.1 * 1.1": "1.21",
    "1 / 3": "0.333333333333333",
    "0 / -5": "0",
    "-0": "0",
  });
});

test("[VOX-8] whole numbers past 2^53 keep all their digits", () => {
  assertResults({
    "9007199254740993 + 0": "9007199254740993",
    "2^100": "1267650600228229401496703205376",
    "25!": "15511210043330985984000000",
    "12345678901234567890 * 98765432109876543210": "1219326311370217952237463801111263526900",
    "10^30 / 10^29": "10",
    "max(10^30, 10^30 + 1) - 10^30": "1",
  });
});

test("[VOX-8] what is too long to be kept exactly goes on as a float", () => {
  assertResults({ "1.1^500": "496984196731247000000", "1e-400": "0", "2^1023 / 2^1022": "2" });
});

test("[VOX-8] the functions give what their names say", () => {
  assertResults({
    "sqrt(16)": "4",
    "sqrt(2)^2": "2",
    "sqrt(16)!": "24",
    "cbrt(-27)": "-3",
    "abs(-3.5)": "3.5",
    "abs(3.5)": "3.5",
    "sign(-3)": "-1",
    "sign(0)": "0",
    "sign(pi)": "1",
    "round(2.5)": "3",
    "round(-2.5)": "-3",
    "round(2.4)": "2",
    "round(pi, 2)": "3.14",
    "round(1250, -2)": "1300",
    "floor(-2.5)": "-3",
    "floor(-2)": "-2",
    "floor(pi)": "3",
    "ceil(-2.5)": "-2",
    "ceil(2.1)": "3",
    "trunc(-2.7)": "-2",
    "trunc(2.7)": "2",
    "min(3, 1, 2)": "1",
    "max(3, pi, 2)": "3.14159265358979",
    "max(7)": "7",
    "hypot(3, 4)": "5",
    "pow(2, 10)": "1024",
    "mod(10, 3)": "1",
    "exp(0)": "1",
    "ln(e)": "1",
    "log10(1000)": "3",
    "log2(8)": "3",
    "floor(log(1000, 10))": "3",
    "log(8, 2)": "3",
    "log(81, 3)": "4",
    "asin(1)": "1.5707963267949",
    "acos(1)": "0",
    "atan(1)": "0.785398163397448",
    "atan2(1, -1)": "2.35619449019234",
  });
});

test("[VOX-8] sin, cos and tan take radians and are not led astray by the rounding of pi", () => {
  assertResults({
    "sin(30 * pi / 180)": "0.5",
    "sin(pi)": "0",
    "cos(pi / 2)": "0",
    "cos(pi)": "-1",
    "tan(pi / 4)": "1",
    "sin(1e-20)": "1e-20",
  });
});

test("[VOX-8] an operation without an answer says which one it was and why", () => {
  assertErrors({
    "1 / 0": '"/" at position 3 divides by zero.',
    "5 % (1 - 1)": '"%" at position 3 divides by zero.',
    "0^-1": '"^" at position 2 divides by zero.',
    "sqrt(-1)": '"sqrt" at position 1 has no real value.',
    "(-8)^(1/3)": '"^" at position 5 has no real value.',
    "tan(pi/2)": '"tan" at position 1 has no real value.',
    "1 + ln(0)": '"ln" at position 5 needs a number above 0.',
    "log(5, 1)": '"log" at position 1 has no real value for base 1.',
    "exp(1000)": '"exp" at position 1 goes past the largest number (about 1.8e308).',
    "1e999": '"1e999" at position 1 goes past the largest number (about 1.8e308).',
    "2 + 1e999999999999": '"1e999999999999" at position 5 goes past the largest number (about 1.8e308).',
    "9^9^9": '"^" at position 2 goes past the largest number (about 1.8e308).',
    "1e308 * 10": '"*" at position 7 goes past the largest number (about 1.8e308).',
    "171!": '"!" at position 4 needs a whole number from 0 to 170.',
    "0.5!": '"!" at position 4 needs a whole number from 0 to 170.',
    "(-1)!": '"!" at position 5 needs a whole number from 0 to 170.',
    "round(1, 2.5)": '"round" at position 1 takes a whole number from -15 to 15 as its second value.',
  });
});

test("[VOX-8] a wrong number of values names the function and the right number", () => {
  assertErrors({
    "sqrt()": '"sqrt" at position 1 takes 1 value, but was given 0.',
    "sqrt(1, 2)": '"sqrt" at position 1 takes 1 value, but was given 2.',
    "pow(2)": '"pow" at position 1 takes 2 values, but was given 1.',
    "round(1, 2, 3)": '"round" at position 1 takes 1 or 2 values, but was given 3.',
    "max()": '"max" at position 1 takes 1 value or more, but was given 0.',
  });
});

test("[VOX-8] what can be read in two ways is refused with the ways to write it", () => {
  assertErrors({
    "log(100)": '"log" at position 1 needs a base: write log(x, base), or log10(x), log2(x) or ln(x).',
    "5!!": 'Expected an operator or the end of the expression at position 3, but found "!".',
    "2 pi":
      'Expected an operator or the end of the expression at position 3, but found "pi". Write * to multiply.',
    "1,000":
      'Expected an operator or the end of the expression at position 2, but found ",". ' +
      "Write numbers without thousands separators.",
  });
});

test("[VOX-8] a malformed expression says where, and what was expected there", () => {
  assertErrors({
    "": 'Expected a number, a name or "(" at position 1, but the expression ends there.',
    "2 *": 'Expected a number, a name or "(" at position 4, but the expression ends there.',
    "* 2": 'Expected a number, a name or "(" at position 1, but found "*".',
    "()": 'Expected a number, a name or "(" at position 2, but found ")".',
    "(1 + 2": 'Expected an operator or ")" at position 7, but the expression ends there.',
    "max(1, 2": 'Expected an operator, "," or ")" at position 9, but the expression ends there.',
    "1 + 2)": 'Expected an operator or the end of the expression at position 6, but found ")".',
    "sqrt 16": 'Expected "(" after sqrt at position 6, but found "16".',
    "5 of 3": 'Expected an operator or the end of the expression at position 3, but found "of".',
    "1 + 🎉":
      'Unexpected character "🎉" at position 5. Expected only numbers, operators (+ - * / % ^ !), ' +
      "parentheses, commas, and names such as sqrt or pi.",
  });
});

test("[VOX-8] a name is one of the listed ones, whatever objects inherit", () => {
  for (const name of ["x", "constructor", "__proto__", "toString", "process", "globalThis"]) {
    assert.throws(() => evaluateExpression(`2 * ${name}`), {
      name: "ExpressionError",
      position: 5,
      message: new RegExp(
        `^Unknown name "${name.toLowerCase()}" at position 5\\. The functions are sqrt, .* pi, e, tau\\.$`,
      ),
    });
  }
});

test("[VOX-8] an expression has at most 1,000 characters and 100 levels", () => {
  assert.equal(evaluateExpression("1".padEnd(1_000)), "1");
  assert.throws(() => evaluateExpression("1".padEnd(1_001)), {
    name: "ExpressionError",
    message: "The expression has 1001 characters, and 1000 is the limit. Split it into several calculations.",
  });
  assert.equal(evaluateExpression(nested(100)), "1");
  assertErrors({
    [nested(101)]:
      "The expression is nested deeper than 100 levels at position 102. Split it into several calculations.",
  });
});

test("[VOX-8] no way of nesting exhausts the stack", () => {
  assert.equal(evaluateExpression("-".repeat(999) + "1"), "-1");
  for (const opening of ["(", "abs(", "2^", "1% of ", "-(", "2^-"]) {
    const expression = opening.repeat(Math.floor(999 / opening.length)) + "1";
    assert.throws(() => evaluateExpression(expression), ExpressionError, opening);
  }
});
