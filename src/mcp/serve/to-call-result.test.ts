import assert from "node:assert/strict";
import test from "node:test";
import type { CallToolResult } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { toOutputText } from "../../calls/output.ts";
import type { ToolResult } from "../../calls/call.ts";
import { toToolValue } from "../tool-value.ts";
import { toCallResult } from "./to-call-result.ts";

function success(value: unknown, isMcp = false, text = toOutputText(value, isMcp)): ToolResult {
  return { ok: true, id: "1", name: "tool", text, value, args: {}, repairs: [], durationMs: 1 };
}

const image = { type: "image", data: "aGk=", mimeType: "image/png" };
const resource = { type: "resource", resource: { uri: "test://a", text: "words" } };
const link = { type: "resource_link", uri: "test://a", name: "a" };

test("a text is one block of text", () => {
  assert.deepEqual(toCallResult(success("hello"), false), { content: [{ type: "text", text: "hello" }] });
});

test("a failure is an error in the executor's words", () => {
  const failed = { ok: false, id: "1", name: "tool", text: "Error: no", repairs: [], durationMs: 1 } as const;
  assert.deepEqual(toCallResult({ ...failed, code: "failed" }, false), {
    content: [{ type: "text", text: "Error: no" }],
    isError: true,
  });
});

test("an object is kept as structure beside its text, and is JSON whatever it was", () => {
  const { content, structuredContent } = toCallResult(success({ at: new Date(0), size: 1n }), false);
  const expected = { at: "1970-01-01T00:00:00.000Z", size: "1" };
  assert.deepEqual(structuredContent, expected);
  assert.deepEqual(content, [{ type: "text", text: JSON.stringify(expected) }]);
});

test("whatever a tool gives, its structure says what its text says", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const { content, structuredContent } = toCallResult(success(value), false);
      if (structuredContent === undefined) return;
      const [block] = content;
      assert.ok(block?.type === "text");
      assert.deepEqual(structuredContent, JSON.parse(block.text));
    }),
  );
});

test("an object whose text was cut is no structure", () => {
  const cut = success({ long: "text" }, false, '{"long":"te\n[cut: 4 of 15 bytes are missing]');
  assert.equal(toCallResult(cut, false).structuredContent, undefined);
});

test("blocks are passed on as they are and in their order, in each of their forms", () => {
  const blocks = [{ type: "text", text: "before" }, image, resource, link, { type: "text", text: "after" }];
  assert.deepEqual(toCallResult(success(blocks), false), { content: blocks });
  const structuredContent = { a: 1 };
  assert.deepEqual(toCallResult(success({ content: blocks, structuredContent }), false), {
    content: blocks,
    structuredContent,
  });
});

test("what a gathered server gave is passed on as it was, in its order", () => {
  const content = [
    { type: "text", text: "before" },
    image,
    resource,
    { type: "text", text: "after" },
  ] as const;
  const given = { content: [...content], structuredContent: { a: 1 } } as CallToolResult;
  assert.deepEqual(toCallResult(success(toToolValue(given), true), true), given);
  const structured = { content: [], structuredContent: { a: 1 } };
  assert.deepEqual(toCallResult(success(toToolValue(structured), true), true), {
    content: [{ type: "text", text: '{"a":1}' }],
    structuredContent: { a: 1 },
  });
});

test("what mcp-adapters put beside a text is passed on after it", () => {
  const text = { type: "text", text: "a picture" };
  assert.deepEqual(toCallResult(success(["a picture", [image]], true), true), { content: [text, image] });
  assert.deepEqual(toCallResult(success([[text], []], true), true), { content: [text] });
});

test("a pair that no server gave is a value", () => {
  const { content } = toCallResult(success(["a", []]), false);
  assert.deepEqual(content, [{ type: "text", text: '["a",[]]' }]);
});

test("where the text was cut, the cut one takes the place of all texts, and images stay", () => {
  const blocks = [{ type: "text", text: "long" }, image, { type: "text", text: "longer" }];
  assert.deepEqual(toCallResult(success(blocks, false, "lo [cut]"), false), {
    content: [{ type: "text", text: "lo [cut]" }, image],
  });
});

test("blocks that MCP does not know are respelled, or said in words", () => {
  const { content } = toCallResult(
    success([
      { type: "image", data: "aGk=", mime_type: "image/png" },
      { type: "image_url", image_url: { url: "https://example.com/a.png" } },
    ]),
    false,
  );
  assert.deepEqual(content, [image, { type: "text", text: "[image_url]" }]);
});
