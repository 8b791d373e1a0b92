import assert from "node:assert/strict";
import test from "node:test";
import { connectOllama } from "../../src/ollama.ts";

/** Where a program looks for Ollama when its environment says this. */
function urlWith(host: string | undefined): string {
  const before = process.env["OLLAMA_HOST"];
  if (host === undefined) delete process.env["OLLAMA_HOST"];
  else process.env["OLLAMA_HOST"] = host;
  try {
    return connectOllama().url.origin;
  } finally {
    if (before === undefined) delete process.env["OLLAMA_HOST"];
    else process.env["OLLAMA_HOST"] = before;
  }
}

test("[OLL-1] OLLAMA_HOST says where the server is, and this machine's is meant without it", () => {
  assert.equal(urlWith(undefined), "http://127.0.0.1:11434");
  assert.equal(urlWith(""), "http://127.0.0.1:11434");
  assert.equal(urlWith("pi.home"), "http://pi.home:11434");
  assert.equal(urlWith("https://pi.home"), "https://pi.home");
  assert.equal(urlWith(" '[::1]:1234' "), "http://[::1]:1234");
});

test("a host that is given goes before the environment's", () => {
  assert.equal(connectOllama({ host: "10.0.0.9:1" }).url.origin, "http://10.0.0.9:1");
});
