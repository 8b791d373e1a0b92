import assert from "node:assert/strict";
import { test } from "node:test";

import { startFakeOllama, type FakeStep } from "../../src/testing.ts";

// The steps that all fakes share, where Ollama has nothing like them of its own.
async function ask(turn: readonly FakeStep[]): Promise<Response> {
  const ollama = await startFakeOllama({ turns: [turn] });
  try {
    const body = JSON.stringify({ model: "qwen3:0.6b", messages: [] });
    const response = await fetch(`${ollama.url}/api/chat`, { method: "POST", body });
    return new Response(await response.text(), { status: response.status, headers: response.headers });
  } finally {
    await ollama.close();
  }
}

test("a failure with a status is Ollama's before the stream, and a line in it", async () => {
  const busy = { status: 503, error: "server busy", headers: { "retry-after": "7" } };
  const before = await ask([busy]);
  assert.deepEqual([before.status, before.headers.get("retry-after")], [503, "7"]);
  assert.deepEqual(await before.json(), { error: "server busy" });
  const within = await ask(["Hal", busy]);
  assert.equal(within.status, 200);
  assert.match(await within.text(), /\n\{"error":"server busy"\}\n$/);
});

test("an unfinished call is half a line of Ollama's", async () => {
  const response = await ask([{ unfinishedCall: { name: "add" } }, { cut: "end" }]);
  assert.match(await response.text(), /^\{"model".*"name":"add",$/);
});

test("a refusal is text of Ollama's", async () => {
  const response = await ask([{ refusal: "No." }]);
  const lines = (await response.text()).trim().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ message, done }) => [message.content, done]),
    [
      ["No.", false],
      ["", true],
    ],
  );
});
