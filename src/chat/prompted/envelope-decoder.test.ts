import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EnvelopeDecoder, type Ending } from "./envelope-decoder.ts";

function decodePieces(pieces: readonly string[]): Ending {
  const decoder = new EnvelopeDecoder();
  const decoded = pieces.map((piece) => decoder.push(piece)).join("");
  const { text, calls } = decoder.finish();
  return { text: decoded + text, calls };
}

function decode(text: string): Ending {
  return decodePieces([text]);
}

function splitAt(text: string, places: readonly number[]): string[] {
  const cuts = [
    0,
    ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b),
    text.length,
  ];
  return cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut));
}

/** Every code unit there is, half characters among them. */
const anyText = fc.array(fc.nat(0xff_ff)).map((units) => String.fromCharCode(...units));

const add = { name: "add", args: { a: 1, b: 2 } };
const addCall = '{"tool":"add","arguments":{"a":1,"b":2}}';

/** What goes in, and what is to come out of it. */
const examples: readonly (readonly [title: string, input: string, expected: Ending])[] = [
  ["an answer", '{"answer":"It is 3."}', { text: "It is 3.", calls: [] }],
  ["an answer with space around everything", ' \n{ "answer" : "3" } \n', { text: "3", calls: [] }],
  [
    "every escape",
    String.raw`{"answer":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"}`,
    { text: '"\\/\b\f\n\r\té😀', calls: [] },
  ],
  ["a call", `{"calls":[${addCall}]}`, { text: "", calls: [add] }],
  ["two calls", `{"calls": [${addCall},\n ${addCall}]}`, { text: "", calls: [add, add] }],
  ["an answer and a call", `{"answer":"Wait.","calls":[${addCall}]}`, { text: "Wait.", calls: [add] }],
  ["no calls and an answer", '{"calls":[],"answer":"3"}', { text: "3", calls: [] }],
  ["a fence around it", `\`\`\`json\n{"calls":[${addCall}]}\n\`\`\``, { text: "", calls: [add] }],
  [
    "brackets and quotes in arguments",
    '{"calls":[{"tool":"say","arguments":{"t":"]}\\"["}}]}',
    {
      text: "",
      calls: [{ name: "say", args: { t: ']}"[' } }],
    },
  ],
];

/** What is no envelope, or only the beginning of one: all of it has to come out. */
const foreign: readonly (readonly [title: string, input: string, expected?: string])[] = [
  ["plain text", "It is 3."],
  ["text that begins with a bracket", "{it} is 3"],
  ["other JSON", '{"result": 3, "answer": "x"}'],
  ["an answer that is no text", '{"answer": 3}'],
  ["calls that are no list", '{"calls": {"tool": "add"}}'],
  ["calls that are none", '{"calls": [1, 2]}'],
  ["calls that are no JSON", '{"calls": [{"tool": "add" "arguments"}]}'],
  ["a call that breaks off", '{"calls":[{"tool":"add","argum'],
  ["a key that breaks off", '{"ans'],
  ["another syntax for calls", '<tool_call>\n{"name":"add","arguments":{}}\n</tool_call>'],
  ["text behind an answer", '{"answer":"3"}\n\nOr so.', "3\n\nOr so."],
  ["an unknown member behind an answer", '{"answer":"3","sure":true}', '3,"sure":true}'],
  ["a quote that should have been escaped", '{"answer":"say "hi" now"}', 'say hi" now"}'],
  ["an answer that breaks off", '{"answer":"It is', "It is"],
  ["an escape that breaks off", String.raw`{"answer":"It is \u00e`, String.raw`It is \u00e`],
  ["escapes that JSON does not have", String.raw`{"answer":"\d \u12x4"}`, String.raw`\d \u12x4`],
  ["half a character", String.raw`{"answer":"\ud83d"}`, "\ud83d"],
  ["a line break in the answer", '{"answer":"1\n2"}', "1\n2"],
];

for (const [title, input, expected] of examples) {
  test(`[OLL-9] the envelope decoder reads ${title}, split at every character`, () => {
    assert.deepEqual(decode(input), expected);
    assert.deepEqual(decodePieces(input.split("")), expected);
    for (let at = 0; at <= input.length; at++) {
      assert.deepEqual(decodePieces([input.slice(0, at), input.slice(at)]), expected);
    }
  });
}

for (const [title, input, expected = input] of foreign) {
  test(`[OLL-9] the envelope decoder loses nothing of ${title}`, () => {
    assert.deepEqual(decode(input), { text: expected, calls: [] });
    assert.deepEqual(decodePieces(input.split("")), { text: expected, calls: [] });
  });
}

test("[OLL-9] a call stays a call when text follows it", () => {
  assert.deepEqual(decode(`{"calls":[${addCall}]} Done.`), { text: " Done.", calls: [add] });
});

test("[OLL-9] calls that never end are given back as text, and are not gathered for ever", () => {
  const decoder = new EnvelopeDecoder();
  const opening = '{"calls":[{"tool":"add","arguments":{"a":"';
  let decoded = decoder.push(opening);
  for (let count = 0; count < 400; count++) decoded += decoder.push("x".repeat(1_000));
  assert.equal(decoded, opening + "x".repeat(400_000));
});

test("[OLL-9] the envelope decoder gives back an answer, however it was split", () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(), { maxLength: 12 }), (text, places) => {
      const pieces = splitAt(JSON.stringify({ answer: text }), places);
      assert.deepEqual(decodePieces(pieces), { text, calls: [] });
    }),
  );
});

test("[OLL-9] the envelope decoder gives back calls, however they were split", () => {
  const args = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
  const call = fc.record({ tool: anyText, arguments: args });
  const calls = fc.array(call, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      calls,
      fc.constantFrom(0, 2),
      fc.array(fc.nat(), { maxLength: 12 }),
      (sent, indent, places) => {
        const text = JSON.stringify({ calls: sent }, null, indent);
        const received = (JSON.parse(text) as { calls: typeof sent }).calls;
        assert.deepEqual(decodePieces(splitAt(text, places)), {
          text: "",
          calls: received.map((each) => ({ name: each.tool, args: each.arguments })),
        });
      },
    ),
  );
});

test("[OLL-9] the envelope decoder gives the same for every split of any text", () => {
  const signs = '{ } [ ] " \\ : , ``` json u d83d 😀 x < "answer" "calls" {"answer":" {"calls":['.split(" ");
  const piece = fc.constantFrom(...signs, " ", "\n", addCall);
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(), { maxLength: 8 }), (pieces, places) => {
      const text = pieces.join("");
      assert.deepEqual(decodePieces(splitAt(text, places)), decode(text));
    }),
    { numRuns: 500 },
  );
});

test("[OLL-9] a character that takes two halves is never passed on by halves", () => {
  const decoder = new EnvelopeDecoder();
  const pieces = String.raw`{"answer":"a\ud83d\ude00b😀"}`.split("").map((unit) => decoder.push(unit));
  assert.deepEqual(
    pieces.filter((piece) => piece !== ""),
    ["a", "😀", "b", "😀"],
  );
});
