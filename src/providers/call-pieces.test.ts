import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { TurnBuilder } from "../chat/turn.ts";
import { CallPieces, type CallPiece } from "./call-pieces.ts";

const names = { toWire: (name: string) => name, fromWire: (name: string) => name };

/** What the loop makes of pieces: of ids only those that were sent. */
function read(pieces: readonly CallPiece[]) {
  const calls = new CallPieces(names);
  const builder = new TurnBuilder();
  for (const piece of pieces) {
    builder.add({ delta: "", toolCalls: [calls.read(piece)], isFinal: false });
  }
  builder.add({ delta: "", toolCalls: [], isFinal: true });
  const turn = builder.finish(new Set());
  return {
    calls: turn.calls.map(({ id, name, args }) => [id.startsWith("call_") ? "" : id, name, args]),
    areWhole: calls.areWhole,
    firstId: calls.firstId,
  };
}

const one = [["a", "add", { a: 1 }]];

for (const [what, pieces, expected] of [
  [
    "later pieces with an empty id and name belong to the call before them",
    [
      { index: 0, id: "a", name: "add", args: "" },
      { index: 0, id: "", name: "", args: '{"a":' },
      { index: 0, id: "", name: "", args: "1}" },
    ],
    one,
  ],
  [
    "so do those with null",
    [
      { index: 0, id: "a", name: "add", args: null },
      { index: 0, id: null, name: null, args: '{"a":1}' },
    ],
    one,
  ],
  [
    "so do those that say id and name again",
    [
      { index: 0, id: "a", name: "add", args: "" },
      { index: 0, id: "a", name: "add", args: '{"a":1}' },
      { index: 0, id: "a", name: "add", args: "" },
    ],
    one,
  ],
  [
    "so do those that say only the name again",
    [
      { index: 0, name: "add", args: "" },
      { index: 0, name: "add", args: '{"a":' },
      { index: 0, name: "add", args: "1}" },
      { index: 0, name: "add", args: "" },
    ],
    [["", "add", { a: 1 }]],
  ],
  [
    "an id and a name that come late are not lost",
    [
      { index: 0, args: '{"a":' },
      { index: 0, id: "a", name: "add", args: "1}" },
    ],
    one,
  ],
  ["arguments that come as an object are read", [{ index: 0, id: "a", name: "add", args: { a: 1 } }], one],
  [
    "calls without ids under one index are told apart by arguments that begin anew",
    [
      { index: 0, id: "", name: "add", args: '{"a":1}' },
      { index: 0, id: "", name: "add", args: '{"a":2}' },
    ],
    [
      ["", "add", { a: 1 }],
      ["", "add", { a: 2 }],
    ],
  ],
  [
    "calls without ids under one index are told apart by a name that comes again",
    [
      { index: 0, name: "add", args: "" },
      { index: 0, args: '{"a":1}' },
      { index: 0, name: "add", args: "" },
      { index: 0, args: '{"a":2}' },
    ],
    [
      ["", "add", { a: 1 }],
      ["", "add", { a: 2 }],
    ],
  ],
  [
    "calls without ids and without an index are told apart by their names",
    [{ name: "now", args: "" }, { name: "add", args: '{"a":' }, { args: "1}" }],
    [
      ["", "now", {}],
      ["", "add", { a: 1 }],
    ],
  ],
] as const) {
  test(`[CHAT-2] ${what}`, () => {
    assert.deepEqual(read(pieces).calls, expected);
  });
}

test("the first call's id is known also where it comes late", () => {
  assert.equal(
    read([
      { index: 0, name: "add" },
      { index: 0, id: "a" },
      { index: 1, id: "b" },
    ]).firstId,
    "a",
  );
});

test("[CHAT-12] calls are whole only where each of them is, in whatever order they came", () => {
  const half = { index: 0, id: "a", name: "add", args: '{"a":1' };
  const whole = { index: 1, id: "b", name: "add", args: '{"a":2}' };
  assert.equal(read([half, whole]).areWhole, false);
  assert.equal(read([half, whole, { index: 0, args: "}" }]).areWhole, true);
});

test("[CHAT-2] calls are put together the same way however their pieces are cut and mixed", () => {
  const cuts = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(cuts, fc.infiniteStream(fc.nat()), (lengths, choices) => {
      const queues = lengths.map((sizes, index) => {
        let rest = JSON.stringify({ a: index, text: "x".repeat(index * 3) });
        const first: CallPiece = { index, id: `id${index}`, name: "add", args: "" };
        const later = [...sizes, Infinity].map((size) => {
          const args = rest.slice(0, size);
          rest = rest.slice(size);
          return { index, args };
        });
        return [first, ...later];
      });
      // All begin in order; after that any of them goes on.
      const pieces = queues.map((queue) => queue.shift() as CallPiece);
      for (let open = queues; open.length > 0; open = open.filter((queue) => queue.length > 0)) {
        const queue = open[(choices.next().value as number) % open.length];
        pieces.push(queue?.shift() as CallPiece);
      }
      const expected = lengths.map((_, index) => [
        `id${index}`,
        "add",
        { a: index, text: "x".repeat(index * 3) },
      ]);
      assert.deepEqual(read(pieces).calls, expected);
    }),
  );
});
