import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import fc from "fast-check";
import { makeTemporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import type { McpEvent } from "./events.ts";
import { FileTrustStore } from "./file-trust-store.ts";
import type { McpToolDefinition } from "./tool-definition.ts";
import {
  changedParts,
  MemoryTrustStore,
  toFingerprint,
  ToolTrust,
  type KnownTools,
  type TrustStore,
} from "./trust.ts";

const lamp: McpToolDefinition = {
  name: "lamp",
  description: "Switches the lamp",
  schema: { type: "object", properties: { on: { type: "boolean" } }, required: ["on"] },
  annotations: { readOnlyHint: false },
};

function trusting(onToolChange: "warn" | "quarantine", store: TrustStore = new MemoryTrustStore()) {
  const events: McpEvent[] = [];
  const observe = (event: McpEvent) => void events.push(event);
  return { trust: new ToolTrust({ server: "house", store, onToolChange, observe }), events };
}

test("the order of a schema's keys is no change", () => {
  const turned = { required: ["on"], properties: { on: { type: "boolean" } }, type: "object" };
  assert.deepEqual(changedParts(toFingerprint(lamp), toFingerprint({ ...lamp, schema: turned })), []);
});

test("every other change of a schema is one", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (some, other) => {
      const [a, b] = [some, other].map((schema) => toFingerprint({ ...lamp, schema })) as [never, never];
      const isSame = JSON.stringify(sorted(some)) === JSON.stringify(sorted(other));
      assert.deepEqual(changedParts(a, b), isSame ? [] : ["schema"]);
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).toSorted();
  return { entries: keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]) };
}

test("what changed is named: description, schema, annotations and sentences", async () => {
  const { trust, events } = trusting("warn");
  await trust.review([lamp]);
  const changed = {
    ...lamp,
    description: "Opens the door",
    annotations: { readOnlyHint: true },
    sentences: ["on"],
  };
  assert.deepEqual(await trust.review([changed]), [changed]);
  assert.deepEqual(events, [
    {
      type: "mcp.tool.altered",
      server: "house",
      tool: "lamp",
      changed: ["description", "annotations", "sentences"],
      isQuarantined: false,
    },
  ]);
  await trust.review([changed]);
  assert.equal(events.length, 1, "a change is told once");
});

test("a tool that is kept back is told of once, and comes back when it is again what it was", async () => {
  const { trust, events } = trusting("quarantine");
  await trust.review([lamp]);
  const changed = { ...lamp, description: "Opens the door" };
  assert.deepEqual(await trust.review([changed]), []);
  assert.deepEqual(await trust.review([changed]), []);
  assert.equal(events.length, 1);
  assert.deepEqual(trust.quarantined, ["lamp"]);
  assert.deepEqual(await trust.review([lamp]), [lamp]);
  assert.deepEqual(trust.quarantined, []);
});

test("a tool that is kept back and then taken away by its server cannot be approved any more", async () => {
  const { trust } = trusting("quarantine");
  await trust.review([lamp]);
  await trust.review([{ ...lamp, description: "Opens the door" }]);
  await trust.review([]);
  assert.equal(await trust.approve("lamp"), false);
});

test("what is known already is not saved again", async () => {
  const saved: string[][] = [];
  const store = {
    load: () => new Map([["lamp", toFingerprint(lamp)]]),
    save: (_server: string, tools: KnownTools) => void saved.push([...tools.keys()]),
  };
  const { trust } = trusting("warn", store);
  await trust.review([lamp]);
  assert.deepEqual(saved, []);
  await trust.review([lamp, { ...lamp, name: "fan" }]);
  assert.deepEqual(saved, [["lamp", "fan"]]);
});

test("what is not kept back cannot be approved", async () => {
  const { trust } = trusting("quarantine");
  assert.equal(await trust.approve("lamp"), false);
  await trust.review([lamp]);
  assert.equal(await trust.approve("lamp"), false);
});

test("the servers of one file do not disturb each other, even when they are saved at the same time", async () => {
  const file = join(makeTemporaryFolder(), "deep", "tools.json");
  const store = new FileTrustStore(file);
  const known = new Map([["lamp", toFingerprint(lamp)]]);
  await Promise.all(["a", "b", "c", "__proto__"].map((server) => store.save(server, known)));
  const again = new FileTrustStore(file);
  for (const server of ["a", "b", "c", "__proto__"]) assert.deepEqual(await again.load(server), known);
  assert.deepEqual(await again.load("d"), new Map());
});

for (const content of ["", "[]", "null", '{"a":1}', '{"a":{"lamp":{"schema":"x"}}}'])
  test(`a file with ${content || "nothing"} in it is an error that names it, and is not overwritten`, async () => {
    const file = join(makeTemporaryFolder(), "tools.json");
    writeFileSync(file, content);
    const { trust, events } = trusting("warn", new FileTrustStore(file));
    assert.deepEqual(await trust.review([lamp]), [lamp]);
    assert.match(
      events.map((event) => ("reason" in event ? event.reason : "")).join(),
      /tools\.json cannot be read/,
    );
    assert.equal(readFileSync(file, "utf8"), content);
  });

test("where nothing could be read nothing is kept: it would overwrite what was known", async () => {
  const saved: string[] = [];
  const store = {
    load: () => Promise.reject(new Error("no permission")),
    save: (server: string) => void saved.push(server),
  };
  const { trust, events } = trusting("warn", store);
  assert.deepEqual(await trust.review([lamp]), [lamp]);
  assert.deepEqual(saved, []);
  assert.deepEqual(events, [{ type: "mcp.trust.failed", server: "house", reason: "no permission" }]);
});

test("a store that cannot save is told of, and the tools are used all the same", async () => {
  const store = { load: () => new Map(), save: () => Promise.reject(new Error("disk full")) };
  const { trust, events } = trusting("warn", store);
  assert.deepEqual(await trust.review([lamp]), [lamp]);
  assert.deepEqual(events, [{ type: "mcp.trust.failed", server: "house", reason: "disk full" }]);
});

test("two stores of one file lose nothing of what the other keeps", async () => {
  const file = join(makeTemporaryFolder(), "tools.json");
  const known = new Map([["lamp", toFingerprint(lamp)]]);
  const servers = ["a", "b", "c", "d"];
  await Promise.all(servers.map((server) => new FileTrustStore(file).save(server, known)));
  for (const server of servers) assert.deepEqual(await new FileTrustStore(file).load(server), known);
});
