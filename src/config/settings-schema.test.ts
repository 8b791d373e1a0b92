import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Ajv } from "ajv";
import { builtinTools } from "../tools/builtins/index.ts";
import { checkConfig } from "./check-config.ts";
import { parseConfigFile } from "./config-file.ts";
import { settingsSchema } from "./settings-schema.ts";

const shipped = JSON.parse(
  readFileSync(new URL("../../docs/switchboard.schema.json", import.meta.url), "utf8"),
) as object;

const definition = {
  name: "greet",
  description: "Greets",
  type: "function",
  handler: "greet",
  parameters: { type: "object", properties: {} },
  implementation: { type: "mock", mock_response: null },
};

const accepted: readonly unknown[] = [
  {},
  { $schema: "./x.json", model: "operator" },
  {
    model: "ollama:qwen3:0.6b",
    providers: { ollama: { host: "pi:1" }, openai: { apiKey: "${KEY}", baseUrl: "http://a" } },
  },
  { tools: { registry: [definition], builtins: ["echo"], allowed: [], timeoutMs: 0.5 } },
  { tools: { builtins: false, parameterMappings: { lamp: { device: "deviceName" } } } },
  { mcpServers: { a: { command: "node", args: ["x"], env: { A: "b" }, cwd: ".", disabled: true } } },
  { servers: { a: { type: "http", url: "https://a/mcp", headers: { A: "b" }, somethingOfTheirs: 1 } } },
  { mcpServers: { a: { url: "${URL}" } } },
  { approval: { default: "deny", tools: { "get_*": "allow" } } },
  { mqtt: { url: "mqtt://a", username: "u", password: "p", prefix: "zwave", ca: "/ca.pem" } },
  {
    operator: {
      fastPath: true,
      templates: [{ sentence: "light {x}", tool: "t", values: { x: ["a"], y: { tool: "l" } } }],
    },
  },
  { voice: { anything: 1 }, limits: { maxRounds: 3, maxCallsPerRound: 1, totalMs: 1000 } },
];

/** Each with the place that is at fault. */
const refused: readonly (readonly [config: unknown, path: string])[] = [
  [[], ""],
  [{ modle: "x" }, "modle"],
  [{ model: 1 }, "model"],
  [{ providers: { olama: {} } }, "providers.olama"],
  [{ providers: { openai: { key: "x" } } }, "providers.openai.key"],
  [{ tools: { registry: {} } }, "tools.registry"],
  [{ tools: { timeoutMs: 0 } }, "tools.timeoutMs"],
  [{ tools: { builtins: "echo" } }, "tools.builtins"],
  [{ tools: { builtins: ["echo", "ehco"] } }, "tools.builtins[1]"],
  [{ approval: { default: "maybe" } }, "approval.default"],
  [{ approval: { tools: { x: "yes" } } }, "approval.tools.x"],
  [{ mqtt: { port: 1 } }, "mqtt.port"],
  [{ operator: { templates: [{ sentence: "x" }] } }, "operator.templates[0].tool"],
  [{ limits: { maxRounds: 1.5 } }, "limits.maxRounds"],
  [{ mcpServers: [] }, "mcpServers"],
  [{ mcpServers: { a: {} } }, "mcpServers.a"],
  [{ mcpServers: { a: { command: "" } } }, "mcpServers.a.command"],
  [{ mcpServers: { a: { type: "sse", url: "http://a" } } }, "mcpServers.a.type"],
  [{ servers: { a: { url: "ftp://a" } } }, "servers.a.url"],
  [{ mcpServers: { a: { command: "x", args: "y" } } }, "mcpServers.a.args"],
];

test("the schema for editors is the one that the program checks with", () => {
  assert.deepEqual(shipped, settingsSchema);
});

test("every builtin tool can be wanted by its name, and what is none is told with the names and the one that was meant", () => {
  const names = builtinTools.map(({ name }) => name);
  const check = (builtins: readonly string[]) =>
    checkConfig(parseConfigFile("a.json", JSON.stringify({ tools: { builtins } }, undefined, 1))).faults;
  assert.deepEqual(check(names), []);
  const [fault] = check(["echo", "calcualte"]);
  assert.partialDeepStrictEqual(fault, { file: "a.json", line: 5, path: "tools.builtins[1]" });
  const known = names.map((name) => `"${name}"`).join(", ");
  assert.equal(fault?.message, `must be one of ${known}, got "calcualte"; did you mean "calculate"?`);
  assert.match(check(["zzzzzz"])[0]?.message ?? "", /got "zzzzzz"$/);
});

test("what an editor accepts with the shipped schema, the program accepts, and what it refuses, the program refuses", () => {
  const isValidInEditor = new Ajv({ strict: false }).compile(shipped);
  const problemsOf = (config: unknown) => {
    const { faults, brokenServers } = checkConfig(parseConfigFile("a.json", JSON.stringify(config)));
    return [...faults, ...brokenServers.values()];
  };
  for (const config of accepted) {
    assert.ok(isValidInEditor(config), JSON.stringify([config, isValidInEditor.errors]));
    assert.deepEqual(problemsOf(config), []);
  }
  for (const [config, path] of refused) {
    assert.ok(!isValidInEditor(config), JSON.stringify(config));
    const paths = problemsOf(config).map((problem) => problem.path);
    assert.ok(paths.includes(path), `${JSON.stringify(config)}: ${JSON.stringify(paths)}`);
  }
});

test("a definition that is wrong is refused by the editor's schema, and left to the registry by the program", () => {
  const config = { tools: { registry: [{ ...definition, name: "with space" }] } };
  assert.equal(new Ajv({ strict: false }).compile(shipped)(config), false);
  assert.deepEqual(checkConfig(parseConfigFile("a.json", JSON.stringify(config))).faults, []);
});
