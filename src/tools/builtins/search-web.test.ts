import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { ToolExecutor } from "../../calls/executor.ts";
import { ToolManager } from "../manager.ts";
import type { Tool } from "../tool.ts";
import { createSearchWeb, createSearxngSearch, searchWeb } from "./search-web.ts";

function call(tool: Tool, args: unknown) {
  const tools = new ToolManager();
  tools.add([tool]);
  return new ToolExecutor({ tools }).execute({ id: "1", name: "search_web", args });
}

async function serve(answer: (url: string) => { status: number; body: unknown }): Promise<[Server, string]> {
  const server = createServer((request, response) => {
    const { status, body } = answer(request.url ?? "");
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}

test("[VOX-8] search_web without a provider is unavailable, and says what is missing", async () => {
  const result = await call(searchWeb, { query: "weather" });
  assert.ok(!result.ok);
  assert.equal(result.code, "unavailable");
  assert.match(result.text, /no search provider is configured/);
});

test("[VOX-8] search_web asks its provider and gives the best five results", async () => {
  const asked: string[] = [];
  const tool = createSearchWeb(async (query) => {
    asked.push(query);
    return Array.from({ length: 9 }, (_, index) => ({
      title: `${index}`,
      url: "https://example.org",
      text: "",
    }));
  });
  const result = await call(tool, { query: "opening hours" });
  assert.ok(result.ok);
  assert.deepEqual(asked, ["opening hours"]);
  assert.equal((result.value as unknown[]).length, 5);
});

test("[VOX-8] a SearXNG server is a provider", async () => {
  const urls: string[] = [];
  const results = [
    { title: "Library", url: "https://example.org", content: "Open till six", engine: "x" },
    {},
  ];
  const [server, address] = await serve((url) => {
    urls.push(url);
    return { status: 200, body: { results } };
  });
  try {
    const result = await call(createSearchWeb(createSearxngSearch(address)), { query: "library & hours" });
    assert.ok(result.ok);
    assert.deepEqual(urls, ["/search?q=library+%26+hours&format=json"]);
    assert.deepEqual(result.value, [
      { title: "Library", url: "https://example.org", text: "Open till six" },
      { title: "", url: "", text: "" },
    ]);
  } finally {
    server.close();
  }
});

test("[VOX-8] a search server that refuses, or is not there, is unavailable", async () => {
  const [server, address] = await serve(() => ({ status: 403, body: {} }));
  const tool = createSearchWeb(createSearxngSearch(address));
  const refused = await call(tool, { query: "x" });
  assert.ok(!refused.ok);
  assert.equal(refused.code, "unavailable");
  assert.match(refused.text, /answered 403; its settings may not allow the format json/);
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  const gone = await call(tool, { query: "x" });
  assert.ok(!gone.ok);
  assert.equal(gone.code, "unavailable");
});

test("[VOX-8] a search server that answers with something else is unavailable, and says what to check", async (t) => {
  for (const body of ["<!doctype html>", "null", '"results"', {}, { results: "none" }]) {
    const [server, address] = await serve(() => ({ status: 200, body }));
    t.after(() => server.close());
    const result = await call(createSearchWeb(createSearxngSearch(address)), { query: "x" });
    assert.ok(!result.ok);
    assert.equal(result.code, "unavailable");
    assert.match(result.text, /did not answer with results in JSON: check its address/);
  }
});
