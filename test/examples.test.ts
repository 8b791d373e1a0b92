import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { startFakeOllama } from "../src/testing.ts";

test("examples/ask-ollama.ts asks the model at OLLAMA_HOST, with the builtin tools", async (t) => {
  const turns = [[{ calls: [{ name: "calculate", arguments: { expression: "17 * 23" } }] }], "It is 391."];
  const ollama = await startFakeOllama({ turns });
  t.after(() => ollama.close());
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "../examples/ask-ollama.ts")],
    { env: { ...process.env, OLLAMA_HOST: ollama.url } },
  );
  assert.equal(stdout, "[calculate → 391]\nIt is 391.\n");
});

for (const file of ["test-a-tool.ts", "test-on-the-wire.ts"]) {
  test(`examples/${file} is a test that passes`, async () => {
    const program = join(import.meta.dirname, "../examples", file);
    // Without this it would report to the test that runs it.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ["--test-reporter=tap", program], { env });
    assert.match(stdout, /^# pass 1$/m);
  });
}
