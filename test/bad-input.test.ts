import assert from "node:assert/strict";
import test from "node:test";
import { createSwitchboard, type Tool, type ToolResult } from "../src/index.ts";

let received: unknown;

function tool(schema: unknown, more: Partial<Tool> = {}): Tool {
  return {
    name: "probe",
    description: "Takes what it is given",
    schema,
    invoke: (args) => {
      received = args;
      return "ok";
    },
    ...more,
  };
}

function call(schema: unknown, args: unknown, more: Partial<Tool> = {}): Promise<ToolResult> {
  received = undefined;
  const { executor } = createSwitchboard({ tools: [tool(schema, more)], log: false, timeoutMs: 5_000 });
  return executor.execute({ id: "1", name: "probe", args });
}

const open = { type: "object", properties: {} };
const jsonValues = {
  null: null,
  boolean: true,
  number: 1.5,
  integer: 7,
  string: "text",
  array: [1],
  object: { a: 1 },
};
const accepts: Record<string, readonly string[]> = {
  null: ["null"],
  boolean: ["boolean"],
  number: ["number", "integer"],
  integer: ["integer"],
  string: ["string", "number", "integer", "boolean"],
  array: ["array", "null", "boolean", "number", "integer", "string", "object"],
  object: ["object"],
};

for (const [type, ok] of Object.entries(accepts)) {
  test(`[EX-9] where ${type} is asked for, each JSON type is taken, read without loss, or refused by name`, async () => {
    for (const [given, value] of Object.entries(jsonValues)) {
      const schema = { type: "object", properties: { x: { type } }, required: ["x"] };
      const result = await call(schema, { x: value });
      assert.equal(
        result.ok,
        ok.includes(given) && !(type === "array" && value === null),
        `${given}: ${result.text}`,
      );
      if (!result.ok) assert.match(result.text, /- x: must be/);
    }
  });
}

test("[EX-9] ten thousand levels of arguments end in a result, under any schema and as text", async () => {
  const text = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  const deep: unknown = JSON.parse(text);
  const tree = { type: "object", properties: { a: { $ref: "#" } } };
  const results = [
    await call(open, deep),
    await call(open, text),
    await call(tree, deep),
    await call(tree, text),
  ];
  for (const result of results) assert.equal(typeof result.text, "string");
  assert.ok(results[0]?.ok);
});

test("[EX-9] __proto__ and constructor in arguments are data: they reach the tool and touch no prototype", async () => {
  const text =
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "n": "2"}';
  const schema = { type: "object", properties: { n: { type: "number" } } };
  for (const args of [text, JSON.parse(text)]) {
    const result = await call(schema, args);
    assert.ok(result.ok, result.text);
    assert.equal(Object.getPrototypeOf(received), Object.prototype);
    assert.deepEqual(Object.keys(received as object), ["__proto__", "constructor", "n"]);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  }
  const closed = await call({ ...schema, additionalProperties: false }, JSON.parse(text));
  assert.match(closed.text, /__proto__/);
});

test("[EX-9] a parameter that is named like a member of every object is required like any other", async () => {
  const schema = {
    type: "object",
    properties: { constructor: { type: "string" } },
    required: ["constructor"],
  };
  assert.match((await call(schema, {})).text, /constructor: is required/);
  assert.ok((await call(schema, { constructor: "x" })).ok);
});

test("[EX-9] a pattern that backtracks for ever elsewhere answers at once, and so does one that needs look-ahead", async () => {
  const poison = `${"a".repeat(50_000)}!`;
  for (const pattern of ["^(a+)+$", "^(?=(a+)+$)x"]) {
    const schema = { type: "object", properties: { x: { type: "string", pattern } }, required: ["x"] };
    const result = await call(schema, { x: poison });
    assert.ok(!result.ok && result.code === "invalid_arguments");
    assert.ok(result.text.length < 2_000);
  }
});

test("[EX-9, EX-11] five megabytes and lone surrogates go through, and are cut only for the model", async () => {
  const huge = "x".repeat(5_000_000);
  const result = await call(open, { huge }, { invoke: ({ huge: text }) => text });
  assert.ok(result.ok);
  assert.equal(result.value, huge);
  assert.ok(Buffer.byteLength(result.text) < 70_000);

  const wrong = await call({ type: "object", properties: { huge: { type: "number" } } }, { huge });
  assert.ok(!wrong.ok && wrong.text.length < 2_000);

  const surrogates = await call(open, { "\ud800": "\udfff" }, { invoke: (args) => args });
  assert.equal(JSON.parse(surrogates.text)["\ud800"], "\udfff");
});

test("[EX-9] a schema that refers to itself for ever, to nowhere or to a URL ends in a result", async () => {
  for (const $ref of ["#", "#/properties/x", "#/$defs/none", "http://127.0.0.1:1/schema.json"]) {
    const result = await call({ type: "object", properties: { x: { $ref } } }, { x: {} });
    assert.equal(typeof result.text, "string");
  }
});

const tools: [string, Tool["invoke"], RegExp][] = [
  [
    "throws undefined",
    () => {
      throw undefined;
    },
    /^Error: The tool failed without saying why$/,
  ],
  ["rejects with null", () => Promise.reject(null), /^Error: The tool failed without saying why$/],
  [
    "returns a circle",
    () => {
      const a: unknown[] = [];
      a.push(a);
      return a;
    },
    /^\["\[circular\]"\]$/,
  ],
  ["never settles", () => new Promise(() => {}), /^Error: Timed out after 50ms$/],
  [
    "ignores its signal",
    (_, config) => new Promise(() => config?.signal?.addEventListener("abort", () => {})),
    /^Error: Timed out/,
  ],
  ["returns a promise of a promise", () => Promise.resolve(Promise.resolve("deep")), /^deep$/],
  // oxlint-disable-next-line unicorn/no-thenable
  ["returns itself as a thenable that never calls back", () => ({ then() {} }), /^Error: Timed out/],
  [
    "returns a revoked proxy",
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return [proxy];
    },
    /unreadable/,
  ],
];

for (const [title, invoke, text] of tools) {
  test(`[EX-4, EX-5, EX-11] a tool that ${title} has one result`, async () => {
    const result = await call(open, {}, { invoke, timeoutMs: 50 });
    assert.match(result.text, text);
  });
}

test("[EX-5] a tool that blocks the event loop for longer than it may is timed out, and the next call works", async () => {
  const { executor } = createSwitchboard({
    log: false,
    timeoutMs: 50,
    tools: [
      tool(open, {
        name: "block",
        invoke: () => {
          const end = performance.now() + 100;
          while (performance.now() < end);
          return "late";
        },
      }),
      tool(open),
    ],
  });
  assert.equal(
    (await executor.execute({ id: "1", name: "block", args: {} })).text,
    "Error: Timed out after 50ms",
  );
  assert.equal((await executor.execute({ id: "2", name: "probe", args: {} })).text, "ok");
});
