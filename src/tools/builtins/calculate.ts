import type { Tool } from "../tool.ts";
import { evaluateExpression, MAX_EXPRESSION_LENGTH } from "./expression/expression.ts";

/**
 * Gives the result as text, because whole numbers past 2^53 keep all their digits. Everything else has 15
 * significant digits: 0.1 + 0.2 is 0.3.
 */
export const calculate: Tool = {
  name: "calculate",
  description:
    "Works out an arithmetic expression and returns the result. Use it for every calculation instead of " +
    "calculating yourself.",
  schema: {
    type: "object",
    properties: {
      expression: {
        type: "string",
        minLength: 1,
        maxLength: MAX_EXPRESSION_LENGTH,
        description:
          "The expression, for example (12.5 + 3) * 4 or 15% of 80 or sqrt(2) or round(10 / 3, 2). " +
          "Operators: + - * / % (remainder) ^ (power) ! (factorial), 5% (percent; 80 + 15% adds 15% of 80). " +
          "Functions: sqrt, cbrt, abs, sign, round(x, decimals), floor, ceil, trunc, min, max, hypot, pow, mod, " +
          "exp, ln, log10, log2, log(x, base), sin, cos, tan, asin, acos, atan, atan2 (angles in radians). " +
          "Constants: pi, e, tau. Numbers without units, currency signs or thousands separators.",
      },
    },
    required: ["expression"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  invoke({ expression }) {
    if (typeof expression !== "string")
      throw new TypeError("expression must be a string such as 2 * (3 + 4)");
    return evaluateExpression(expression);
  },
};
