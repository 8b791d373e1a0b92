import assert from "node:assert/strict";
import { once } from "node:events";
import test from "node:test";
import { DynamicStructuredTool, DynamicTool, StructuredTool, tool } from "@langchain/core/tools";
import { z } from "zod";
import type { ToolEvent } from "./events.ts";
import { ToolManager } from "./manager.ts";
import { isMcpTool } from "./origin.ts";
import type { Tool } from "./tool.ts";

function plainTool(name: string, more: Partial<Tool> & Record<string, unknown> = {}): Tool {
  return {
    name,
    description: `The tool ${name}`,
    schema: { type: "object", properties: {} },
    invoke: () => name,
    ...more,
  };
}

function setUp() {
  const events: ToolEvent[] = [];
  return { events, manager: new ToolManager({ observe: (event) => void events.push(event) }) };
}

test("[TM-1] MCP tools are added as the very objects they are, frozen ones too", () => {
  const { manager } = setUp();
  const frozen = Object.freeze(plainTool("lamp"));
  manager.addMcpTools([frozen]);
  assert.equal(manager.find("lamp"), frozen);
  assert.deepEqual(Object.keys(frozen), ["name", "description", "schema", "invoke"]);
  assert.equal(isMcpTool(frozen), true);
});

test("[TM-2] LangChain's classes, the tool() helper's results and plain objects are all tools", () => {
  class Doubler extends StructuredTool {
    override name = "double";
    override description = "Doubles";
    override schema = z.object({ n: z.number() });
    protected override async _call({ n }: { n: number }) {
      return String(n * 2);
    }
  }
  const tools = [
    new Doubler(),
    tool(({ a, b }) => String(a + b), {
      name: "add",
      description: "Adds",
      schema: z.object({ a: z.number(), b: z.number() }),
    }),
    tool(({ a }) => String(a), {
      name: "echo_json",
      description: "JSON Schema",
      schema: { type: "object", properties: { a: { type: "number" } } } as const,
    }),
    new DynamicTool({ name: "upper", description: "Text in", func: async (text) => text.toUpperCase() }),
    new DynamicStructuredTool({ name: "s", description: "S", schema: z.object({}), func: async () => "s" }),
    plainTool("plain"),
  ];
  const { manager } = setUp();
  assert.deepEqual(manager.add(tools), []);
  assert.deepEqual(manager.tools, tools);
});

const refusals: [string, unknown, RegExp][] = [
  ["null", null, /expected an object with name, description, schema and invoke\(\), got null/],
  ["a string", "lamp", /Not a tool/],
  ["an array", [], /Not a tool/],
  [
    "a nameless thing",
    { ...plainTool("x"), name: undefined },
    /"name" must be a non-empty string, got nothing/,
  ],
  ["an empty name", plainTool(""), /"name" must be a non-empty string, got an empty string/],
  ["a name that is a number", { ...plainTool("x"), name: 7 }, /"name" must be a non-empty string/],
  ["no invoke", { ...plainTool("lamp"), invoke: undefined }, /Tool "lamp" has no invoke\(\)/],
  [
    "a description that is no text",
    { ...plainTool("lamp"), description: 5 },
    /"description" must be a string/,
  ],
  [
    "a schema of a string",
    plainTool("lamp", { schema: { type: "string" } }),
    /must describe an object.*type "string"/,
  ],
  ["a schema of an array", plainTool("lamp", { schema: { type: "array", items: {} } }), /type "array"/],
  ["a Zod schema of a number", plainTool("lamp", { schema: z.number() }), /type "number"/],
  ["a boolean as schema", plainTool("lamp", { schema: true }), /Tool "lamp": its schema/],
  ["a schema that is an array itself", plainTool("lamp", { schema: [] }), /Tool "lamp": its schema/],
  [
    "a time limit in words",
    plainTool("lamp", { timeoutMs: "500" as unknown as number }),
    /"timeoutMs" must be a number/,
  ],
  ["a time limit that is none", plainTool("lamp", { timeoutMs: -1 }), /"timeoutMs" must be a number above 0/],
  [
    "a thing whose name throws",
    Object.defineProperty({}, "name", {
      get: () => {
        throw new Error("no");
      },
    }),
    /cannot be read \(Error: no\)/,
  ],
];

for (const [title, thing, reason] of refusals) {
  test(`[TM-2] ${title} is refused with the reason, and the rest are added`, () => {
    const { manager, events } = setUp();
    const refused = manager.add([plainTool("before"), thing as Tool, plainTool("after")]);
    assert.deepEqual(
      manager.tools.map(({ name }) => name),
      ["before", "after"],
    );
    assert.equal(refused.length, 1);
    assert.match(String(refused[0]?.message), reason);
    assert.equal(refused[0]?.code, "invalid_tool");
    assert.deepEqual(events, [{ type: "tool.refused", error: refused[0] }]);
  });
}

test("[TM-2] without an observer a refusal is a process warning, not silence", async () => {
  const warned = once(process, "warning");
  new ToolManager().add({ name: "lamp" } as unknown as Tool);
  const [warning] = (await warned) as [Error];
  assert.match(warning.message, /Tool "lamp" has no invoke/);
});

test("[TM-3, TM-5] tools of every source are the very objects, in one array, and nothing beside them", () => {
  const { manager } = setUp();
  const custom = plainTool("custom");
  const mcp = plainTool("mcp");
  manager.add(custom);
  manager.addMcpTools([mcp]);
  assert.equal(manager.tools.length, 2);
  assert.equal(manager.tools[0], custom);
  assert.equal(manager.tools[1], mcp);
  assert.deepEqual(Object.keys(manager), []);
});

test("[TM-4] find looks at name, and at lc_name where that is a non-empty string", () => {
  const { manager } = setUp();
  const aliased = plainTool("local", { lc_name: "from_mcp" });
  const emptyAlias = plainTool("empty", { lc_name: "" });
  const methodAlias = plainTool("method", { lc_name: () => "ClassName" });
  manager.add([aliased, emptyAlias, methodAlias]);
  assert.equal(manager.find("from_mcp"), aliased);
  assert.equal(manager.find("local"), aliased);
  assert.equal(manager.find("empty"), emptyAlias);
  assert.equal(manager.find("method"), methodAlias);
  for (const unknown of ["ClassName", "", "__proto__", "constructor", "toString"]) {
    assert.equal(manager.find(unknown), undefined);
  }
});

test("[TM-6] a look-up among 10,000 tools reads no other tool's name", () => {
  const { manager } = setUp();
  let reads = 0;
  const tools = Array.from({ length: 10_000 }, (_, index) =>
    Object.defineProperty(plainTool("x"), "name", {
      get() {
        reads += 1;
        return `tool_${index}`;
      },
    }),
  );
  manager.add(tools);
  reads = 0;
  assert.equal(manager.find("tool_9999"), tools[9_999]);
  assert.equal(manager.find("tool_0"), tools[0]);
  assert.equal(reads, 0);
});

test("[TM-7] a name that exists warns and replaces the earlier tool in its place", () => {
  const { manager, events } = setUp();
  const [first, second, again] = [plainTool("first"), plainTool("second"), plainTool("first")];
  manager.add([first, second]);
  manager.add(again);
  assert.deepEqual(
    manager.tools.map((each) => each === again),
    [true, false],
  );
  assert.equal(manager.find("first"), again);
  assert.deepEqual(events, [{ type: "tool.replaced", name: "first" }]);
});

test("a tool that was removed is gone, and the others are still found", () => {
  const { manager } = setUp();
  manager.add([plainTool("a"), plainTool("b"), plainTool("c")]);
  assert.equal(manager.remove("a"), true);
  assert.equal(manager.remove("a"), false);
  assert.equal(manager.find("a"), undefined);
  assert.equal(manager.find("c")?.name, "c");
});

test("a getter that throws on one tool does not cost the others", () => {
  const { manager } = setUp();
  const odd = Object.defineProperty(
    plainTool("odd", { responseFormat: "content_and_artifact" }),
    "metadata",
    {
      get: () => assert.fail("no"),
    },
  );
  assert.deepEqual(manager.add([odd, plainTool("after")]), []);
  assert.equal(manager.tools.length, 2);
});

test("an observer that throws does not keep a tool out", () => {
  const manager = new ToolManager({
    observe: () => {
      throw new Error("observer");
    },
  });
  manager.add(plainTool("a"));
  manager.add(plainTool("a"));
  assert.equal(manager.tools.length, 1);
});

test("whoever listens hears of every change once, until it stops listening", () => {
  const { manager } = setUp();
  let changes = 0;
  const stop = manager.onChange(() => (changes += 1));
  manager.add([plainTool("a"), plainTool("b")]);
  assert.equal(changes, 1);
  manager.add(plainTool("a"));
  assert.equal(changes, 2);
  manager.remove("a");
  assert.equal(changes, 3);
  manager.remove("a");
  manager.add([]);
  manager.add({ ...plainTool("c"), invoke: undefined } as unknown as Tool);
  assert.equal(changes, 3, "nothing changed");
  stop();
  manager.remove("b");
  assert.equal(changes, 3);
});

test("a listener that throws harms neither the tools nor the other listeners", (t) => {
  const { manager } = setUp();
  const warn = t.mock.method(process, "emitWarning", () => {});
  manager.onChange(() => {
    throw new Error("not now");
  });
  let hasHeard = false;
  manager.onChange(() => (hasHeard = true));
  manager.add(plainTool("a"));
  assert.equal(hasHeard, true);
  assert.match(String(warn.mock.calls[0]?.arguments[0]), /not now/);
});
