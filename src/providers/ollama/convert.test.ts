import assert from "node:assert/strict";
import { test } from "node:test";
import { realisticSchemas } from "../../../test/schemas/realistic.ts";
import type { ToolResult } from "../../calls/call.ts";
import type { Event } from "../../observer.ts";
import type { Tool } from "../../tools/tool.ts";
import { wireNames } from "../wire-names.ts";
import {
  parseToolCall,
  toOllamaTool,
  toOllamaToolMessage,
  toOllamaToolMessages,
  toOllamaTools,
} from "./convert.ts";

function createTool(name: string, schema: unknown, more: object = {}): Tool {
  return { name, description: "A tool", schema, invoke: () => "", ...more };
}

function succeed(text: string, name = "read"): ToolResult {
  return { id: "call_1", name, text, durationMs: 1, repairs: [], ok: true, value: text, args: {} };
}

test("[FMT-1] a tool becomes a function; what is not part of the form does not appear", () => {
  const tool = createTool(
    "a",
    { type: "object", properties: { x: { type: "string" } } },
    { lc_name: "b", lc_kwargs: {} },
  );
  assert.deepEqual(toOllamaTool(tool), {
    type: "function",
    function: {
      name: "b",
      description: "A tool",
      parameters: { type: "object", properties: { x: { type: "string" } } },
    },
  });
  assert.equal(toOllamaTool(createTool("a", {}, { lc_name: () => "Class" })).function.name, "a");
});

test("[FMT-6] the form has exactly its keys, and parameters are an object schema even where there are none", () => {
  const withoutParameters = [undefined, {}, { type: "object" }, { type: "object", properties: {} }];
  for (const schema of withoutParameters) {
    assert.deepEqual(toOllamaTool(createTool("a", schema)).function.parameters, {
      type: "object",
      properties: {},
    });
  }
  for (const [name, schema] of Object.entries(realisticSchemas)) {
    const tool = toOllamaTool(createTool(name, schema, { description: undefined }));
    assert.deepEqual(Object.keys(tool), ["type", "function"]);
    assert.deepEqual(Object.keys(tool.function), ["name", "description", "parameters"]);
    assert.equal(tool.function.parameters["type"], "object");
    assert.deepEqual(JSON.parse(JSON.stringify(tool)), tool);
  }
});

test("[FMT-10] what the parameters say as a whole is in the tool's description, the only one that the server keeps", () => {
  const tool = toOllamaTool(createTool("update_issue", realisticSchemas["update_issue"]));
  assert.equal(tool.function.description, "A tool (at least one must be given: title or priority)");
  assert.deepEqual(Object.keys(tool.function.parameters), ["type", "properties", "required"]);
  const again = createTool("a", { type: "object", properties: {}, description: "A tool" });
  assert.equal(toOllamaTool(again).function.description, "A tool");
});

test("[FMT-4] converting tells how many tools were converted, for the log", () => {
  const events: Event[] = [];
  const tools = [createTool("a", {}), createTool("bad", 5), createTool("b", {})];
  const converted = toOllamaTools(tools, { observe: (event) => void events.push(event) });
  assert.deepEqual(
    converted.map((tool) => tool.function.name),
    ["a", "b"],
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ["tool.skipped", "tools.converted"],
  );
  assert.deepEqual(events[1], { type: "tools.converted", count: 2, provider: "ollama" });
});

test("[FMT-3] no tools are no tools", () => {
  assert.deepEqual(toOllamaTools([]), []);
  assert.deepEqual(toOllamaTools(undefined), []);
});

test("[FMT-5] converting leaves the stored tools as they are", () => {
  const tool = createTool("a", { type: "object", properties: { x: { type: "string", minLength: 1 } } });
  const before = { ...tool, schema: structuredClone(tool.schema) };
  toOllamaTools([tool]);
  assert.deepEqual(tool, before);
});

test("[FMT-7] a call keeps the server's id while that is new, and gets its own where it is not", () => {
  const usedIds = new Set<string>();
  const call = { id: "call_0", function: { name: "read", arguments: { path: "a" } } };
  assert.deepEqual(parseToolCall(call, { usedIds }), { id: "call_0", name: "read", args: { path: "a" } });
  const second = parseToolCall(call, { usedIds });
  const third = parseToolCall({ function: { name: "read" } }, { usedIds });
  assert.match(second.id, /^call_.{8,}/);
  assert.match(third.id, /^call_.{8,}/);
  assert.deepEqual(usedIds, new Set(["call_0", second.id, third.id]));
  assert.equal(usedIds.size, 3);
});

test("[FMT-7] arguments may be an object, text, null or missing", () => {
  const argsOf = (args: unknown) => parseToolCall({ function: { name: "read", arguments: args } }).args;
  assert.deepEqual(argsOf({ a: 1 }), { a: 1 });
  assert.equal(argsOf('{"a":1}'), '{"a":1}');
  assert.deepEqual(argsOf(null), {});
  assert.deepEqual(argsOf(undefined), {});
});

test("[FMT-9] calls and results go by the tool's name here and by the safe name on the wire", () => {
  const names = wireNames([createTool("files.read", {})], "ollama");
  const [offered] = toOllamaTools([createTool("files.read", {})]);
  const wireName = offered?.function.name ?? "";
  assert.notEqual(wireName, "files.read");
  assert.equal(parseToolCall({ function: { name: wireName } }, { names }).name, "files.read");
  assert.equal(toOllamaToolMessage(succeed("x", "files.read"), names).tool_name, wireName);
});

test("[FMT-8] results become tool messages in their order, with the text that the model is to read", () => {
  const { ok: _, value: __, args: ___, ...rest } = succeed("") as Extract<ToolResult, { ok: true }>;
  const failed: ToolResult = {
    ...rest,
    id: "call_2",
    ok: false,
    code: "failed",
    text: "Error: no such file",
  };
  assert.deepEqual(toOllamaToolMessages([succeed("text as it is"), succeed('{"a":1}'), failed]), [
    { role: "tool", content: "text as it is", tool_name: "read", tool_call_id: "call_1" },
    { role: "tool", content: '{"a":1}', tool_name: "read", tool_call_id: "call_1" },
    { role: "tool", content: "Error: no such file", tool_name: "read", tool_call_id: "call_2" },
  ]);
});
