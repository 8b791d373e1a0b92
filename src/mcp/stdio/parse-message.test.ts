import assert from "node:assert/strict";
import test from "node:test";
import { parseMessage } from "./parse-message.ts";

test("a byte order mark and the line ends of Windows are no part of a message", () => {
  const message = { jsonrpc: "2.0", id: 1, result: {} };
  assert.deepEqual(parseMessage(`\u{FEFF}${JSON.stringify(message)}\r`), message);
});

test("what is no JSON-RPC is no message", () => {
  for (const line of ["", "{", "1", "null", "[]", "{}", '{"jsonrpc":"1.0","id":1}', '[{"jsonrpc":"2.0"}]'])
    assert.equal(parseMessage(line), undefined, line);
});

test("messages of every kind are taken as they are", () => {
  for (const message of [
    { id: 1, result: { any: "thing" } },
    { id: "a", error: { code: -1, message: "no", data: null } },
    { id: null, error: { code: -32700, message: "what?" } },
    { id: 1, method: "ping" },
    { method: "notifications/initialized" },
  ])
    assert.deepEqual(parseMessage(JSON.stringify({ jsonrpc: "2.0", ...message })), {
      jsonrpc: "2.0",
      ...message,
    });
});

for (const answer of [{}, { result: null }, { result: [] }, { error: "broken" }, { error: { code: "x" } }])
  test(`an answer that cannot be read, ${JSON.stringify(answer)}, is an error for the call that it answers`, () => {
    const message = parseMessage(JSON.stringify({ jsonrpc: "2.0", id: 7, ...answer }));
    assert.ok(message !== undefined && "error" in message);
    assert.equal(message.id, 7);
    assert.match(message.error.message, /^The server's answer cannot be read/);
  });
