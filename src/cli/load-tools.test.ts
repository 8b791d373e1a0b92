import assert from "node:assert/strict";
import test from "node:test";
import type { Event } from "../observer.ts";
import { builtinTools } from "../tools/builtins/index.ts";
import { loadTools } from "./load-tools.ts";

const mock = (name: string, answer: string) => ({
  name,
  description: "A mock",
  type: "function",
  handler: "mock",
  parameters: { type: "object", properties: {} },
  implementation: { type: "mock", mock_response: answer },
});

const registry = (file: string, definitions: unknown) => ({
  file,
  definitions,
  lineOf: (index: number) => index + 10,
});

test("a name that several have is the nearest file's, and a file's before a builtin's", () => {
  const events: Event[] = [];
  const near = registry("near.jsonc", [mock("greet", "near"), mock("echo", "mine")]);
  const far = registry("far.jsonc", [mock("greet", "far"), mock("leave", "far")]);
  const tools = loadTools({ builtins: true, registries: [near, far] }, (event) => void events.push(event));
  assert.deepEqual(events, []);
  assert.equal(tools.length, builtinTools.length - 1 + 3);
  const answers = ["greet", "echo", "leave"].map((name) =>
    tools.find((tool) => tool.name === name)?.invoke({}),
  );
  assert.deepEqual(answers, ["near", "mine", "far"]);
});

test("[REG-2] the same name twice in one file is rejected, with the line of the second", () => {
  const events: Event[] = [];
  const twice = registry("a.jsonc", [mock("greet", "first"), mock("greet", "second")]);
  const tools = loadTools({ builtins: false, registries: [twice] }, (event) => void events.push(event));
  assert.deepEqual(
    tools.map((tool) => tool.invoke({})),
    ["first"],
  );
  assert.partialDeepStrictEqual(events, [{ file: "a.jsonc:11", path: "tools.registry[1].name" }]);
});
