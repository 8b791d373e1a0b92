import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { ToolManager } from "../tools/manager.ts";
import { toolName } from "../tools/tool.ts";
import { ToolCatalog } from "./catalog.ts";
import type { McpToolDefinition } from "./tool-definition.ts";
import type { ToolServer } from "./tools.ts";

const serverNamed = (name: string): ToolServer => ({
  name,
  timeoutMs: undefined,
  connection: undefined,
  connected: () => assert.fail("nobody calls"),
  drop: () => assert.fail("nobody calls"),
});

const define = (name: string, more: Partial<McpToolDefinition> = {}): McpToolDefinition => ({
  name,
  description: `Does ${name}`,
  schema: { type: "object", properties: {} },
  annotations: {},
  ...more,
});

const local = (name: string) => ({ name, description: "", schema: { type: "object" }, invoke: () => name });

test("[MCP-17] whatever servers bring and take away, every tool of every server can be called, under one name", () => {
  const names = fc.constantFrom("add", "list", "a__add", "b__list", "add_2", "mine");
  const step = fc.record({ server: fc.nat(2), tools: fc.uniqueArray(names) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const told: string[] = [];
      const manager = new ToolManager({ observe: ({ type }) => void told.push(type) });
      const own = local("mine");
      manager.add(own);
      const catalog = new ToolCatalog(manager);
      const servers = ["a", "b", "a__add"].map(serverNamed);
      const expected = new Map<ToolServer, readonly string[]>();
      for (const { server: index, tools } of steps) {
        const server = servers[index] ?? assert.fail();
        catalog.put(
          server,
          tools.map((name) => define(name)),
        );
        expected.set(server, tools);
      }
      const all = servers.flatMap((server) => catalog.namesOf(server));
      assert.equal(new Set(all).size, all.length, "no two tools have one name");
      assert.equal(all.length, [...expected.values()].flat().length, "no tool is lost");
      assert.deepEqual(new Set(manager.tools.map(toolName)), new Set([...all, "mine"]));
      assert.equal(manager.find("mine"), own, "the program's own tool stays");
      assert.deepEqual(told, [], "nothing is refused or replaced");
    }),
  );
});

test("[MCP-17] a name is plain again when nobody else has it any more, and the object is the same throughout", () => {
  const manager = new ToolManager();
  const catalog = new ToolCatalog(manager);
  const [kitchen, cellar] = [serverNamed("kitchen"), serverNamed("cellar")];
  catalog.put(kitchen, [define("on")]);
  const tool = manager.find("on");
  catalog.put(cellar, [define("on")]);
  assert.equal(manager.find("on"), undefined);
  assert.equal(manager.find("kitchen__on"), tool);
  catalog.put(cellar, []);
  assert.equal(manager.find("on"), tool);
});

test("a definition that says the same changes nothing: not the object, not its schema, not its place", () => {
  const manager = new ToolManager();
  const catalog = new ToolCatalog(manager);
  const server = serverNamed("house");
  catalog.put(server, [define("on"), define("off")]);
  const before = manager.tools.map((tool) => [tool, tool.schema]);
  let changes = 0;
  manager.onChange(() => (changes += 1));
  catalog.put(server, [define("on"), define("off")]);
  assert.deepEqual(
    manager.tools.map((tool) => [tool, tool.schema]),
    before,
  );
  manager.tools.forEach((tool, index) => assert.equal(tool.schema, before[index]?.[1]));
  assert.equal(changes, 0);
});

test("[MCP-11] a tool that is described anew stays in its place, and listeners hear of it", () => {
  const told: string[] = [];
  const manager = new ToolManager({ observe: ({ type }) => void told.push(type) });
  const catalog = new ToolCatalog(manager);
  const server = serverNamed("house");
  catalog.put(server, [define("on", { sentences: ["on"] }), define("off")]);
  const tool = manager.tools[0];
  let changes = 0;
  manager.onChange(() => (changes += 1));
  catalog.put(server, [
    define("on", { description: "Better", annotations: { readOnlyHint: true } }),
    define("off"),
  ]);
  assert.equal(manager.tools[0], tool);
  assert.equal(tool?.description, "Better");
  assert.ok(!("sentences" in tool));
  assert.equal(changes, 1);
  assert.deepEqual(told, [], "it is not replaced");
});

test("[MCP-15] a tool whose schema turns bad is taken away, and comes back with a good one", () => {
  const refused: string[] = [];
  const manager = new ToolManager({ observe: ({ type }) => void refused.push(type) });
  const catalog = new ToolCatalog(manager);
  const server = serverNamed("house");
  const bad = define("on", { schema: { type: "string" } });
  catalog.put(server, [define("on"), define("off")]);
  catalog.put(server, [bad, define("off")]);
  assert.deepEqual(catalog.namesOf(server), ["off"]);
  catalog.put(server, [bad, define("off")]);
  assert.deepEqual(refused, ["tool.refused"], "it is told of once");
  catalog.put(server, [define("on"), define("off")]);
  assert.deepEqual(catalog.namesOf(server), ["on", "off"]);
});

test("[MCP-17] a tool that the program adds later takes the name, and the server's is there under both names", () => {
  const manager = new ToolManager({ observe: () => {} });
  const catalog = new ToolCatalog(manager);
  catalog.put(serverNamed("kitchen"), [define("on"), define("off")]);
  const tool = manager.find("on");
  const own = local("on");
  manager.add(own);
  assert.equal(manager.find("on"), own);
  assert.equal(manager.find("kitchen__on"), tool);
  manager.remove("on");
  assert.equal(manager.find("on"), tool, "the name is free again");
  assert.deepEqual(manager.tools.map(toolName).toSorted(), ["off", "on"]);
  catalog.close();
  manager.add(own);
  assert.deepEqual(manager.tools.map(toolName).toSorted(), ["off", "on"], "nobody looks any more");
});

test("what has no name gets none, however many servers bring such a thing", () => {
  const manager = new ToolManager({ observe: () => {} });
  const catalog = new ToolCatalog(manager);
  for (const name of ["kitchen", "cellar"])
    catalog.put(serverNamed(name), [define(""), define(`${name}_on`)]);
  assert.deepEqual(manager.tools.map(toolName), ["kitchen_on", "cellar_on"]);
});
