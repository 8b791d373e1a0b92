import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { makeTemporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { createSwitchboard } from "../switchboard.ts";
import { DefinitionStore } from "../tools/definition-store.ts";
import type { ToolEvent } from "../tools/events.ts";
import { loadDefinitions } from "./load-definitions.ts";
import { readConfig } from "./read-config.ts";

const mock = (name: unknown) => ({
  name,
  description: "A mock",
  type: "function",
  handler: "mock",
  parameters: { type: "object", properties: {} },
  implementation: { type: "mock", mock_response: "ok" },
});

test("[REG-1] every valid definition of a config file loads; each invalid one is logged with file, place and reason", () => {
  const folder = makeTemporaryFolder();
  const file = join(folder, "switchboard.config.json");
  const registry = [
    mock("first"),
    { ...mock("second"), parameters: { type: "array" } },
    null,
    mock("third"),
    mock("first"),
  ];
  writeFileSync(file, JSON.stringify({ tools: { registry } }));

  const lines: string[] = [];
  const log = (_: unknown, message: string) => void lines.push(message);
  const board = createSwitchboard({ config: file, log: { debug: log, info: log, warn: log, error: log } });

  assert.deepEqual(
    board.registry.list().map(({ name }) => name),
    ["first", "third"],
  );
  assert.deepEqual(
    board.tools.tools.map(({ name }) => name),
    ["first", "third"],
  );
  assert.deepEqual(lines, [
    `${file}: tools.registry[1].parameters.type: must be "object", got "array"`,
    `${file}: tools.registry[2]: must be an object, got null`,
    `${file}: tools.registry[4].name: is already registered; the first definition stays`,
  ]);
});

test("[REG-1] a registry that is no array is reported, and a config without one is none", () => {
  const events: ToolEvent[] = [];
  const load = (config: unknown) =>
    loadDefinitions(new DefinitionStore(), config, "a.json", (event) => void events.push(event));
  for (const config of [{}, null, [], "text", { tools: {} }, { tools: null }]) load(config);
  assert.deepEqual(events, []);
  load({ tools: { registry: { lamp: {} } } });
  assert.deepEqual(events, [
    {
      type: "definition.rejected",
      file: "a.json",
      path: "tools.registry",
      reason: "must be an array of tool definitions",
    },
  ]);
});

test("a config file that is missing or no JSON is an error with its name", () => {
  const folder = makeTemporaryFolder();
  const broken = join(folder, "broken.json");
  writeFileSync(broken, "{\n  : 1 }");
  assert.throws(() => readConfig(broken), {
    code: "invalid_config",
    message: /broken\.json:2: is not valid JSON: property name expected/,
  });
  assert.throws(() => readConfig(join(folder, "none.json")), {
    code: "invalid_config",
    message: /none\.json: cannot be read: /,
  });
});
