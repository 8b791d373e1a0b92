import assert from "node:assert/strict";
import test from "node:test";
import type { ToolCall, ToolResult } from "../calls/call.ts";
import { createSwitchboard } from "../switchboard.ts";
import type { Tool } from "../tools/tool.ts";
import { logEvents } from "./log.ts";
import { createLogger } from "./logger.ts";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A real pino logger whose lines are gathered, and the observer on it. */
function setUp(secrets: readonly string[] = []) {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const log = createLogger({ level: "debug", destination });
  return { lines, log, observe: logEvents(log, { secrets }) };
}

const call: ToolCall = { id: "call_1", name: "lamp", args: { room: "hall" } };

function ended(result: Partial<ToolResult>, isSlow = false) {
  const whole = {
    ok: true,
    id: "call_1",
    name: "lamp",
    text: "on",
    value: "on",
    args: call.args,
    repairs: [],
    durationMs: 12,
    ...result,
  };
  return { type: "call.ended", call, result: whole as ToolResult, isSlow };
}

const [debug, info, warn, error] = [20, 30, 40, 50];

test("[EX-2] an execution is logged with tool, call id, arguments, duration and result", () => {
  const { lines, observe } = setUp();
  observe(ended({}));
  assert.equal(lines.length, 1);
  const { level, msg, tool, callId, args, durationMs, result } = lines[0] as Line;
  assert.deepEqual(
    { level, msg, tool, callId, args, durationMs, result },
    {
      level: info,
      msg: 'Tool "lamp" succeeded in 12ms',
      tool: "lamp",
      callId: "call_1",
      args: { room: "hall" },
      durationMs: 12,
      result: "on",
    },
  );
});

test("[EX-2] secrets are redacted by key, by known value and inside text, wherever they stand", async () => {
  const secret = "sk-known-4711";
  const { lines, log } = setUp();
  const tool: Tool = {
    name: "login",
    description: "Logs in",
    schema: { type: "object", properties: { pin: { type: "string" } } },
    invoke: () => Promise.reject(new Error(`refused: password=hunter2 and ${secret}`)),
  };
  const { executor } = createSwitchboard({ tools: [tool], log, secrets: [secret] });
  await executor.execute({
    id: "1",
    name: "Login",
    args: {
      pin: 987654,
      user: { api_key: "key-in-args", note: `uses ${secret}` },
      headers: [{ Authorization: "Bearer abc123" }],
      body: `{"token": "tok-in-text"}`,
    },
  });
  const written = lines.map((line) => JSON.stringify(line)).join("\n");
  for (const leak of [secret, "hunter2", "key-in-args", "abc123", "tok-in-text", "987654"]) {
    assert.ok(!written.includes(leak), `${leak} was logged: ${written}`);
  }
  assert.match(written, /\[redacted\]/);
});

test("[EX-2] long values are cut, and what cannot be read does not break the log", () => {
  const { lines, observe } = setUp();
  const unreadable = new Proxy({}, { ownKeys: () => assert.fail("no") });
  observe(ended({ value: "x".repeat(100_000) }));
  observe(ended({ value: unreadable }));
  assert.ok(JSON.stringify(lines[0]).length < 2_000);
  assert.match(String(lines[0]?.["result"]), /… \(100000 characters\)$/);
  assert.equal(lines[1]?.["result"], "[unreadable]");
});

test("[EX-2] a secret across the place where text is cut does not show half of itself", () => {
  const secret = "abcdefghijklmnopqrstuvwxyz";
  const { lines, observe } = setUp([secret]);
  observe(ended({ value: `${"x".repeat(495)}${secret}${"y".repeat(2_000)}` }));
  assert.doesNotMatch(String(lines[0]?.["result"]), /abc/);
});

test("[EX-2] what a refusal quotes of a secret parameter is not logged", async () => {
  const { lines, log } = setUp();
  const tool: Tool = {
    name: "login",
    description: "Logs in",
    schema: { type: "object", properties: { password: { type: "string" }, pin: { type: "object" } } },
    invoke: () => "ok",
  };
  const { executor } = createSwitchboard({ tools: [tool], log });
  const result = await executor.execute({
    id: "1",
    name: "login",
    args: { password: { a: "hunter3" }, pin: "4711" },
  });
  assert.match(result.text, /hunter3/);
  assert.doesNotMatch(JSON.stringify(lines), /hunter3|4711/);
});

test("[EX-2] arguments that were encoded twice, and names that a model made up, give nothing away", async () => {
  const secret = "sk-known-4711";
  const { lines, log } = setUp();
  const tool: Tool = {
    name: "login",
    description: "Logs in",
    schema: { type: "object", properties: {} },
    invoke: () => "ok",
  };
  const { executor } = createSwitchboard({ tools: [tool], log, secrets: [secret] });
  await executor.execute({
    id: secret,
    name: "login",
    args: JSON.stringify(JSON.stringify({ password: "Tr0ub4dor" })),
  });
  await executor.execute({ id: "1", name: `${secret}${"x".repeat(100_000)}`, args: {} });
  const written = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.doesNotMatch(written, /Tr0ub4dor|sk-known/);
  assert.ok(written.length < 10_000);
});

test("[EX-2] a value that refers to the same things again and again is cut, not written out", () => {
  const { lines, observe } = setUp();
  let shared: unknown = "leaf";
  for (let level = 0; level < 20; level += 1) shared = Array(50).fill(shared);
  observe(ended({ value: shared }));
  assert.ok(JSON.stringify(lines[0]).length < 20_000);
});

test("[EX-3] an unknown tool is a warning", () => {
  const { lines, observe } = setUp();
  observe(ended({ ok: false, code: "unknown_tool", name: "lmp", text: 'Error: Unknown tool "lmp"' }));
  assert.deepEqual([lines[0]?.level, lines[0]?.msg], [warn, 'Unknown tool "lmp"']);
});

test("[EX-4] a tool's failure is an error with its context and its stack", () => {
  const { lines, observe } = setUp();
  const failure = { ok: false, code: "failed", text: "Error: it broke", error: new Error("it broke") };
  observe(ended(failure as Partial<ToolResult>));
  const [line] = lines;
  assert.deepEqual([line?.level, line?.msg], [error, 'Tool "lamp" failed: Error: it broke']);
  assert.deepEqual(line?.["args"], { room: "hall" });
  assert.match(String(line?.["stack"]), /log\.test\.ts/);
});

test("[EX-5] an answer after the end of its call is a warning", () => {
  const { lines, observe } = setUp();
  observe({ type: "call.late", call, tool: "lamp", outcome: { kind: "value", value: 1 } } as never);
  assert.deepEqual(
    [lines[0]?.level, lines[0]?.msg],
    [warn, 'Tool "lamp" answered after its call had ended; the answer is dropped'],
  );
});

test("[EX-7] a slow tool is a warning with its name and duration", () => {
  const { lines, observe } = setUp();
  observe(ended({ durationMs: 1_234 }, true));
  const { level, msg, tool, durationMs } = lines[1] as Line;
  assert.deepEqual([level, msg, tool, durationMs], [warn, 'Slow tool: "lamp" took 1.2s', "lamp", 1_234]);
});

test("[NORM-6] a changed parameter name is logged as from → to", () => {
  const { lines, observe } = setUp();
  const repair = {
    rule: "parameter",
    path: "/device_name",
    from: { device_name: "One" },
    to: { deviceName: "One" },
  } as const;
  observe(ended({ repairs: [repair] }));
  assert.equal(lines[1]?.msg, 'Repaired a call of "lamp": {device_name: "One"} → {deviceName: "One"}');
});

test("every repair is logged as from → to, and a secret in it is not", () => {
  const { lines, observe } = setUp();
  observe(
    ended({
      repairs: [
        { rule: "type", path: "/level", from: "2", to: 2 },
        { rule: "null", path: "/scene", from: null },
        { rule: "type", path: "/password", from: 1234, to: "1234" },
      ],
    }),
  );
  assert.deepEqual(
    lines.slice(1).map(({ msg }) => msg),
    [
      'Repaired a call of "lamp": /level: "2" → 2',
      'Repaired a call of "lamp": /scene: null → absent',
      'Repaired a call of "lamp": /password: "[redacted]" → "[redacted]"',
    ],
  );
});

test("[NORM-8] a parameter that was spelled twice is a warning", () => {
  const { lines, observe } = setUp();
  const lost = { name: "device_name", value: "One", rightName: "deviceName" };
  observe({ type: "parameter.lost", call, tool: "lamp", lost } as never);
  assert.deepEqual(
    [lines[0]?.level, lines[0]?.msg],
    [
      warn,
      'A call of "lamp" has both "deviceName" and "device_name", which mean the same; "device_name" is not used',
    ],
  );
});

test("[TM-7] a replaced tool is a warning", () => {
  const { lines, observe } = setUp();
  observe({ type: "tool.replaced", name: "lamp" } as never);
  assert.deepEqual(
    [lines[0]?.level, lines[0]?.msg],
    [warn, 'Tool "lamp" was added again; the earlier one is replaced'],
  );
});

test("[FMT-4] the conversion is a debug line in the words of the specification", () => {
  const { lines, observe } = setUp();
  observe({ type: "tools.converted", count: 3, provider: "ollama" } as never);
  assert.deepEqual(
    [lines[0]?.level, lines[0]?.msg],
    [debug, "🔧 Converted 3 tools from LangChain to Qwen format"],
  );
});
