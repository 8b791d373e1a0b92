import type { ArithmeticSpan } from "./arithmetic.ts";
import { readNumber } from "./numbers.ts";
import { phrases } from "./phrase-lists.ts";
import type { Token } from "./tokens.ts";

/** Calculations that are told as something to do: the words in front, between and, where the order is the other way round, what is first. */
const instructions: readonly {
  readonly heads: readonly (readonly string[])[];
  readonly between: RegExp;
  readonly sign: string;
  readonly isReversed?: true;
}[] = [
  { heads: phrases("multiply | multiplying"), between: /^(?:by|with|and)$/, sign: "*" },
  { heads: phrases("product of"), between: /^(?:and|with)$/, sign: "*" },
  { heads: phrases("divide | dividing"), between: /^by$/, sign: "/" },
  {
    heads: phrases("sum of | add | sum | sum up | add up | total of | adding"),
    between: /^(?:and|,|plus|to)$/,
    sign: "+",
  },
  {
    heads: phrases("subtract | take away | take | deduct | subtracting"),
    between: /^(?:from|away)$/,
    sign: "-",
    isReversed: true,
  },
  { heads: phrases("difference between | difference of"), between: /^and$/, sign: "-" },
];

const byHead = Map.groupBy(
  instructions.flatMap(({ heads, ...instruction }) => heads.map((head) => ({ head, ...instruction }))),
  ({ head }) => head[0] ?? "",
);

/** "Subtract 36 from 90", "the product of 12 and 7". */
export function readInstruction(tokens: readonly Token[], from: number): ArithmeticSpan | undefined {
  for (const { head, between, sign, isReversed } of byHead.get(tokens[from]?.word ?? "") ?? []) {
    const isSaid = head.every((word, offset) => tokens[from + offset]?.word === word);
    const span = isSaid ? readOperands(tokens, from + head.length, between) : undefined;
    if (span === undefined || span.values.length < 2) continue;
    const values = isReversed ? span.values.toReversed() : span.values;
    return { from, to: span.to, expression: values.join(` ${sign} `) };
  }
  return readSum(tokens, from);
}

/** "What do 15 and 27 add up to?" */
function readSum(tokens: readonly Token[], from: number): ArithmeticSpan | undefined {
  const sum = readOperands(tokens, from, /^(?:and|,)$/);
  const isSum =
    sum && sum.values.length > 1 && tokens[sum.to]?.word === "add" && tokens[sum.to + 1]?.word === "up";
  if (!isSum) return undefined;
  const to = sum.to + (tokens[sum.to + 2]?.word === "to" ? 3 : 2);
  return { from, to, expression: sum.values.join(" + ") };
}

function readOperands(tokens: readonly Token[], start: number, between: RegExp) {
  const values: number[] = [];
  let to = start;
  for (let at = start; ;) {
    const number = readNumber(tokens, at);
    if (number === undefined) break;
    values.push(number.value);
    ({ to } = number);
    at = to;
    while (between.test(tokens[at]?.word ?? "") || (at > to && tokens[at]?.word === "from")) at += 1;
    if (at === to) break;
  }
  return values.length > 0 ? { values, to } : undefined;
}
