import assert from "node:assert/strict";
import { test } from "node:test";

import type { PullProgress } from "../../src/ollama.ts";
import { model, start } from "./support.ts";

test("[OLL-10] health is the server's version, or the error that says why there is none", async (t) => {
  const { ollama, backend } = await start(t, {});
  assert.deepEqual(await backend.health(), { isUp: true, version: "0.33.3" });
  await ollama.close();
  const health = await backend.health();
  assert.equal(health.isUp, false);
  assert.equal(health.isUp || health.error.code, "unreachable");
});

test("[OLL-10] a health check that is aborted is an abort, not a server that is down", async (t) => {
  const { backend } = await start(t, {});
  await assert.rejects(backend.health({ signal: AbortSignal.abort() }), { code: "aborted" });
});

test("[OLL-10] something that is no Ollama server is not healthy", async (t) => {
  const { backend } = await start(t, { answers: { "/api/version": [{ status: 200, body: "<html>" }] } });
  const health = await backend.health();
  assert.equal(health.isUp || health.error.code, "bad_response");
});

test("[OLL-10] models lists what the server has", async (t) => {
  const { backend } = await start(t, { models: [model, { name: "plain", digest: "abc", family: "llama" }] });
  const models = await backend.models();
  assert.deepEqual(
    models.map(({ name }) => name),
    [model, "plain:latest"],
  );
  assert.equal(models[1]?.digest, "abc");
  assert.equal(models[1]?.family, "llama");
  assert.ok((models[0]?.sizeBytes ?? 0) > 0);
});

test("[OLL-10] show tells what a model is and can do", async (t) => {
  const capabilities = ["completion", "tools", "thinking"];
  const parameters = 'num_ctx                        4096\nstop                           "<|im_end|>"';
  const { backend } = await start(t, {
    models: [
      {
        name: model,
        capabilities,
        family: "qwen3",
        contextLength: 40_960,
        parameters,
        template: "{{ .Tools }}",
      },
    ],
  });
  assert.deepEqual(await backend.show(model), {
    capabilities,
    family: "qwen3",
    parameterSize: "751.63M",
    quantization: "Q4_K_M",
    template: "{{ .Tools }}",
    contextLength: 40_960,
    defaultNumCtx: 4096,
  });
  await assert.rejects(backend.show("other"), { code: "model_missing", status: 404, model: "other" });
});

test("[OLL-10] capabilities come with the digest, and are asked for once as long as it stays the same", async (t) => {
  const { ollama, backend } = await start(t, {
    models: [{ name: "m", capabilities: ["completion", "vision"], digest: "one" }],
    library: [{ name: "m", digest: "two" }],
  });
  const chat = backend.model("m");
  const first = await chat.capabilities();
  assert.deepEqual(
    [first.hasTools, first.hasThinking, first.hasVision, first.digest],
    [false, false, true, "one"],
  );
  await chat.capabilities();
  const shows = () => ollama.requests.filter(({ path }) => path === "/api/show").length;
  assert.equal(shows(), 1);
  await backend.pull("m");
  const second = await chat.capabilities();
  assert.deepEqual([second.hasTools, second.digest], [true, "two"]);
  assert.equal(shows(), 2);
});

test("[OLL-10] a server too old to list capabilities is judged by the model's template", async (t) => {
  const body = { template: "{{ if .Tools }}…", details: {}, model_info: {} };
  const { backend } = await start(t, { answers: { "/api/show": [{ status: 200, body }] } });
  assert.deepEqual((await backend.show(model)).capabilities, ["completion", "tools"]);
});

test("[OLL-10] pull reports its progress and ends when the model is there", async (t) => {
  const { backend } = await start(t, { models: [], library: [model] });
  const progress: PullProgress[] = [];
  await backend.pull(model, { onProgress: (step) => progress.push(step) });
  assert.equal(progress[0]?.status, "pulling manifest");
  assert.equal(progress.at(-1)?.status, "success");
  const half = progress[2];
  assert.match(half?.digest ?? "", /^sha256:/);
  assert.ok((half?.completedBytes ?? 0) > 0 && (half?.completedBytes ?? 0) < (half?.totalBytes ?? 0));
  assert.equal((await backend.models()).length, 1);
});

test("[OLL-10] a pull that fails says why: no such model, cut off, aborted, or the listener threw", async (t) => {
  const { backend } = await start(t, { library: [model] });
  await assert.rejects(backend.pull("nothing"), { code: "model_missing", message: /nothing/ });
  const thrower = () => {
    throw new Error("mine");
  };
  await assert.rejects(backend.pull(model, { onProgress: thrower }), { message: "mine" });
  await assert.rejects(backend.pull(model, { signal: AbortSignal.abort() }), { code: "aborted" });

  const line = '{"status":"pulling manifest"}\n';
  const cut = await start(t, { answers: { "/api/pull": [{ raw: line }, { cut: "close" }] } });
  await assert.rejects(cut.backend.pull(model), { code: "truncated" });
  const ended = await start(t, { answers: { "/api/pull": [{ raw: line }, { end: {} }] } });
  await assert.rejects(ended.backend.pull(model), { code: "truncated", message: /Pull again/ });
});
