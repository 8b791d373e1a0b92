import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { toAnsweredId } from "./oversized-response.ts";

const endBytes = 1024;
const idOf = (message: object) => {
  const line = JSON.stringify(message);
  return toAnsweredId({ head: line.slice(0, endBytes), tail: line.slice(-endBytes) });
};

const text = "x".repeat(5_000);
const result = { content: [{ type: "text", text }] };

test("[MCP-16] the id is found at both ends of a long answer", () => {
  assert.equal(idOf({ jsonrpc: "2.0", id: 7, result }), 7);
  assert.equal(idOf({ id: 7, jsonrpc: "2.0", result }), 7);
  assert.equal(idOf({ result, jsonrpc: "2.0", id: 7 }), 7);
  assert.equal(idOf({ result, id: "probe-1", jsonrpc: "2.0" }), "probe-1");
  assert.equal(idOf({ jsonrpc: "2.0", id: 7, error: { code: 1, message: text } }), 7);
});

test("an id inside the result is not the answer's", () => {
  assert.equal(idOf({ jsonrpc: "2.0", id: 7, result: { id: 8, text, more: { id: 9 } } }), 7);
  assert.equal(idOf({ result: { id: 8, text, more: [{ id: 9 }] } }), undefined);
  assert.equal(idOf({ result: { text: `${text},"id":9}` } }), undefined);
  assert.equal(idOf({ result: { text }, 'x,"id': 9 }), undefined);
});

test("a request or notification of the server's own answers nothing", () => {
  assert.equal(
    idOf({ method: "sampling/createMessage", params: { text }, jsonrpc: "2.0", id: 7 }),
    undefined,
  );
  assert.equal(idOf({ jsonrpc: "2.0", id: 7, params: { text }, method: "x" }), undefined);
  assert.equal(idOf({ jsonrpc: "2.0", method: "notifications/message", params: { text } }), undefined);
});

test("a line that is no JSON has no id", () => {
  assert.equal(toAnsweredId({ head: "x".repeat(endBytes), tail: '"id":5}' }), undefined);
  assert.equal(toAnsweredId({ head: "", tail: "" }), undefined);
});

test("[MCP-16] the id found is the id, whatever the result holds", () => {
  const id = fc.oneof(fc.integer(), fc.string({ maxLength: 20 }));
  fc.assert(
    fc.property(fc.jsonValue(), id, fc.boolean(), (value, expected, isFirst) => {
      const padded = { text, value };
      const message = isFirst
        ? { jsonrpc: "2.0", id: expected, result: padded }
        : { result: padded, jsonrpc: "2.0", id: expected };
      assert.equal(idOf(message), Object.is(expected, -0) ? 0 : expected);
    }),
  );
});
