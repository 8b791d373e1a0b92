import assert from "node:assert/strict";
import { test } from "node:test";
import { tool as langchainTool } from "@langchain/core/tools";
import { z } from "zod";
import { realisticSchemas } from "../../test/schemas/realistic.ts";
import { SwitchboardError } from "../errors.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolSkipped } from "./events.ts";
import { encodeTools, lossesOf, serializeTools, toProviderTools } from "./formats.ts";
import { providerNames } from "./provider-name.ts";

function createTool(name: string, schema: unknown, description = `The tool ${name}`): Tool {
  return { name, description, schema, invoke: () => "" };
}

const level = { type: "integer", description: "Brightness", minimum: 0, maximum: 100 };
const dim = createTool("dim", { type: "object", properties: { level }, required: ["level"] }, "Dims a lamp");

test("[REG-7] OpenAI: a function with name, description and parameters", () => {
  assert.deepEqual(toProviderTools([dim], "openai"), [
    {
      type: "function",
      function: {
        name: "dim",
        description: "Dims a lamp",
        parameters: { type: "object", properties: { level }, required: ["level"] },
      },
    },
  ]);
});

test("[REG-8] Ollama: the same shape, within what its server keeps", () => {
  assert.deepEqual(toProviderTools([dim], "ollama"), [
    {
      type: "function",
      function: {
        name: "dim",
        description: "Dims a lamp",
        parameters: {
          type: "object",
          properties: { level: { type: "integer", description: "Brightness (from 0 to 100)" } },
          required: ["level"],
        },
      },
    },
  ]);
});

test("[REG-9] Gemini: function declarations", () => {
  assert.deepEqual(toProviderTools([dim], "gemini"), [
    {
      functionDeclarations: [
        {
          name: "dim",
          description: "Dims a lamp",
          parameters: { type: "object", properties: { level }, required: ["level"] },
        },
      ],
    },
  ]);
});

test("[REG-9] Gemini: a tool without parameters has none, as an object without properties is refused", () => {
  const tools = [
    createTool("now", { type: "object", properties: {}, description: "Nothing" }, "Tells the time"),
  ];
  assert.deepEqual(toProviderTools(tools, "gemini"), [
    { functionDeclarations: [{ name: "now", description: "Tells the time. Nothing" }] },
  ]);
});

test("[REG-10] Anthropic: name, description and input_schema", () => {
  assert.deepEqual(toProviderTools([dim], "anthropic"), [
    {
      name: "dim",
      description: "Dims a lamp",
      input_schema: { type: "object", properties: { level }, required: ["level"] },
    },
  ]);
});

test("[REG-12] an unknown provider is an error that names it and lists the known ones", () => {
  for (const use of [toProviderTools, serializeTools]) {
    assert.throws(
      () => use([], "cohere"),
      (error: unknown) =>
        error instanceof SwitchboardError &&
        error.code === "unknown_provider" &&
        /"cohere".*openai, ollama, gemini, anthropic/.test(error.message),
    );
  }
  assert.throws(() => toProviderTools([dim], "toString"), /Unknown provider "toString"/);
});

test("[FMT-3] no tools are no tools", () => {
  for (const provider of providerNames) {
    assert.deepEqual(toProviderTools([], provider), []);
    assert.deepEqual(toProviderTools(undefined, provider), []);
    assert.equal(serializeTools(undefined, provider), "[]");
  }
});

test("[FMT-1] LangChain's tools convert like plain ones, whatever their schema is made of", () => {
  const schema = z.object({ level: z.int().min(0).max(100).describe("Brightness") });
  const config = { name: "dim", description: "Dims a lamp" };
  const tools = [
    langchainTool(() => "", { ...config, schema }),
    createTool("dim", schema, "Dims a lamp"),
    { ...createTool("other", schema, "Dims a lamp"), lc_name: "dim", lc_kwargs: {} },
  ];
  const [first, ...others] = toProviderTools(tools as Tool[], "ollama");
  assert.deepEqual(first?.function.parameters, {
    type: "object",
    properties: { level: { type: "integer", description: "Brightness (from 0 to 100)" } },
    required: ["level"],
  });
  for (const other of others) assert.deepEqual(other, first);
});

test("[FMT-2] tools convert one by one, in their order, without being changed", () => {
  const tools = Object.entries(realisticSchemas).map(([name, schema]) =>
    deepFreeze(createTool(name, structuredClone(schema))),
  );
  const before = JSON.stringify(tools);
  for (const provider of providerNames) {
    const converted = toProviderTools(Object.freeze(tools), provider);
    assert.equal(converted.length, tools.length);
    for (const [index, tool] of tools.entries())
      assert.deepEqual([converted[index]], toProviderTools([tool], provider));
  }
  assert.equal(JSON.stringify(tools), before);
});

test("[FMT-9] tools are offered under safe names, even where two would have the same", () => {
  const [plain] = toProviderTools([createTool("a.b", {})], "anthropic");
  assert.match(plain?.name ?? "", /^a_b_\w+$/);
  const converted = toProviderTools([createTool(plain?.name ?? "", {}), createTool("a.b", {})], "anthropic");
  assert.equal(converted[0]?.name, plain?.name);
  assert.notEqual(converted[1]?.name, plain?.name);
});

test("[FMT-10] what a provider's form loses is reported per tool", () => {
  assert.deepEqual(lossesOf(dim, "ollama"), [
    { path: "/properties/level", keyword: "minimum", kept: "from 0 to 100" },
    { path: "/properties/level", keyword: "maximum", kept: "from 0 to 100" },
  ]);
  assert.deepEqual(lossesOf(dim, "openai"), []);
});

test("[FMT-11] converting the same tools again gives the very same forms, whichever array holds them", () => {
  for (const provider of providerNames) {
    const tools = Object.entries(realisticSchemas).map(([name, schema]) => createTool(name, schema));
    const first = toProviderTools(tools, provider);
    const again = toProviderTools([...tools], provider);
    for (const [index, form] of first.entries()) assert.equal(again[index], form);
    assert.equal(toProviderTools(tools.slice(2, 3), provider)[0], first[2]);
  }
});

test("[FMT-11] the text is that of the forms and is made once", (context) => {
  const tools = Object.entries(realisticSchemas).map(([name, schema]) => createTool(name, schema));
  const text = serializeTools(tools, "openai");
  assert.deepEqual(JSON.parse(text), toProviderTools(tools, "openai"));
  const stringify = context.mock.method(JSON, "stringify");
  assert.equal(serializeTools([...tools], "openai"), text);
  assert.equal(stringify.mock.callCount(), 0);
});

test("[FMT-11] the bytes are those of the text and are made once", () => {
  const tools = [createTool("measure", { type: "object" }, "In °C, 🌡")];
  const bytes = encodeTools(tools, "ollama");
  assert.equal(Buffer.from(bytes).toString("utf8"), serializeTools(tools, "ollama"));
  assert.equal(encodeTools([...tools], "ollama"), bytes);
});

test("[FMT-11] a list that changed in any way is converted anew", () => {
  const tools = [createTool("a", {}), createTool("b", {}), createTool("c", {})] as {
    -readonly [Key in keyof Tool]: Tool[Key];
  }[];
  const names = () =>
    JSON.parse(serializeTools(tools, "anthropic")).map((tool: { name: string }) => tool.name);
  assert.deepEqual(names(), ["a", "b", "c"]);
  tools.reverse();
  assert.deepEqual(names(), ["c", "b", "a"]);
  tools.pop();
  assert.deepEqual(names(), ["c", "b"]);
  const [first] = tools;
  assert.ok(first);
  first.name = "z";
  assert.deepEqual(names(), ["z", "b"]);
  first.description = "new";
  assert.equal(toProviderTools(tools, "anthropic")[0]?.description, "new");
  first.schema = { type: "object", properties: { x: {} } };
  assert.deepEqual(toProviderTools(tools, "anthropic")[0]?.input_schema, first.schema);
});

test("[FMT-11] kept forms cannot be changed by those they are given to", () => {
  for (const provider of providerNames) {
    const list = toProviderTools([dim], provider);
    assert.ok(isDeepFrozen(list[0]), provider);
    list.pop();
    assert.equal(toProviderTools([dim], provider).length, 1);
  }
});

test("a tool whose schema cannot be converted is left out and reported, the others are converted", () => {
  const bad = createTool("bad", "no schema");
  const skipped: ToolSkipped[] = [];
  const converted = toProviderTools([bad, dim], "openai", { observe: (event) => void skipped.push(event) });
  assert.deepEqual(converted, toProviderTools([dim], "openai"));
  assert.deepEqual(
    skipped.map(({ type, name, provider }) => ({ type, name, provider })),
    [{ type: "tool.skipped", name: "bad", provider: "openai" }],
  );
  assert.ok(skipped[0]?.error instanceof SwitchboardError);
  assert.throws(() => lossesOf(bad, "openai"), SwitchboardError);
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
