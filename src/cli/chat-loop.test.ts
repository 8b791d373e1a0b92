import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import test from "node:test";
import { chat } from "./chat-loop.ts";
import { createStyle } from "./style.ts";
import type { Terminal } from "./terminal.ts";

test("who interrupts the program before the conversation has begun is not asked for a line any more", async () => {
  const terminal = {
    input: new PassThrough(),
    isInteractive: false,
    style: createStyle(false),
    tell: () => {},
  } as unknown as Terminal;
  const signal = AbortSignal.abort(new DOMException("Interrupted", "AbortError"));
  const context = { terminal, globals: () => ({ model: "operator" }), signal, exitCode: 0 as const };
  await assert.rejects(chat(context, { isStandalone: true }), { name: "AbortError" });
});
