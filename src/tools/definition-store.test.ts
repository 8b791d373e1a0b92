import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { echo } from "./builtins/echo.ts";
import { DefinitionStore } from "./definition-store.ts";
import { DefinitionError } from "./definition.ts";

const parameters = {
  type: "object",
  properties: { room: { type: "string" }, level: { type: "number" } },
  required: ["room"],
};

function definition(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "set_level",
    description: "Sets a level",
    type: "function",
    handler: "setLevel",
    parameters,
    implementation: { type: "mock", mock_response: { ok: true } },
    ...more,
  };
}

function createStore() {
  return new DefinitionStore({
    builtins: [echo],
    internals: { lamps: ({ room }) => `lamp in ${String(room)}` },
  });
}

/** The error that registering it ends in. */
function rejection(candidate: unknown): DefinitionError {
  try {
    createStore().register(candidate);
  } catch (error) {
    assert.ok(error instanceof DefinitionError, `not a DefinitionError: ${String(error)}`);
    return error;
  }
  return assert.fail("was registered");
}

test("[REG-2] a second definition of the same name is rejected and the first one stays", () => {
  const store = createStore();
  const first = store.register(definition());
  assert.throws(() => store.register(definition({ description: "Another" })), {
    code: "invalid_definition",
    message: 'Tool definition "set_level": name: is already registered; the first definition stays',
  });
  assert.equal(store.get("set_level"), first);
  assert.equal(store.list().length, 1);
});

const faults: [id: string, title: string, change: Record<string, unknown>, path: string, reason: RegExp][] = [
  ["REG-3", "a missing name", { name: undefined }, "name", /non-empty string, got nothing/],
  ["REG-3", "an empty name", { name: "" }, "name", /non-empty string, got ""/],
  ["REG-3", "a name that is a number", { name: 5 }, "name", /non-empty string, got 5/],
  ["REG-3", "a name with a dot", { name: "a.b" }, "name", /letters, digits, "_" or "-"/],
  ["REG-3", "a name of 65 characters", { name: "a".repeat(65) }, "name", /1 to 64/],
  ["REG-3", "a name of a megabyte", { name: "a".repeat(1_000_000) }, "name", /… \(1000000 characters\)/],
  ["REG-3", "a name that begins with a digit", { name: "1a" }, "name", /beginning with a letter/],
  ["REG-3", "a blank description", { description: "  " }, "description", /non-empty string/],
  ["REG-3", "a description that is an array", { description: [] }, "description", /got an array/],
  ["REG-3", "parameters that are null", { parameters: null }, "parameters", /JSON Schema object, got null/],
  ["REG-3", "parameters that are an array", { parameters: [] }, "parameters", /got an array/],
  ["REG-3", "a boolean as parameters", { parameters: true }, "parameters", /got true/],
  [
    "REG-3",
    "parameters of another type",
    { parameters: { type: "string" } },
    "parameters.type",
    /must be "object", got "string"/,
  ],
  ["REG-3", "parameters without a type", { parameters: {} }, "parameters.type", /got nothing/],
  [
    "REG-3",
    "a keyword that the meta-schema refuses",
    { parameters: { type: "object", properties: { a: { type: "text" } } } },
    "parameters.properties.a.type",
    /./,
  ],
  [
    "REG-3",
    "a required name that is no property",
    { parameters: { type: "object", properties: { a: {} }, required: ["a", "b"] } },
    "parameters.required[1]",
    /"b" is not in parameters.properties/,
  ],
  [
    "REG-3",
    "a required name that every object inherits",
    { parameters: { type: "object", properties: {}, required: ["constructor"] } },
    "parameters.required[0]",
    /"constructor" is not in/,
  ],
  [
    "REG-3",
    "a reference to nowhere",
    { parameters: { type: "object", properties: { a: { $ref: "#/$defs/none" } } } },
    "parameters",
    /none/,
  ],
  [
    "REG-3",
    "a reference to a URL",
    { parameters: { type: "object", properties: { a: { $ref: "http://127.0.0.1:9/schema" } } } },
    "parameters",
    /127\.0\.0\.1/,
  ],
  [
    "REG-3",
    "an invalid pattern",
    { parameters: { type: "object", properties: { a: { type: "string", pattern: "(" } } } },
    "parameters.properties.a.pattern",
    /no regular expression/,
  ],
  ["REG-13", "another type", { type: "tool" }, "type", /must be "function", got "tool"/],
  ["REG-13", "no handler", { handler: undefined }, "handler", /non-empty string, got nothing/],
  [
    "REG-13",
    "no implementation",
    { implementation: undefined },
    "implementation",
    /object with a "type", got nothing/,
  ],
  ["REG-13", "an implementation that is text", { implementation: "mock" }, "implementation", /got "mock"/],
  [
    "REG-13",
    "an implementation without a type",
    { implementation: {} },
    "implementation.type",
    /"mock", "builtin" or "internal"/,
  ],
  [
    "REG-13",
    "an unknown type of implementation",
    { implementation: { type: "ftp" } },
    "implementation.type",
    /got "ftp"/,
  ],
  [
    "REG-14",
    "a mock without a response",
    { implementation: { type: "mock" } },
    "implementation.mock_response",
    /is required/,
  ],
  [
    "REG-15",
    "a builtin without a handler",
    { implementation: { type: "builtin" } },
    "implementation.handler",
    /is required; registered are: echo/,
  ],
  [
    "REG-15",
    "a builtin that does not exist",
    { implementation: { type: "builtin", handler: "shell" } },
    "implementation.handler",
    /"shell" is not a registered builtin; registered are: echo/,
  ],
  [
    "REG-15",
    "a builtin named like a member of every object",
    { implementation: { type: "builtin", handler: "toString" } },
    "implementation.handler",
    /"toString" is not a registered builtin/,
  ],
  [
    "REG-16",
    "an internal service that does not exist",
    { implementation: { type: "internal", handler: "echo" } },
    "implementation.handler",
    /"echo" is not a registered internal service; registered are: lamps/,
  ],
];

for (const [id, title, change, path, reason] of faults) {
  test(`[${id}] ${title} is rejected with the place and the reason`, () => {
    const error = rejection(definition(change));
    assert.ok(error.path.startsWith(path), `${error.path} is not at ${path}`);
    assert.match(error.reason, reason);
    assert.equal(error.code, "invalid_definition");
  });
}

test("[REG-17] an HTTP tool is rejected in the words of the specification, and not added", () => {
  const store = createStore();
  const http = definition({ implementation: { type: "http", url: "http://127.0.0.1" } });
  assert.throws(() => store.register(http), /HTTP tools not yet supported \(coming in v2\)/);
  assert.equal(store.get("set_level"), undefined);
});

test("[REG-3] 200 levels of nesting and a schema that refers to itself are no harm", () => {
  let nested: Record<string, unknown> = { type: "string" };
  for (let level = 0; level < 200; level += 1) nested = { type: "object", properties: { nested } };
  const store = createStore();
  store.register(definition({ name: "deep", parameters: { type: "object", properties: { nested } } }));
  store.register(
    definition({
      name: "tree",
      parameters: { type: "object", properties: { children: { items: { $ref: "#" } } } },
    }),
  );
  assert.equal(store.list().length, 2);
});

test("[REG-3] whatever is registered, the answer is a definition or a DefinitionError", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...Object.keys(definition())), fc.anything()).map(definition),
      ),
      (candidate) => {
        try {
          createStore().register(candidate);
        } catch (error) {
          assert.ok(error instanceof DefinitionError, String(error));
        }
      },
    ),
  );
});

test("[REG-4] get gives the definition back as it was registered", () => {
  const store = createStore();
  const original = definition();
  store.register(original);
  assert.equal(store.get("set_level"), original);
});

test("[REG-5] unknown names are undefined, also those that every object inherits", () => {
  const store = createStore();
  for (const name of ["none", "__proto__", "constructor", "toString", "hasOwnProperty", ""]) {
    assert.equal(store.get(name), undefined);
  }
});

test("[REG-5] a tool may be named like a member of every object", () => {
  const store = createStore();
  for (const name of ["__proto__", "constructor"]) store.register(definition({ name }));
  assert.equal(store.get("__proto__")?.name, "__proto__");
  assert.equal(store.get("constructor")?.name, "constructor");
});

test("[REG-6] list gives all definitions in order of registration", () => {
  const store = createStore();
  for (const name of ["zebra", "ant", "mole"]) store.register(definition({ name }));
  assert.deepEqual(
    store.list().map(({ name }) => name),
    ["zebra", "ant", "mole"],
  );
});

test("[REG-13] implementation.handler is the one that runs", async () => {
  const store = createStore();
  store.register(
    definition({ handler: "somethingElse", implementation: { type: "internal", handler: "lamps" } }),
  );
  assert.equal(await store.toTools()[0]?.invoke({ room: "hall" }), "lamp in hall");
});

for (const value of [null, false, 0, "", { deep: ["x"] }, [], "text"]) {
  test(`[REG-14] the mock response ${JSON.stringify(value)} comes back verbatim`, () => {
    const store = createStore();
    store.register(definition({ implementation: { type: "mock", mock_response: value } }));
    assert.equal(store.toTools()[0]?.invoke({}), value);
  });
}

test("[REG-15, REG-16] builtins and internal services run under the definition's own name and schema", async () => {
  const store = createStore();
  store.register(definition({ name: "say_it", implementation: { type: "builtin", handler: "echo" } }));
  const [tool] = store.toTools();
  assert.equal(tool?.name, "say_it");
  assert.equal(tool?.description, "Sets a level");
  assert.equal(tool?.schema, parameters);
  assert.equal(await tool?.invoke({ text: "hello" }), await echo.invoke({ text: "hello" }));
});
