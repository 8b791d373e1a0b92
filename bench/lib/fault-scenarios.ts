import type { ModelRequest, ModelTurn, Refusal } from "./model-turn.ts";
import type { ToolSpec } from "./tool-set.ts";

/** Something that small models and their servers do wrong in the first turn, and what was meant by it. */
export interface Fault {
  readonly name: string;
  readonly heading: string;
  /** What the tool has to be called with, in any order and not more often. */
  readonly expected: readonly Readonly<Record<string, unknown>>[];
  turn(request: ModelRequest): ModelTurn | Refusal;
}

export const addTool: ToolSpec = {
  name: "add",
  description: "Adds two numbers.",
  schema: {
    type: "object",
    properties: {
      a: { type: "number", description: "The first number." },
      b: { type: "number", description: "The second number." },
      precision: { type: "integer", description: "Digits after the point." },
    },
    required: ["a", "b"],
    additionalProperties: false,
  },
};

const sum = { a: 2, b: 3 };
const otherSum = { a: 4, b: 5 };
const writtenCall = `{"name": "add", "arguments": {"a": 2, "b": 3}}`;

export const faults: readonly Fault[] = [
  {
    name: "same_index",
    heading: "two calls, both index 0",
    expected: [sum, otherSum],
    turn: () => ({
      calls: [
        { id: "call_1", name: "add", arguments: sum, index: 0 },
        { id: "call_2", name: "add", arguments: otherSum, index: 0 },
      ],
    }),
  },
  {
    name: "bare_json",
    heading: "JSON in the text",
    expected: [sum],
    turn: () => ({ text: [writtenCall] }),
  },
  {
    name: "split_tag",
    heading: "`<tool_call>` in pieces",
    expected: [sum],
    turn: () => ({
      text: ["<tool", "_call>", "\n", ...(writtenCall.match(/.{1,7}/g) ?? []), "\n</", "tool_c", "all>"],
    }),
  },
  {
    name: "no_tools",
    heading: "no tool support (400)",
    expected: [sum],
    // Such a model can still write what it is told to write: here in the form that its family was taught.
    turn: ({ hasTools, model }) =>
      hasTools
        ? { status: 400, error: `registry.ollama.ai/library/${model} does not support tools` }
        : { text: [`<tool_call>\n${writtenCall}\n</tool_call>`] },
  },
  {
    name: "number_as_text",
    heading: '`"2"` for a number',
    expected: [sum],
    turn: () => ({ calls: [{ id: "call_1", name: "add", arguments: { a: "2", b: 3 } }] }),
  },
  {
    name: "wrong_case",
    heading: "`Add` for `add`",
    expected: [sum],
    turn: () => ({ calls: [{ id: "call_1", name: "Add", arguments: sum }] }),
  },
  {
    name: "null_optional",
    heading: "`null` for an optional",
    expected: [sum],
    turn: () => ({ calls: [{ id: "call_1", name: "add", arguments: { ...sum, precision: null } }] }),
  },
];

export const answerAfterFault: ModelTurn = { text: ["It is done."] };

/** The name of the model that makes this mistake. */
export function toFaultModel(fault: Fault): string {
  return `fault-${fault.name}`;
}

export function parseFaultModel(model: string): Fault | undefined {
  return faults.find((fault) => toFaultModel(fault) === model);
}

/** One bad turn; after it the model has nothing more to say. */
export function answerFault(fault: Fault, request: ModelRequest): ModelTurn | Refusal {
  return request.hasAnswered ? answerAfterFault : fault.turn(request);
}
