import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import test, { type TestContext } from "node:test";
import { ToolExecutor } from "./calls/executor.ts";
import { ask } from "./chat/loop.ts";
import { chooseModel, parseModelName } from "./choose-model.ts";
import { loadConfig } from "./config/load-config.ts";
import { startFakeOllama, type FakeOllamaOptions } from "./testing.ts";
import { builtinTools } from "./tools/builtins/index.ts";
import { ToolManager } from "./tools/manager.ts";

const nowhere = "127.0.0.1:9";

async function choose(variables: Record<string, string>, flags: Record<string, unknown> = {}) {
  const { settings } = loadConfig({
    cwd: tmpdir(),
    variables: { XDG_CONFIG_HOME: "/nowhere", ...variables },
    flags,
  });
  const executor = new ToolExecutor({ tools: new ToolManager() });
  const { model, reason } = await chooseModel({ settings, executor });
  return { chosen: `${model.provider}:${model.model}`, reason };
}

async function startOllama(t: TestContext, options: FakeOllamaOptions) {
  const ollama = await startFakeOllama(options);
  t.after(() => ollama.close());
  return ollama.url;
}

test("without a setting: Ollama's model that takes tools, before one that only chats, and never one that cannot", async (t) => {
  const embed = { name: "embed", capabilities: ["embedding"] };
  const chatty = { name: "chatty", capabilities: ["completion"] };
  const able = { name: "able", capabilities: ["completion", "tools"] };
  const OLLAMA_HOST = await startOllama(t, { models: [embed, chatty, able] });
  const choice = await choose({ OLLAMA_HOST });
  assert.equal(choice.chosen, "ollama:able:latest");
  assert.match(choice.reason, /^Ollama at 127\.0\.0\.1:\d+ answers and has it$/);
  const some = await startOllama(t, { models: [embed, chatty] });
  assert.equal((await choose({ OLLAMA_HOST: some })).chosen, "ollama:chatty:latest");
  assert.equal((await choose({ OLLAMA_HOST, OLLAMA_MODEL: "chatty" })).chosen, "ollama:chatty");
  const none = await startOllama(t, { models: [embed] });
  const without = await choose({ OLLAMA_HOST: none });
  assert.equal(without.chosen, "operator:operator");
  assert.match(without.reason, /has no model that can chat; no key of a hosted model is set$/);
});

test("what the settings say of Ollama's models is sent with every request", async (t) => {
  const ollama = await startFakeOllama({ turns: ["Hello."] });
  t.after(() => ollama.close());
  const { settings } = loadConfig({
    cwd: tmpdir(),
    variables: { XDG_CONFIG_HOME: "/nowhere", OLLAMA_HOST: ollama.url },
    flags: {
      providers: {
        ollama: { options: { num_ctx: 2048, seed: 1 }, maxNumCtx: 8192, keepAlive: "30m", think: false },
      },
    },
  });
  const executor = new ToolExecutor({ tools: new ToolManager() });
  const { model } = await chooseModel({ settings, executor });
  await ask(model, executor, [{ role: "user", content: "word ".repeat(3000) }]);
  const { options, keep_alive, think } = ollama.chats[0]?.body ?? {};
  assert.deepEqual(
    { options, keep_alive, think },
    {
      options: { num_ctx: 8192, seed: 1 },
      keep_alive: "30m",
      think: false,
    },
  );
});

test("an Ollama whose address is set is waited for, also where it is slow to answer", async (t) => {
  const server = createServer((request, response) => {
    const answer = { models: [{ name: "slow:1b" }], capabilities: ["completion", "tools"] };
    // Longer than one is waited for that nobody has named.
    const delayMs = request.url === "/api/tags" ? 1_700 : 0;
    setTimeout(() => response.end(JSON.stringify(answer)), delayMs);
  });
  t.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  assert.equal((await choose({ OLLAMA_HOST: `127.0.0.1:${port}` })).chosen, "ollama:slow:1b");
});

test("without Ollama: a hosted model whose key is set, else the operator, and why is said", async () => {
  assert.deepEqual(await choose({ OLLAMA_HOST: nowhere }), {
    chosen: "operator:operator",
    reason: `Ollama does not answer at ${nowhere}; no key of a hosted model is set`,
  });
  assert.deepEqual(await choose({ OLLAMA_HOST: nowhere, OPENAI_API_KEY: "k" }), {
    chosen: "openai:gpt-5-mini",
    reason: `Ollama does not answer at ${nowhere}; OPENAI_API_KEY is set`,
  });
  const both = await choose({ OLLAMA_HOST: nowhere, OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" });
  assert.equal(both.chosen, "anthropic:claude-haiku-4-5");
  assert.equal((await choose({ OLLAMA_HOST: nowhere, GOOGLE_API_KEY: "k" })).chosen, "gemini:gemini-3-flash");
});

test("a model that is named is taken, whatever else is there", async (t) => {
  const OLLAMA_HOST = await startOllama(t, {});
  assert.equal((await choose({ OLLAMA_HOST }, { model: "operator" })).chosen, "operator:operator");
  assert.equal((await choose({ OLLAMA_HOST }, { model: "llama3.2:1b" })).chosen, "ollama:llama3.2:1b");
  assert.equal((await choose({ OLLAMA_HOST }, { model: "ollama" })).chosen, "ollama:qwen3:0.6b");
  const hosted = await choose({ OLLAMA_HOST, OPENAI_API_KEY: "k" }, { model: "openai:gpt-5" });
  assert.equal(hosted.chosen, "openai:gpt-5");
  await assert.rejects(choose({ OLLAMA_HOST }, { model: "gemini" }), {
    code: "unauthorized",
    message: /Set GOOGLE_API_KEY/,
  });
});

test("a model's name: provider and name, a provider alone, or one of Ollama's", () => {
  assert.equal(parseModelName(undefined), undefined);
  assert.deepEqual(parseModelName("qwen3:0.6b"), { provider: "ollama", name: "qwen3:0.6b" });
  assert.deepEqual(parseModelName("ollama:qwen3:0.6b"), { provider: "ollama", name: "qwen3:0.6b" });
  assert.deepEqual(parseModelName("openai"), { provider: "openai", name: undefined });
  assert.deepEqual(parseModelName("anthropic:claude-haiku-4-5"), {
    provider: "anthropic",
    name: "claude-haiku-4-5",
  });
  assert.deepEqual(parseModelName("operator"), { provider: "operator", name: undefined });
  assert.deepEqual(parseModelName("openaix"), { provider: "ollama", name: "openaix" });
});

test("with the fast path the operator does what it is sure of, and the model is asked the rest", async (t) => {
  const ollama = await startFakeOllama({ turns: ["A joke."] });
  t.after(() => ollama.close());
  const { settings } = loadConfig({
    cwd: tmpdir(),
    variables: { XDG_CONFIG_HOME: "/nowhere", OLLAMA_HOST: ollama.url },
    flags: { operator: { fastPath: true } },
  });
  const tools = new ToolManager();
  tools.add(builtinTools);
  const executor = new ToolExecutor({ tools });
  const { model } = await chooseModel({ settings, executor });
  const say = (content: string) => ask(model, executor, [{ role: "user", content }], { tools: tools.tools });
  assert.equal((await say("what is 15% of 240?")).text, "36");
  assert.equal(ollama.requests.filter(({ path }) => path === "/api/chat").length, 0);
  assert.equal((await say("tell me a joke")).text, "A joke.");
});

test("where the tool that lists the names fails, the operator says so and does nothing", async () => {
  const { settings } = loadConfig({
    cwd: tmpdir(),
    variables: { XDG_CONFIG_HOME: "/nowhere" },
    flags: { model: "operator" },
  });
  let switched = 0;
  let listed: () => unknown = () => {
    throw new Error("no gateway");
  };
  const tools = new ToolManager();
  tools.add([
    {
      name: "list_lamps",
      description: "Lists all lamps.",
      schema: { type: "object" },
      invoke: () => listed(),
    },
    {
      name: "switch_lamp",
      description: "Switches a lamp on or off.",
      schema: {
        type: "object",
        properties: { lampName: { type: "string" }, action: { type: "string", enum: ["on", "off"] } },
        required: ["lampName", "action"],
      },
      invoke: () => (switched += 1),
    },
  ]);
  const executor = new ToolExecutor({ tools });
  const operatorValues = { lampName: { tool: "list_lamps" } };
  const { model } = await chooseModel({ settings, executor, operatorValues });
  const say = () =>
    ask(model, executor, [{ role: "user", content: "switch on the desk lamp" }], { tools: tools.tools });
  assert.match((await say()).text, /^I could not find out what there is.*list_lamps: .*no gateway/s);
  listed = () => "none today";
  assert.match((await say()).text, /list_lamps: its result has no list of names/);
  assert.equal(switched, 0);
  listed = () => ["Desk Lamp"];
  await say();
  assert.equal(switched, 1);
});
