import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { isPlainObject } from "../../schema/json-schema.ts";
import { builtinTools } from "./index.ts";

test("[VOX-8] the builtin tools stand in a fixed order", () => {
  assert.deepEqual(
    builtinTools.map((tool) => tool.name),
    ["get_current_datetime", "calculate", "generate_uuid", "echo", "search_web", "control_speaker_volume"],
  );
});

test("[VOX-8] each builtin tool has a description and a closed object schema, and describes every parameter", () => {
  for (const { name, description, schema } of builtinTools) {
    assert.ok(description.length > 20, name);
    assert.ok(isPlainObject(schema) && isPlainObject(schema["properties"]), name);
    assert.equal(schema["type"], "object", name);
    assert.equal(schema["additionalProperties"], false, name);
    for (const [parameter, value] of Object.entries(schema["properties"])) {
      assert.ok(isPlainObject(value) && typeof value["description"] === "string", `${name}.${parameter}`);
    }
  }
});

test("[VOX-8] the schemas of the builtin tools take what the tools take and nothing else", () => {
  const ajv = new Ajv({ strict: true });
  const accepts = (name: string, args: unknown) => {
    const schema = builtinTools.find((tool) => tool.name === name)?.schema;
    assert.ok(isPlainObject(schema));
    return ajv.validate(schema, args);
  };
  assert.ok(accepts("get_current_datetime", {}));
  assert.ok(accepts("get_current_datetime", { timezone: "UTC" }));
  assert.ok(!accepts("get_current_datetime", { zone: "UTC" }));
  assert.ok(accepts("calculate", { expression: "1 + 1" }));
  assert.ok(!accepts("calculate", {}));
  assert.ok(!accepts("calculate", { expression: "" }));
  assert.ok(!accepts("calculate", { expression: "1".repeat(1_001) }));
  assert.ok(accepts("generate_uuid", {}));
  assert.ok(!accepts("generate_uuid", { count: 2 }));
  assert.ok(accepts("echo", { text: "" }));
  assert.ok(!accepts("echo", {}));
  assert.ok(accepts("search_web", { query: "when does the library open" }));
  assert.ok(!accepts("search_web", { query: "" }));
  assert.ok(accepts("control_speaker_volume", { action: "up" }));
  assert.ok(accepts("control_speaker_volume", { action: "set", level: 40 }));
  assert.ok(!accepts("control_speaker_volume", { action: "louder" }));
  assert.ok(!accepts("control_speaker_volume", { action: "set", level: 101 }));
});
