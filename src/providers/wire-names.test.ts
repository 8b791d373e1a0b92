import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Tool } from "../tools/tool.ts";
import { providerNames } from "./provider-name.ts";
import { createWireNameOf, toWireName, wireNames } from "./wire-names.ts";

function createTools(names: readonly string[]): Tool[] {
  return names.map((name) => ({ name, description: "", schema: { type: "object" }, invoke: () => "" }));
}

test("[FMT-9] a name that every provider takes is left as it is", () => {
  for (const name of [
    "get_weather",
    "server__tool",
    "a",
    "A-1_b",
    "x".repeat(64),
    "__proto__",
    "constructor",
  ]) {
    for (const provider of providerNames) assert.equal(toWireName(name, provider), name);
  }
});

test("[FMT-9] names that providers refuse become safe ones that can still be read", () => {
  const readable: [string, RegExp][] = [
    ["files.read", /^files_read_\w{7}$/],
    ["turn on the light", /^turn_on_the_light_\w{7}$/],
    ["Küche/Lampe", /^Kuche_Lampe_\w{7}$/],
    ["灯", /^_+\w{7}$/],
    ["", /^_+\w{7}$/],
    ["x".repeat(65), /^x{56}_\w{7}$/],
  ];
  for (const [name, expected] of readable) {
    for (const provider of providerNames) assert.match(toWireName(name, provider), expected);
  }
});

test("[FMT-9] only Google's API minds a digit or a dash in front", () => {
  assert.equal(toWireName("3d_print", "openai"), "3d_print");
  assert.match(toWireName("3d_print", "gemini"), /^_3d_print_\w{7}$/);
  assert.match(toWireName("-x", "gemini"), /^_-x_\w{7}$/);
});

test("[FMT-9] a tool has the same safe name in every list", () => {
  const [alone, among] = [["a.b"], ["c.d", "a.b", "a_b"]].map((names) =>
    wireNames(createTools(names), "openai"),
  );
  assert.equal(alone?.toWire("a.b"), among?.toWire("a.b"));
});

test("[FMT-9] a tool that has another one's safe name as its own keeps it", () => {
  const taken = toWireName("a.b", "openai");
  const names = wireNames(createTools(["a.b", taken]), "openai");
  assert.equal(names.toWire(taken), taken);
  assert.notEqual(names.toWire("a.b"), taken);
  assert.equal(names.fromWire(names.toWire("a.b")), "a.b");
  assert.equal(names.fromWire(taken), taken);
});

test("[FMT-9] a name that was not offered comes back as it is", () => {
  const names = wireNames(createTools(["a.b"]), "openai");
  for (const unknown of ["hallucinated", "toString", "__proto__"])
    assert.equal(names.fromWire(unknown), unknown);
});

test("[FMT-9] whatever tools are called: wire names are taken by the provider, no two alike, and map back", () => {
  const anyName = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("a.b", "a b", "a_b", "__proto__", "a/b"),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(anyName, { maxLength: 12 }),
      fc.constantFrom(...providerNames),
      (names, provider) => {
        const wire = wireNames(createTools(names), provider);
        const onTheWire = names.map((name) => wire.toWire(name));
        assert.equal(new Set(onTheWire).size, names.length);
        for (const name of onTheWire)
          assert.match(name, provider === "gemini" ? /^[a-zA-Z_][\w-]{0,63}$/ : /^[\w-]{1,64}$/);
        assert.deepEqual(
          onTheWire.map((name) => wire.fromWire(name)),
          names,
        );
      },
    ),
  );
});

test("the names of all tools, one after the other, take a look at each tool and not at all of them for each", () => {
  let looks = 0;
  const tools = Array.from({ length: 300 }, (_, index): Tool => ({
    get name() {
      looks += 1;
      return `tool.${index}`;
    },
    description: "",
    schema: {},
    invoke: () => "",
  }));
  const wireNameOf = createWireNameOf("ollama");
  const names = tools.map((_, index) => wireNameOf(`tool.${index}`, tools));
  assert.ok(looks < 10 * tools.length, `${looks} looks`);
  assert.deepEqual(
    names,
    tools.map((_, index) => toWireName(`tool.${index}`, "ollama")),
  );
});

test("a list that is changed in place has other names when it is asked for next", async () => {
  const tools = createTools(["a.b"]);
  const wireNameOf = createWireNameOf("openai");
  const alone = wireNameOf("a.b", tools);
  tools.push(...createTools([alone]));
  await Promise.resolve();
  assert.notEqual(wireNameOf("a.b", tools), alone);
  assert.equal(wireNameOf(alone, tools), alone);
});
