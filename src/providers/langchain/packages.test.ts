import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ToolExecutor } from "../../calls/executor.ts";
import { ToolManager } from "../../tools/manager.ts";
import { AnthropicClient } from "./anthropic-client.ts";
import { OllamaClient } from "./ollama-client.ts";
import { loadPackage, type ImportPackage } from "./packages.ts";

function missing(name: string): Error {
  const message = `Cannot find package '${name}' imported from /app/index.js`;
  return Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
}

/** A machine on which only these packages are installed. */
function createImporter(installed: readonly string[]): ImportPackage {
  return async (name) => {
    if (!installed.includes(name)) throw missing(name);
    return loadPackage(name);
  };
}

const parts = (importPackage: ImportPackage) => {
  const tools = new ToolManager();
  return { tools, executor: new ToolExecutor({ tools }), importPackage };
};

test("[CHAT-1] a client whose package is not installed says how to install it", async () => {
  const importPackage = createImporter([]);
  const ollama = new OllamaClient({ model: "qwen3:0.6b", ...parts(importPackage) });
  await assert.rejects(ollama.chat("Hi"), {
    code: "missing_package",
    message: /npm install @langchain\/ollama @langchain\/core$/,
  });
  const anthropic = new AnthropicClient({ model: "claude", apiKey: "key", ...parts(importPackage) });
  await assert.rejects(anthropic.chat("Hi"), {
    code: "missing_package",
    message: /npm install @langchain\/anthropic @langchain\/core$/,
  });
});

test("LangChain's core is named once", async () => {
  const loading = loadPackage("@langchain/core/messages", createImporter([]));
  await assert.rejects(loading, { message: /npm install @langchain\/core$/ });
});

test("a package that is there and fails is not called missing", async () => {
  const broken = new SyntaxError("Unexpected token");
  const importPackage: ImportPackage = () => Promise.reject(broken);
  await assert.rejects(loadPackage("@langchain/ollama", importPackage), broken);
  const other = missing("left-pad");
  await assert.rejects(
    loadPackage("@langchain/ollama", () => Promise.reject(other)),
    other,
  );
});

test("a package that was installed in the meantime is found", async () => {
  let isInstalled = false;
  const importPackage: ImportPackage = async (name) => {
    if (name === "@langchain/anthropic" && !isInstalled) throw missing(name);
    return loadPackage(name);
  };
  const settings = { model: "claude", apiKey: "key", baseUrl: "http://127.0.0.1:9", retry: { retries: 0 } };
  const client = new AnthropicClient({ ...settings, ...parts(importPackage) });
  await assert.rejects(client.chat("Hi"), { code: "missing_package" });
  isInstalled = true;
  // Now it fails later: fetch refuses that port.
  await assert.rejects(client.chat("Hi"), { code: "model_error" });
});

test("the types of a package that is not installed may be missing too: nobody has all of them", () => {
  const sources = globSync("*.ts", { cwd: import.meta.dirname }).filter((file) => !file.endsWith(".test.ts"));
  const imports = sources.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    return Array.from(
      text.matchAll(/(.*)\nimport type .* from "@langchain\/(?!core)\w+";/g),
      ([, before]) => before,
    );
  });
  assert.ok(imports.length > 0);
  for (const before of imports) assert.match(before ?? "", /^\/\*\* @ts-ignore /);
});
