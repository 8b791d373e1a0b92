import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolManager } from "../tools/manager.ts";
import type { ToolResult } from "./call.ts";
import { ToolExecutor } from "./executor.ts";

const schema = {
  type: "object",
  properties: { id: { type: "integer" }, to: { type: "string" }, more: { type: "object" } },
};

async function send(args: unknown): Promise<{ result: ToolResult; received: unknown[] }> {
  const received: unknown[] = [];
  const tools = new ToolManager();
  tools.add([{ name: "send", description: "Sends", schema, invoke: (given) => void received.push(given) }]);
  const result = await new ToolExecutor({ tools }).execute({ id: "1", name: "send", args });
  return { result, received };
}

const refused: readonly (readonly [what: string, args: unknown, line: string])[] = [
  [
    "a number that cannot be kept",
    '{"id": 12345678901234567891}',
    "- arguments: 12345678901234567891 cannot be kept exactly as a number; send it as a string",
  ],
  [
    "a number that cannot be kept, encoded twice",
    JSON.stringify('{"id": 12345678901234567891}'),
    "- arguments: 12345678901234567891 cannot be kept exactly as a number; send it as a string",
  ],
  [
    "a number that cannot be kept in JSON for a parameter",
    { more: '{"n": 12345678901234567891}' },
    "- more: 12345678901234567891 cannot be kept exactly as a number; send it as a string",
  ],
  [
    "a parameter with two values",
    '{"to": "alice", "to": "bob"}',
    '- arguments: "to" is given twice with different values; send it once',
  ],
  [
    "too many levels",
    `${'{"more":'.repeat(201)}1${"}".repeat(201)}`,
    "- arguments: is nested more than 200 levels deep; send it with fewer levels",
  ],
  [
    "a number as a string where an integer is wanted",
    { id: "12345678901234567891" },
    '- id: must be a whole number, got "12345678901234567891"',
  ],
];

for (const [what, args, line] of refused) {
  test(`[EX-9] what would be lost never reaches the tool, and the text says what it is: ${what}`, async () => {
    const { result, received } = await send(args);
    assert.deepEqual(received, []);
    assert.ok(!result.ok && result.code === "invalid_arguments");
    assert.ok(result.text.split("\n").includes(line), result.text);
  });
}

test("[FIX-2] a number for text reaches the tool as it was written", async () => {
  const { received } = await send('{"id": 7.0, "to": 1.10}');
  assert.deepEqual(received, [{ id: 7, to: "1.10" }]);
});
