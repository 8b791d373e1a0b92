import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import test, { type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { serveMcp, type ServeMcpOptions } from "../../src/mcp/serve/serve-mcp.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import { integrate } from "./fixtures/integrate.ts";
import { connectOfficialClient } from "./fixtures/official-client.ts";

const everythingServer = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
);

/** A tool that lasts until it is aborted, and tells when it starts and when that happens. */
function lastingTool() {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const tool = {
    name: "last",
    description: "Lasts",
    schema: { type: "object" },
    invoke: (_args: object, { signal }: { signal: AbortSignal }) => {
      started.resolve();
      signal.addEventListener("abort", () => aborted.resolve());
      return aborted.promise;
    },
  };
  return { tool, started: started.promise, aborted: aborted.promise };
}

const greet = {
  name: "greet",
  description: "Greets",
  schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  invoke: ({ name }: { name: string }) => `Hello ${name}`,
};

async function serve(t: TestContext, options: Partial<ServeMcpOptions> = {}) {
  const tools = new ToolManager();
  const lasting = lastingTool();
  tools.add([greet, lasting.tool]);
  const problems: string[] = [];
  const serving = await serveMcp({
    tools,
    transport: { port: 0 },
    observe: (event) => void (event.type === "serve.problem" && problems.push(event.error.message)),
    ...options,
  });
  t.after(() => serving.close());
  return { serving, tools, lasting, problems, url: new URL(serving.url ?? "") };
}

function connect(t: TestContext, url: URL, era: "legacy" | "modern") {
  return connectOfficialClient(t, new StreamableHTTPClientTransport(url), era);
}

/** `node:http`, as `fetch` does not let one say which host it means. */
async function send(url: URL, method: string, headers: Record<string, string> = {}, body = "") {
  const request = httpRequest(url, {
    method,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

const listTools = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });

for (const era of ["legacy", "modern"] as const) {
  test(`a client of the ${era} era finds tools, calls, hears of changes, cancels`, async (t) => {
    const { url, tools, lasting } = await serve(t);
    const { client, changed } = await connect(t, url, era);
    const listed = await client.listTools();
    assert.deepEqual(listed.tools[0]?.inputSchema, greet.schema);
    const { content } = await client.callTool({ name: "greet", arguments: { name: "Ada" } });
    assert.deepEqual(content, [{ type: "text", text: "Hello Ada" }]);

    tools.remove("greet");
    await changed;

    const ending = new AbortController();
    const call = client.callTool({ name: "last" }, { signal: ending.signal });
    await lasting.started;
    ending.abort();
    await assert.rejects(call);
    await lasting.aborted;
  });
}

test("the SDK of the old era works with it", async (t) => {
  const { url } = await serve(t);
  const client = new OldClient({ name: "test", version: "1" });
  t.after(() => client.close());
  await client.connect(new OldTransport(url));
  const { content } = await client.callTool({ name: "greet", arguments: { name: "Ada" } });
  assert.deepEqual(content, [{ type: "text", text: "Hello Ada" }]);
});

test("another Switchboard works with it", async (t) => {
  const { url, tools } = await serve(t, {});
  const other = integrate(t, { other: { url: url.href } });
  await other.integration.settled();
  assert.equal((await other.call("greet", { name: "Ada" })).text, "Hello Ada");
  tools.add({ ...greet, name: "greet_again" });
  await other.event("mcp.tools.changed");
  assert.equal((await other.call("greet_again", { name: "Ada" })).text, "Hello Ada");
});

test("only the allowed tools are offered, and only they can be called", async (t) => {
  const { url } = await serve(t, { allowedTools: ["last"] });
  const { client } = await connect(t, url, "modern");
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["last"],
  );
  const { isError } = await client.callTool({ name: "greet", arguments: { name: "Ada" } });
  assert.equal(isError, true);
});

test("a session ends with DELETE, and what has no session is told what to do", async (t) => {
  const { url } = await serve(t);
  const opened = await send(url, "POST", {}, initialize);
  const session = { "mcp-session-id": String(opened.headers["mcp-session-id"]) };
  assert.equal((await send(url, "POST", session, listTools)).status, 200);
  assert.equal((await send(url, "DELETE", session)).status, 200);
  const after = await send(url, "POST", session, listTools);
  assert.equal(after.status, 404);
  assert.match(after.body, /initialize a new one/);
  const without = await send(url, "POST", {}, listTools);
  assert.equal(without.status, 400);
  assert.match(without.body, /send initialize first/);
});

test("a page in a browser cannot reach the tools under a name of its own", async (t) => {
  const { url } = await serve(t);
  assert.equal((await send(url, "POST", { host: "evil.example" }, initialize)).status, 403);
  assert.equal((await send(url, "POST", { origin: "http://evil.example" }, initialize)).status, 403);
  assert.equal((await send(url, "POST", { origin: "null" }, initialize)).status, 403);
  assert.equal((await send(url, "POST", { origin: `http://localhost:1` }, initialize)).status, 200);
});

test("a host that is allowed may be named, whatever its case", async (t) => {
  const { url } = await serve(t, { transport: { port: 0, allowedHosts: ["House.local"] } });
  assert.equal((await send(url, "POST", { host: "house.local:8080" }, initialize)).status, 200);
});

test("with a token, nobody is served who does not show it", async (t) => {
  const { url } = await serve(t, { transport: { port: 0, token: "open sesame" } });
  for (const headers of [{}, { authorization: "Bearer open" }, { authorization: "open sesame" }]) {
    const { status, headers: answered } = await send(url, "POST", { ...headers }, initialize);
    assert.equal(status, 401);
    assert.equal(answered["www-authenticate"], "Bearer");
  }
  const shown = { authorization: "Bearer open sesame" };
  assert.equal((await send(url, "POST", shown, initialize)).status, 200);
});

test("a client that does not show it is told where to give it, and is let in when it does", async (t) => {
  const { url } = await serve(t, { transport: { port: 0, token: "open sesame" } });
  const stranger = integrate(t, { house: { url: url.href, attempts: 1 } });
  const { reason } = await stranger.event("mcp.failed");
  assert.equal(
    reason,
    "Connection to http server 'house' failed: the server requires authorization (HTTP 401); " +
      'give a token in its "headers", or mcpAuth in code',
  );
  const headers = { authorization: "Bearer open sesame" };
  await integrate(t, { house: { url: url.href, headers } }).event("mcp.connected");
});

test("other machines are not served without a token, and an empty one is none", async () => {
  const tools = new ToolManager();
  await assert.rejects(serveMcp({ tools, transport: { port: 0, host: "0.0.0.0" } }), {
    code: "unsafe_serving",
    message: /give a token/,
  });
  await assert.rejects(serveMcp({ tools, transport: { port: 0, token: "" } }), { code: "unsafe_serving" });
});

test("a port that is taken is an error that names it", async (t) => {
  const { url } = await serve(t);
  const port = Number(url.port);
  await assert.rejects(serveMcp({ tools: new ToolManager(), transport: { port } }), {
    code: "cannot_listen",
    message: new RegExp(`127\\.0\\.0\\.1:${port}.*EADDRINUSE`),
  });
});

test("what is too long, no JSON or at another path is refused", async (t) => {
  const { url } = await serve(t);
  assert.equal((await send(url, "POST", {}, "x".repeat(5_000_000))).status, 413);
  assert.equal((await send(url, "POST", {}, "{")).status, 400);
  assert.equal((await send(url, "POST", { "content-type": "text/plain" }, initialize)).status, 415);
  assert.equal((await send(new URL("/", url), "POST", {}, initialize)).status, 404);
  assert.equal((await send(url, "PUT")).status, 405);
});

test("closing ends what is running and lets go of the port", async (t) => {
  const { serving, url, lasting } = await serve(t);
  const { client } = await connect(t, url, "legacy");
  client.callTool({ name: "last" }).catch(() => {});
  await lasting.started;
  await serving.close();
  await lasting.aborted;
  await serving.closed;
  await assert.rejects(send(url, "POST", {}, initialize), { code: "ECONNREFUSED" });
});

test("tools that are no longer served are no longer watched", async () => {
  const watchers = new Set<() => void>();
  class WatchedTools extends ToolManager {
    override onChange(listener: () => void): () => void {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    }
  }
  const serving = await serveMcp({ tools: new WatchedTools(), transport: { port: 0 } });
  assert.equal(watchers.size, 1);
  await serving.close();
  assert.equal(watchers.size, 0);
});

test("what goes wrong is observed", async (t) => {
  const { url, problems } = await serve(t);
  await send(url, "POST", { accept: "text/plain" }, initialize);
  assert.match(problems.join("\n"), /Not Acceptable/);
});

test("a gathered server's image, structure and resource are passed on", async (t) => {
  const everything = integrate(t, {
    everything: { command: process.execPath, args: [everythingServer, "stdio"] },
  });
  await everything.integration.settled();
  const { url } = await serve(t, { tools: everything.tools });
  const { client } = await connect(t, url, "modern");
  const image = await client.callTool({ name: "get-tiny-image" });
  assert.ok(image.content.some(({ type }) => type === "image"));
  const weather = await client.callTool({
    name: "get-structured-content",
    arguments: { location: "Chicago" },
  });
  assert.equal(typeof (weather.structuredContent as { temperature?: unknown }).temperature, "number");
});
