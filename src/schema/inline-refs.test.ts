import assert from "node:assert/strict";
import { test } from "node:test";
import { inlineRefs } from "./inline-refs.ts";
import type { JsonSchema } from "./json-schema.ts";

function properties(schema: JsonSchema): Record<string, unknown> {
  return inlineRefs(schema).schema["properties"] as Record<string, unknown>;
}

test("[FMT-10] references are replaced by what they refer to, wherever it is kept", () => {
  const text = { type: "string", minLength: 1 };
  const schema = {
    $id: "https://example.com/tool",
    type: "object",
    properties: {
      fromDefs: { $ref: "#/$defs/Text" },
      fromDefinitions: { $ref: "#/definitions/Text" },
      fromAnchor: { $ref: "#text" },
      fromId: { $ref: "text.json" },
      fromOwnId: { $ref: "https://example.com/tool#/$defs/Text" },
      fromProperty: { $ref: "#/properties/fromDefs" },
      escaped: { $ref: "#/$defs/a~1b%20~0c" },
      inArray: { type: "array", items: { $ref: "#/$defs/Text" } },
    },
    $defs: {
      Text: text,
      "a/b ~c": text,
      Anchored: { ...text, $anchor: "text" },
      Named: { ...text, $id: "text.json#" },
    },
    definitions: { Text: text },
  };
  assert.deepEqual(inlineRefs(schema), {
    schema: {
      type: "object",
      properties: {
        fromDefs: text,
        fromDefinitions: text,
        fromAnchor: text,
        fromId: text,
        fromOwnId: text,
        fromProperty: text,
        escaped: text,
        inArray: { type: "array", items: text },
      },
    },
    losses: [],
  });
});

test("[FMT-10] what stands beside a reference is kept", () => {
  const schema = {
    properties: {
      described: { $ref: "#/$defs/Size", description: "How large", default: 3 },
      narrowed: { $ref: "#/$defs/Size", maximum: 5 },
      anything: { $ref: "#/$defs/Anything", maximum: 5 },
    },
    $defs: {
      Anything: true,
      Size: { type: "integer", description: "In metres", minimum: 0 },
    },
  };
  assert.deepEqual(properties(schema), {
    described: { type: "integer", description: "How large. In metres", minimum: 0, default: 3 },
    narrowed: { maximum: 5, allOf: [{ type: "integer", description: "In metres", minimum: 0 }] },
    anything: { maximum: 5 },
  });
});

test("[FMT-10] recursion is cut where a schema contains itself, and the words there say what belongs", () => {
  const schema = {
    type: "object",
    properties: { tree: { $ref: "#/$defs/Node" } },
    $defs: {
      Node: {
        type: "object",
        properties: {
          name: { type: "string" },
          children: { type: "array", items: { $ref: "#/$defs/Node" } },
        },
      },
    },
  };
  const words = "again the same shape as the Node around it: name, children";
  assert.deepEqual(inlineRefs(schema), {
    schema: {
      type: "object",
      properties: {
        tree: {
          type: "object",
          properties: {
            name: { type: "string" },
            children: { type: "array", items: { type: "object", description: `(${words})` } },
          },
        },
      },
    },
    losses: [{ path: "/properties/tree/properties/children/items", keyword: "$ref", kept: words }],
  });
});

test("recursion through several schemas, to the root and to itself ends", () => {
  const schema = {
    type: "object",
    properties: { self: { $ref: "#" }, even: { $ref: "#/$defs/Even" }, loop: { $ref: "#/$defs/Loop" } },
    $defs: {
      Even: { properties: { next: { $ref: "#/$defs/Odd" } } },
      Odd: { properties: { next: { $ref: "#/$defs/Even" } } },
      Loop: { $ref: "#/$defs/Loop" },
    },
  };
  const { losses } = inlineRefs(schema);
  assert.deepEqual(
    losses.map(({ path }) => path),
    ["/properties/self", "/properties/even/properties/next/properties/next", "/properties/loop"],
  );
});

test("objects that contain themselves are cut like references that do", () => {
  const node: JsonSchema = { type: "object", properties: { name: { type: "string" } } };
  (node["properties"] as JsonSchema)["parent"] = node;
  assert.deepEqual(properties(node)["parent"], {
    type: "object",
    description: "(again the same shape as the one around it: name, parent)",
  });
});

test("[FMT-10] references to nowhere or to a URL become anything, with a note and without a request", () => {
  const refs = [
    "#/$defs/Missing",
    "https://example.com/schema.json",
    "#/constructor",
    "#/__proto__",
    "other.json#/x",
    "#gone",
    "#/type",
  ];
  for (const $ref of refs) {
    const schema = { type: "object", properties: { a: { $ref, description: "kept" } } };
    assert.deepEqual(inlineRefs(schema), {
      schema: { type: "object", properties: { a: { description: "kept" } } },
      losses: [{ path: "/properties/a", keyword: "$ref", kept: "" }],
    });
  }
});

test("[FMT-10] a bomb of references stays small, and what is not part of it stays whole", () => {
  const $defs: JsonSchema = { L0: { type: "object", properties: { end: { type: "string" } } } };
  for (let level = 1; level <= 25; level++) {
    const $ref = `#/$defs/L${level - 1}`;
    $defs[`L${level}`] = { type: "object", properties: { left: { $ref }, right: { $ref }, third: { $ref } } };
  }
  const bystander = { type: "array", items: { type: "string" } };
  const schema = { type: "object", properties: { bomb: { $ref: "#/$defs/L25" }, bystander }, $defs };
  const inlined = inlineRefs(schema).schema;
  assert.ok(JSON.stringify(inlined).length < 1_000_000);
  assert.match(JSON.stringify(inlined), /too large to be shown: left, right, third/);
  assert.deepEqual((inlined["properties"] as JsonSchema)["bystander"], bystander);
});

test("a schema nested to any depth is cut before it can overflow", () => {
  let schema: JsonSchema = { type: "string" };
  for (let level = 0; level < 50_000; level++) schema = { type: "array", items: schema };
  const inlined = inlineRefs({ type: "object", properties: { deep: schema } });
  assert.match(JSON.stringify(inlined.schema), /nested too deeply to be shown/);
  assert.equal(inlined.losses.length, 1);
});

test("a schema without references comes back as it is", () => {
  const schema = { type: "object", properties: { a: { anyOf: [{ type: "string" }, true] } } };
  assert.equal(inlineRefs(schema).schema, schema);
});
