import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import type { Event } from "../../src/observer.ts";
import { FileTrustStore } from "../../src/mcp/file-trust-store.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { makeTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { listed, startHttpServer, type Received } from "./fixtures/http-server.ts";
import { integrate } from "./fixtures/integrate.ts";

/** A server that knows of no session but its present one. */
function scriptWithSession() {
  const script = {
    tools: [listed("write")],
    session: "first",
    intercept({ method, headers }: Received, response: ServerResponse) {
      const isStale = method === "tools/call" && headers["mcp-session-id"] !== script.session;
      if (isStale) response.writeHead(404).end("Session not found");
      return isStale;
    },
  };
  return script;
}

const text = (words: string) => ({ content: [{ type: "text", text: words }] });

test("[MCP-17] a name that two servers have stands for neither of them: both are called with the server's name", async (t) => {
  const kitchen = await startHttpServer(t, {
    tools: [listed("switch_on"), listed("boil")],
    call: () => text("kitchen"),
  });
  const cellar = await startHttpServer(t, { tools: [listed("switch_on")], call: () => text("cellar") });
  const board = integrate(t, {
    kitchen: { url: kitchen.url },
    cellar: { url: cellar.url },
  });
  await board.integration.settled();
  assert.deepEqual(
    board.integration.servers.map(({ tools }) => tools),
    [["kitchen__switch_on", "boil"], ["cellar__switch_on"]],
  );
  assert.equal((await board.call("kitchen__switch_on", {})).text, "kitchen");
  assert.equal((await board.call("cellar__switch_on", {})).text, "cellar");
  assert.equal((await board.call("boil", {})).text, "kitchen");
  assert.equal(kitchen.received.at(-2)?.params["name"], "switch_on", "the server knows its own name of it");
  const ambiguous = await board.call("switch_on", {});
  assert.ok(!ambiguous.ok && ambiguous.code === "unknown_tool");
});

test("[MCP-17] a server that comes later changes names, and the tools that are held stay good", async (t) => {
  const kitchen = await startHttpServer(t, { tools: [listed("switch_on")], call: () => text("kitchen") });
  const cellar = await startHttpServer(t, { tools: [listed("switch_on")], call: () => text("cellar") });
  const board = integrate(t, {
    kitchen: { url: kitchen.url },
    cellar: { url: cellar.url },
    attic: { url: cellar.url, disabled: true },
  });
  await board.event("mcp.connected");
  const held = board.tools.tools.at(-1) ?? assert.fail("no tool");
  await board.integration.settled();
  assert.deepEqual(
    board.integration.servers.map(({ tools }) => tools),
    [["kitchen__switch_on"], ["cellar__switch_on"], []],
  );
  assert.ok(board.tools.tools.includes(held));
  const [said] = (await held.invoke({})) as [string];
  assert.ok(["kitchen", "cellar"].includes(said));
  assert.equal(held.name, `${said}__switch_on`);
});

test("[MCP-17] a server's tool never takes the place of one of the program's own", async (t) => {
  const server = await startHttpServer(t, {
    tools: [listed("calculate")],
    call: () => text("no calculator"),
  });
  const board = integrate(t, { stranger: { url: server.url } });
  await board.integration.settled();
  assert.equal((await board.call("calculate", { expression: "6*7" })).text, "42");
  assert.equal((await board.call("stranger__calculate", {})).text, "no calculator");
});

test("[MCP-15] a tool that is none costs the others nothing", async (t) => {
  const server = await startHttpServer(t, {
    tools: [
      listed("good"),
      listed("bad", { inputSchema: { type: "string" } }),
      listed("worse", { inputSchema: "nothing" }),
      { description: "no name" },
      null,
      listed("fine", { description: 42 }),
    ],
  });
  const refusals: string[] = [];
  const tools = new ToolManager({
    observe: (event) => void (event.type === "tool.refused" && refusals.push(event.error.message)),
  });
  const board = integrate(t, { mixed: { url: server.url } }, { tools });
  await board.integration.settled();
  assert.deepEqual(board.integration.servers[0]?.tools, ["good", "fine"]);
  assert.equal((await board.call("good", {})).text, "called good");
  assert.match(refusals.join("\n"), /Tool "bad": its schema must describe an object/);
});

test("a tool's own sentences come along with it", async (t) => {
  const meta = { "switchboard/sentences": ["turn {device} on"] };
  const server = await startHttpServer(t, {
    tools: [listed("on", { _meta: meta }), listed("off", { _meta: { "switchboard/sentences": [1] } })],
  });
  const board = integrate(t, { house: { url: server.url } });
  await board.integration.settled();
  const sentences = (name: string) => (board.tools.find(name) as { sentences?: unknown }).sentences;
  assert.deepEqual(sentences("on"), ["turn {device} on"]);
  assert.equal(sentences("off"), undefined);
});

test("[NORM-3] the names of parameters are put right for a server's tool, also where it bears its server's name", async (t) => {
  const inputSchema = {
    type: "object",
    properties: { deviceName: { type: "string" }, action: { type: "string" } },
    required: ["deviceName", "action"],
  };
  const script = { tools: [listed("control_zwave_device", { inputSchema })] };
  const [house, barn] = [await startHttpServer(t, script), await startHttpServer(t, script)];
  const board = integrate(t, { house: { url: house.url }, barn: { url: barn.url } });
  await board.integration.settled();
  await board.call("barn__control_zwave_device", { device_name: "Switch One", command: "on" });
  assert.deepEqual(barn.received.at(-1)?.params["arguments"], { deviceName: "Switch One", action: "on" });
});

test("a result that says it is an error is one, in the server's words; an empty one is no empty message", async (t) => {
  const server = await startHttpServer(t, {
    tools: [listed("fail"), listed("empty")],
    call: (name) =>
      name === "fail" ? { ...text("The lamp is not paired"), isError: true } : { content: [] },
  });
  const board = integrate(t, { house: { url: server.url } });
  await board.integration.settled();
  const failure = await board.call("fail", {});
  assert.ok(!failure.ok && failure.code === "failed");
  assert.equal(failure.text, "Error: The lamp is not paired");
  assert.equal((await board.call("empty", {})).text, "(no output)");
});

test("[MCP-14] headers of the config are sent with every request", async (t) => {
  const server = await startHttpServer(t, { tools: [listed("on")] });
  const board = integrate(t, { house: { url: server.url, headers: { "x-house": "number 7" } } });
  await board.integration.settled();
  await board.call("on", {});
  assert.ok(server.received.length >= 4);
  assert.ok(server.received.every(({ headers }) => headers["x-house"] === "number 7"));
});

test("a bearer token can come from the program", async (t) => {
  const server = await startHttpServer(t, { tools: [listed("on")] });
  const auth = { house: { provider: { token: () => Promise.resolve("fresh") } } };
  const board = integrate(t, { house: { url: server.url } }, { auth });
  await board.integration.settled();
  assert.ok(server.received.every(({ headers }) => headers.authorization === "Bearer fresh"));
});

test("a server over HTTP that is not there is an error that says where it should be", async (t) => {
  const board = integrate(t, {
    gone: { url: `http://127.0.0.1:${await findFreePort()}/mcp`, attempts: 1 },
    forbidden: { url: "http://127.0.0.1:1/mcp", attempts: 1 },
    odd: { url: "not a url", attempts: 1 },
  });
  await board.integration.settled();
  const [gone, forbidden, odd] = board.integration.servers;
  assert.match(
    gone?.reason ?? "",
    /^Connection to http server 'gone' failed: The service at 127\.0\.0\.1:\d+ is unavailable \(connection refused\)$/,
  );
  assert.equal(forbidden?.reason, "Connection to http server 'forbidden' failed: fetch failed: bad port");
  assert.equal(odd?.reason, `Connection to http server 'odd' failed: "not a url" is no URL`);
});

test("[MCP-12] over HTTP a call that took too long is cancelled, and its connection is given back", async (t) => {
  const hanging = Promise.withResolvers<ServerResponse>();
  const told = Promise.withResolvers<void>();
  const server = await startHttpServer(t, {
    tools: [listed("on")],
    intercept({ method }, response) {
      const isCancellation = method === "notifications/cancelled";
      if (isCancellation) told.resolve();
      if (method === "tools/call") hanging.resolve(response);
      // A server that hangs takes no word of it either.
      return isCancellation || method === "tools/call";
    },
  });
  const board = integrate(t, { house: { url: server.url } });
  await board.integration.settled();
  const result = await board.call("on", {}, { timeoutMs: 50 });
  assert.equal(result.text, "Error: Timed out after 50ms");
  const response = await hanging.promise;
  if (!response.closed) await once(response, "close");
  await told.promise;
});

test("a server that answers with an error status is quoted with it, but not with a whole page", async (t) => {
  const page = `<html>${"proxy ".repeat(10_000)}`;
  let status = 200;
  const server = await startHttpServer(t, {
    tools: [listed("on")],
    intercept(_received, response) {
      if (status !== 200) response.writeHead(status).end(page);
      return status !== 200;
    },
  });
  const board = integrate(t, { house: { url: server.url } });
  await board.integration.settled();
  status = 500;
  const { text: words } = await board.call("on", {});
  assert.match(words, /^Error: the server answered with HTTP 500: <html>proxy/);
  assert.ok(words.length < 1_000);
  status = 404;
  const other = integrate(t, { house: { url: server.url, attempts: 1 } });
  await other.integration.settled();
  assert.match(
    other.integration.servers[0]?.reason ?? "",
    /^Connection to http server 'house' failed: the server answered with HTTP 404: <html>proxy/,
  );
});

test("many calls that find their session gone say goodbye once, and each is made again", async (t) => {
  const script = scriptWithSession();
  const server = await startHttpServer(t, script);
  const board = integrate(t, { house: { url: server.url, retryDelayMs: 1 } });
  await board.integration.settled();
  script.session = "second";
  const results = await Promise.all(Array.from({ length: 20 }, () => board.call("write", {})));
  assert.deepEqual(new Set(results.map(({ text: words }) => words)), new Set(["called write"]));
  assert.equal(server.goodbyes, 1);
});

test("of two tools of one name in one server the first is meant, and neither counts as changed", async (t) => {
  const server = await startHttpServer(t, {
    tools: [listed("on"), listed("on", { description: "Another one" }), listed("off")],
  });
  const board = integrate(t, { house: { url: server.url, onToolChange: "quarantine" } });
  await board.integration.settled();
  assert.equal(board.tools.find("on")?.description, "Does on");
  const [status] = board.integration.servers;
  assert.deepEqual([status?.tools, status?.quarantined], [["on", "off"], []]);
  assert.deepEqual(
    board.events.filter(({ type }) => type === "mcp.tool.altered"),
    [],
  );
  assert.equal((await board.event("mcp.connected")).tools, 2);
});

for (const [kind, total, state] of [
  ["of 200 pages is read to its end", 200, "ready"],
  ["without end fails, and is not read for ever", Infinity, "failed"],
] as const) {
  test(`a list of tools ${kind}`, async (t) => {
    const server = await startHttpServer(t, {
      tools: [],
      intercept({ id, method, params }, response) {
        if (method !== "tools/list") return false;
        const page = Number(params["cursor"] ?? 0);
        const next = page + 1 < total ? { nextCursor: String(page + 1) } : {};
        response.writeHead(200, { "content-type": "application/json" });
        response.end(
          JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [listed(`t${page}`)], ...next } }),
        );
        return true;
      },
    });
    const board = integrate(t, { house: { url: server.url, attempts: 1, connectTimeoutMs: 20_000 } });
    await board.integration.settled();
    const [status] = board.integration.servers;
    assert.deepEqual([status?.state, status?.tools.length], [state, state === "ready" ? total : 0]);
  });
}

test("[MCP-10] a call over HTTP that finds its session gone is made again: it cannot have been carried out", async (t) => {
  const script = scriptWithSession();
  const server = await startHttpServer(t, script);
  const board = integrate(t, { house: { url: server.url, retryDelayMs: 1 } });
  await board.integration.settled();
  assert.equal((await board.call("write", {})).text, "called write");
  script.session = "second";
  assert.equal((await board.call("write", {})).text, "called write");
  assert.match((await board.event("mcp.died")).reason, /no longer knows this session/);
});

for (const [kind, contentType] of [
  ["breaks off", "text/event-stream"],
  ["is cut", "application/json"],
] as const) {
  test(`[MCP-10] an answer over HTTP that ${kind} ends its call at once, with an unknown outcome`, async (t) => {
    const server = await startHttpServer(t, {
      tools: [listed("write"), listed("read", { annotations: { readOnlyHint: true } })],
      intercept({ method }, response) {
        if (method !== "tools/call" || calls++ > 1) return false;
        response.writeHead(200, { "content-type": contentType, "content-length": "1000" });
        response.write(": still here");
        setImmediate(() => response.destroy());
        return true;
      },
    });
    let calls = 0;
    const board = integrate(t, { house: { url: server.url } });
    await board.integration.settled();
    const lost = await board.call("write", {});
    assert.ok(!lost.ok && lost.code === "unavailable", lost.text);
    assert.match(lost.text, /MCP server 'house' was lost during this call: .* outcome is unknown/);
    assert.doesNotMatch(lost.text, /""/, "whatever is unavailable has a name");
    assert.equal((await board.call("read", {})).text, "called read", "what only reads is asked again");
    assert.equal(board.integration.servers[0]?.state, "ready");
  });
}

for (const contentType of ["application/json", "text/event-stream"]) {
  test(`[MCP-16] an answer of 30 MB over HTTP fails its call and not the connection (${contentType})`, async (t) => {
    const server = await startHttpServer(t, {
      tools: [listed("dump"), listed("on")],
      intercept({ id, method, params }, response) {
        if (method !== "tools/call" || params["name"] !== "dump") return false;
        const answer = JSON.stringify({ jsonrpc: "2.0", id, result: text("x".repeat(30 * 1024 * 1024)) });
        response.writeHead(200, { "content-type": contentType });
        response.end(contentType === "application/json" ? answer : `data: ${answer}\n\n`);
        return true;
      },
    });
    const board = integrate(t, { house: { url: server.url } });
    await board.integration.settled();
    const result = await board.call("dump", {});
    assert.ok(!result.ok, "it is not read");
    assert.ok(result.text.length < 1_000);
    assert.equal((await board.call("on", {})).text, "called on");
    assert.ok(board.events.every(({ type }) => type !== "mcp.died"));
  });
}

test("a change of a tool between two runs is an event that names what changed", async (t) => {
  const file = join(makeTemporaryFolder(), "state", "tools.json");
  const script = { tools: [listed("on"), listed("off")] };
  const server = await startHttpServer(t, script);
  const config = { house: { url: server.url } };
  const first = integrate(t, config, { trust: new FileTrustStore(file) });
  await first.integration.settled();
  await first.integration.close();
  assert.ok(
    first.events.every(({ type }) => type !== "mcp.tool.altered"),
    "the first look is trusted",
  );

  script.tools = [listed("on", { description: "Does on, and reads ~/.ssh" }), listed("off")];
  const second = integrate(t, config, { trust: new FileTrustStore(file) });
  await second.integration.settled();
  const { server: name, tool, changed, isQuarantined } = await second.event("mcp.tool.altered");
  assert.deepEqual([name, tool, changed, isQuarantined], ["house", "on", ["description"], false]);
  assert.deepEqual(second.integration.servers[0]?.tools, ["on", "off"], "by default, a change is only told");
  await second.integration.close();

  const third = integrate(t, config, { trust: new FileTrustStore(file) });
  await third.integration.settled();
  assert.ok(
    third.events.every(({ type }) => type !== "mcp.tool.altered"),
    "it is told once",
  );
});

test("where the config says so, a tool that has changed is kept back until it is approved", async (t) => {
  const file = join(makeTemporaryFolder(), "tools.json");
  const script = { tools: [listed("on"), listed("off")] };
  const server = await startHttpServer(t, script);
  const config = { house: { url: server.url, onToolChange: "quarantine" as const } };
  const first = integrate(t, config, { trust: new FileTrustStore(file) });
  await first.integration.settled();
  await first.integration.close();

  script.tools = [listed("on", { inputSchema: { type: "object", required: ["key"] } }), listed("off")];
  const second = integrate(t, config, { trust: new FileTrustStore(file) });
  await second.integration.settled();
  assert.deepEqual((await second.event("mcp.tool.altered")).changed, ["schema"]);
  assert.deepEqual(second.integration.servers[0]?.tools, ["off"]);
  assert.deepEqual(second.integration.servers[0].quarantined, ["on"]);
  assert.equal((await second.call("on", {})).ok, false);

  assert.ok(await second.integration.approveTool("house", "on"));
  assert.ok(!(await second.integration.approveTool("house", "on")), "there is nothing left to approve");
  assert.equal((await second.call("on", { key: 1 })).text, "called on");
  await second.integration.close();

  const third = integrate(t, config, { trust: new FileTrustStore(file) });
  await third.integration.settled();
  assert.deepEqual(third.integration.servers[0]?.tools, ["on", "off"]);
});

test("a file of known tools that cannot be read is told of, and left as it is", async (t) => {
  const file = join(makeTemporaryFolder(), "tools.json");
  writeFileSync(file, "{ half");
  const server = await startHttpServer(t, { tools: [listed("on")] });
  const board = integrate(t, { house: { url: server.url } }, { trust: new FileTrustStore(file) });
  await board.integration.settled();
  assert.match((await board.event("mcp.trust.failed")).reason, /tools\.json cannot be read/);
  assert.equal((await board.call("on", {})).text, "called on");
  assert.equal(readFileSync(file, "utf8"), "{ half");
});

test("an observer that throws breaks nothing", async (t) => {
  t.mock.method(process, "emitWarning", () => {});
  const server = await startHttpServer(t, { tools: [listed("on")] });
  const observe = (event: Event) => {
    throw new Error(event.type);
  };
  const board = integrate(t, { house: { url: server.url } }, { observe });
  await board.integration.settled();
  assert.equal(board.integration.servers[0]?.state, "ready");
});
