import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import test from "node:test";

const root = join(import.meta.dirname, "..", "src");
const sources = globSync("**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

/** What each part may import. Nothing points back: an arrow that is not here is a design decision to be made. */
const arrows: Record<string, readonly string[]> = {
  schema: [],
  tools: ["schema"],
  calls: ["tools", "schema"],
  chat: ["calls", "tools", "schema"],
  providers: ["chat", "calls", "tools", "schema"],
  mcp: ["calls", "tools", "schema"],
  mqtt: [],
  house: ["mqtt", "mcp", "calls", "tools", "schema", "observe"],
  voice: ["mqtt", "chat", "calls", "tools", "schema"],
  config: ["mcp", "tools", "schema"],
  observe: ["providers", "mcp", "mqtt", "voice", "chat", "calls", "tools"],
  testing: ["chat", "calls", "tools"],
};

/** Anybody may import these; they import nothing of ours. */
const leaves = new Set(["errors.ts", "clock.ts", "deep-equal.ts", "observer.ts", "options.ts"]);
/** These put the parts together and may import all of them. */
const roots = new Set([
  "index.ts",
  "switchboard.ts",
  "connect-ollama.ts",
  "choose-model.ts",
  "ollama.ts",
  "openai.ts",
  "langchain.ts",
  "mcp.ts",
  "operator.ts",
  "voice.ts",
  "testing.ts",
  "house.ts",
  "house/zwave-mcp-server.ts",
]);

const partOf = (file: string) => file.split("/")[0] ?? file;

/** Comments may name anything; code may not. */
function codeOf(file: string): string {
  return readFileSync(join(root, file), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(^|\s)\/\/.*$/gm, "$1");
}

function importsOf(file: string): { specifier: string; isType: boolean }[] {
  const statements = codeOf(file).matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"/gm);
  return Array.from(statements, ([, type, specifier = ""]) => ({ specifier, isType: type !== undefined }));
}

/** The command stands on top of everything, like the roots. */
const isOnTop = (file: string) => roots.has(file) || partOf(file) === "cli";

for (const file of sources.filter((each) => !isOnTop(each))) {
  test(`${file} imports only what its part may`, () => {
    for (const { specifier } of importsOf(file)) {
      if (!specifier.startsWith(".")) continue;
      const target = relative(root, join(root, dirname(file), specifier));
      if (leaves.has(target)) continue;
      assert.ok(!leaves.has(file), `a leaf imports ${target}`);
      const allowed = [partOf(file), ...(arrows[partOf(file)] ?? [])];
      assert.ok(allowed.includes(partOf(target)), `${partOf(file)} must not import ${target}`);
    }
  });
}

test("no provider is named outside providers, config, testing and the roots", () => {
  const name = /ollama|openai|anthropic|gemini|claude|mistral|qwen/i;
  const places = new Set(["providers", "config", "testing"]);
  const leaks = sources
    .filter((file) => !places.has(partOf(file)) && !isOnTop(file))
    .flatMap((file) =>
      codeOf(file)
        .split("\n")
        .filter((line) => name.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    // The one log line that is promised word for word.
    .filter((leak) => !leak.includes("from LangChain to Qwen format"));
  assert.deepEqual(leaks, []);
});

test("the environment is read in config and nowhere else, and nothing is written to the console", () => {
  const leaks = sources.filter(
    (file) =>
      /\bconsole\./.test(codeOf(file)) || (partOf(file) !== "config" && /process\.env/.test(codeOf(file))),
  );
  assert.deepEqual(leaks, []);
});

test("no package is imported for its value when a module loads: what is heavy is loaded when first used", () => {
  const packages = sources.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier, isType }) => !isType && !/^(?:\.|node:)/.test(specifier))
      .map(({ specifier }) => `${file}: ${specifier}`),
  );
  assert.deepEqual(packages, []);
});
