import assert from "node:assert/strict";
import test from "node:test";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { createSwitchboard } from "../../src/switchboard.ts";
import { listed, startHttpServer } from "./fixtures/http-server.ts";
import { faulty } from "./fixtures/integrate.ts";

const text = (words: string) => ({ content: [{ type: "text", text: words }] });

test("[MCP-6] what needs the servers' tools waits for their first attempt, and local calls do not", async (t) => {
  const server = await startHttpServer(t, { tools: [listed("lamp")], call: () => text("the lamp is on") });
  const model = createScriptedModel([[{ calls: [{ name: "lamp", arguments: {} }] }], "It is on."]);
  const board = createSwitchboard({
    model,
    log: false,
    mcpServers: { house: { url: server.url }, missing: { command: "no-such-program" } },
  });
  t.after(() => board.close());
  const asked = board.ask("Switch the lamp on");
  assert.equal(server.received.length, 0, "nothing was waited for so far");
  const answer = await asked;
  assert.equal(answer.text, "It is on.");
  assert.equal(server.received.at(-1)?.params["name"], "lamp");
  assert.equal(board.servers.servers[1]?.state, "connecting", "the second attempt is not waited for");
});

test("[MCP-6] a conversation waits as well, and an abort ends the wait", async (t) => {
  const model = createScriptedModel(["never said"]);
  const board = createSwitchboard({
    model,
    log: false,
    mcpServers: { hung: faulty(["hangs-in-initialize"]) },
  });
  t.after(() => board.close());
  const controller = new AbortController();
  const conversation = board.converse("Hello", { signal: controller.signal });
  const first = conversation.next();
  controller.abort(new Error("enough"));
  await assert.rejects(first, /enough/);
  await assert.rejects(board.ask("Hello", { signal: controller.signal }), /enough/);
});

test("a switchboard without servers has none, and can be closed", async () => {
  const board = createSwitchboard({ log: false });
  assert.deepEqual(board.servers.servers, []);
  await board.close();
});

test("[MCP-13] closing a switchboard ends its servers and takes their tools away", async (t) => {
  const board = createSwitchboard({ log: false, mcpServers: { sound: faulty(["none"]) } });
  t.after(() => board.close());
  await board.servers.settled();
  assert.ok(board.tools.find("add"));
  await board.close();
  assert.equal(board.tools.find("add"), undefined);
  assert.equal(board.servers.servers[0]?.state, "closed");
});

test("[MCP-18] a server of a switchboard sees what it needs and what its config names, and no more", async (t) => {
  process.env["SWITCHBOARD_TEST_SECRET"] = "hunter2";
  t.after(() => delete process.env["SWITCHBOARD_TEST_SECRET"]);
  const script = `
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const text = JSON.stringify(process.env);
      const result = {
        initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "env", version: "1" } },
        "tools/list": { tools: [{ name: "env", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text }] },
      }[method];
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "?" } }) }));
    });`;
  const env = { HOUSE: "number 7" };
  const mcpServers = { env: { command: process.execPath, args: ["-e", script], env } };
  const board = createSwitchboard({ log: false, mcpServers });
  t.after(() => board.close());
  await board.servers.settled();
  const { text: seen } = await board.executor.execute({ id: "1", name: "env", args: {} });
  const variables = JSON.parse(seen) as Record<string, string>;
  assert.equal(variables["HOUSE"], "number 7");
  assert.equal(variables["PATH"], process.env["PATH"]);
  assert.equal(variables["SWITCHBOARD_TEST_SECRET"], undefined);
});
