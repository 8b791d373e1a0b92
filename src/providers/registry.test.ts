import assert from "node:assert/strict";
import test from "node:test";
import { ToolRegistry } from "./registry.ts";

const parameters = {
  type: "object",
  properties: { room: { type: "string", description: "Which room" } },
  required: ["room"],
};

function createRegistry(...names: readonly string[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const name of names) {
    registry.register({
      name,
      description: `The ${name}`,
      type: "function",
      handler: name,
      parameters,
      implementation: { type: "mock", mock_response: "ok" },
    });
  }
  return registry;
}

const asFunction = { type: "function", function: { name: "lamp", description: "The lamp", parameters } };

test("[REG-7] openai gets functions", () => {
  assert.deepEqual(createRegistry("lamp").toProvider("openai"), [asFunction]);
});

test("[REG-8] ollama gets the same shape", () => {
  assert.deepEqual(createRegistry("lamp").toProvider("ollama"), [asFunction]);
});

test("[REG-9] gemini gets function declarations", () => {
  assert.deepEqual(createRegistry("lamp").toProvider("gemini"), [
    { functionDeclarations: [{ name: "lamp", description: "The lamp", parameters }] },
  ]);
});

test("[REG-10] anthropic gets an input schema", () => {
  assert.deepEqual(createRegistry("lamp").toProvider("anthropic"), [
    { name: "lamp", description: "The lamp", input_schema: parameters },
  ]);
});

test("[REG-11] allowedTools keeps the named ones in their original order: undefined is all, an empty list none", () => {
  const registry = createRegistry("lamp", "door", "heater");
  const namesOf = (allowedTools?: readonly string[]) =>
    registry
      .toProvider("anthropic", allowedTools === undefined ? {} : { allowedTools })
      .map((tool) => (tool as { name: string }).name);
  assert.deepEqual(namesOf(["heater", "lamp", "nobody"]), ["lamp", "heater"]);
  assert.deepEqual(namesOf(), ["lamp", "door", "heater"]);
  assert.deepEqual(namesOf([]), []);
});

test("[REG-12] an unknown provider is an error that names it and lists the supported ones", () => {
  for (const provider of ["bard", "OpenAI", "__proto__", ""]) {
    assert.throws(
      () => createRegistry("lamp").toProvider(provider),
      (error: Error) => {
        assert.match(error.message, new RegExp(`"${provider}"`));
        for (const name of ["openai", "ollama", "gemini", "anthropic"])
          assert.match(error.message, new RegExp(name));
        return true;
      },
    );
  }
});
