import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createPlace, run, sideBySide } from "./support.ts";

const greet = {
  name: "greet",
  description: "Greets somebody",
  type: "function",
  handler: "greet",
  parameters: { type: "object", properties: { name: { type: "string" } } },
  implementation: { type: "mock", mock_response: "hello\u001b[31m" },
};

suite("tools", sideBySide, () => {
  test("tools are listed: builtins and those of the config, or only the builtins that are wanted", async (t) => {
    const place = createPlace(t, {
      "switchboard.config.jsonc": { tools: { registry: [greet], builtins: ["echo"] } },
    });
    const { exitCode, stdout } = await run(place, ["tools"]);
    assert.equal(exitCode, 0);
    assert.deepEqual(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split(" ")[0]),
      ["echo", "greet"],
    );
    const { stdout: json } = await run(place, ["tools", "list", "--json"]);
    assert.partialDeepStrictEqual(JSON.parse(json), [
      { name: "echo" },
      { name: "greet", description: "Greets somebody" },
    ]);
  });

  test("[REG-1] a definition that is wrong is told with file, line and path, and the others load", async (t) => {
    const registry = `{ "tools": { "builtins": false, "registry": [
    ${JSON.stringify(greet)},
    ${JSON.stringify({ ...greet, name: "bad name" })},
    ${JSON.stringify({ ...greet, name: "third" })} ] } }`;
    const place = createPlace(t, { "switchboard.config.jsonc": registry });
    const { exitCode, stdout, stderr } = await run(place, ["tools"]);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^greet .*\nthird /);
    assert.match(stderr, /switchboard\.config\.jsonc:3: tools\.registry\[1\]\.name: must be 1 to 64 letters/);
  });

  test("a tool is called with key=value, or with JSON, and its result is on stdout without escapes", async (t) => {
    const place = createPlace(t, { "switchboard.config.jsonc": { tools: { registry: [greet] } } });
    const pairs = await run(place, ["tools", "call", "calculate", "expression=2^10"]);
    assert.deepEqual([pairs.exitCode, pairs.stdout, pairs.stderr], [0, "1024\n", ""]);
    const json = await run(place, ["tools", "call", "--json", "greet", "--args", '{"name": "you"}']);
    assert.partialDeepStrictEqual(JSON.parse(json.stdout), {
      ok: true,
      text: "hello\u001b[31m",
      args: { name: "you" },
    });
    const text = await run(place, ["tools", "call", "greet"]);
    assert.equal(text.stdout, "hello␛[31m\n");
  });

  test("a call by hand is approved; a rule that denies still does", async (t) => {
    const place = createPlace(t, {
      "c.json": { approval: { tools: { "gr*": "deny" } }, tools: { registry: [greet] } },
    });
    const { exitCode, stderr } = await run(place, ["-c", "c.json", "--json", "tools", "call", "greet"]);
    assert.equal(exitCode, 6);
    assert.partialDeepStrictEqual(JSON.parse(stderr), { error: { code: "denied", exitCode: 6 } });
  });

  test("what is wrong with a call is said: exit code 2 for the name and the arguments, 5 for the tool", async (t) => {
    const place = createPlace(t);
    const name = await run(place, ["tools", "call", "calcualte"]);
    assert.deepEqual([name.exitCode, name.stdout], [2, ""]);
    assert.match(name.stderr, /Unknown tool "calcualte"\nDid you mean calculate\?/);
    const args = await run(place, ["tools", "call", "calculate", "exp=1"]);
    assert.equal(args.exitCode, 2);
    assert.match(args.stderr, /expression: is required/);
    const form = await run(place, ["tools", "call", "calculate", "1+1"]);
    assert.equal(form.exitCode, 2);
    assert.match(form.stderr, /write key=value/);
    const failed = await run(place, ["tools", "call", "calculate", "expression=1/"]);
    assert.equal(failed.exitCode, 5);
  });

  test("[FMT-10] a tool is shown as a provider is sent it, with what is lost on the way", async (t) => {
    const place = createPlace(t);
    const { stdout, stderr } = await run(place, ["tools", "show", "calculate", "--provider", "ollama"]);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { type: "function", function: { name: "calculate" } });
    assert.match(
      stderr,
      /minLength, maxLength at \/properties\/expression: now said as "1 to 1000 characters"/,
    );
    const unknown = await run(place, ["tools", "show", "calculate", "--provider", "olama"]);
    assert.equal(unknown.exitCode, 2);
    const own = await run(place, ["tools", "show", "echo"]);
    assert.partialDeepStrictEqual(JSON.parse(own.stdout), { name: "echo", parameters: { type: "object" } });
  });
});
