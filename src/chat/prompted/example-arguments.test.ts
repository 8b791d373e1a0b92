import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "../../tools/tool.ts";
import { toExampleCall } from "./example-arguments.ts";

function toolWith(properties: Record<string, unknown>, required: readonly string[], name = "tool"): Tool {
  return { name, description: "", schema: { type: "object", properties, required }, invoke: () => undefined };
}

function exampleOf(properties: Record<string, unknown>, required = Object.keys(properties)): unknown {
  return toExampleCall([toolWith(properties, required)])?.args;
}

test("[OLL-9] an example has a value of the right type for every required parameter, and no others", () => {
  const properties = {
    city: { type: "string" },
    unit: { enum: ["C", "F"] },
    level: { type: "integer", minimum: 10 },
    ratio: { type: "number" },
    loud: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    at: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } }, required: ["x"] },
    either: { anyOf: [{ type: "number" }, { type: "string" }] },
    fixed: { const: "v1" },
    maybe: { type: ["string", "null"] },
    nothing: { type: "null" },
    anything: {},
    optional: { type: "string" },
  };
  assert.deepEqual(exampleOf(properties, Object.keys(properties).slice(0, -1)), {
    city: "<city>",
    unit: "C",
    level: 10,
    ratio: 1,
    loud: true,
    tags: ["<tags>"],
    at: { x: 1 },
    either: 1,
    fixed: "v1",
    maybe: "<maybe>",
    nothing: null,
    anything: "<anything>",
  });
});

test("[OLL-9] where nothing is required, an example shows the first parameter", () => {
  assert.deepEqual(exampleOf({ zone: { type: "string" }, style: { type: "string" } }, []), {
    zone: "<zone>",
  });
});

test("[OLL-9] the example is of the first tool that needs arguments, else of the first tool", () => {
  const plain = toolWith({}, [], "plain");
  const needy = toolWith({ a: { type: "number" } }, ["a"], "needy");
  assert.deepEqual(toExampleCall([plain, needy]), { name: "needy", args: { a: 1 } });
  assert.deepEqual(toExampleCall([plain]), { name: "plain", args: {} });
  assert.equal(toExampleCall([]), undefined);
});
