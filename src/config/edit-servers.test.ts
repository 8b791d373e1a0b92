import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { addServer, removeServer } from "./edit-servers.ts";

function createFile(t: TestContext, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-edit-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "config.jsonc");
  writeFileSync(file, text);
  return { file, read: () => readFileSync(file, "utf8") };
}

test("comments, line ends and a byte order mark stay when servers come and go", (t) => {
  const text =
    '\ufeff{\r\n  // keep\r\n  "servers": {\r\n    "a": { "command": "x" } // tail\r\n  }\r\n}\r\n';
  const { file, read } = createFile(t, text);
  addServer(file, "b", { command: "y" });
  assert.match(read(), /^\ufeff[^]*\/\/ keep\r\n[^]*"b": \{[^]*\/\/ tail\r\n/);
  assert.doesNotMatch(read(), /[^\r]\n/);
  assert.equal(removeServer(file, "a"), true);
  assert.equal(removeServer(file, "a"), false);
  assert.match(read(), /\/\/ keep/);
});

for (const [text, path] of [
  ["[]", ""],
  ["null", ""],
  ['{\n"mcpServers": []\n}', "mcpServers"],
  ['{\n"mcpServers": null\n}', "mcpServers"],
] as const) {
  test(`a file in which no server can stand is told with its place, and stays as it is: ${JSON.stringify(text)}`, (t) => {
    const { file, read } = createFile(t, text);
    assert.throws(() => addServer(file, "a", { command: "x" }), {
      code: "invalid_config",
      problems: [{ file, line: path === "" ? 1 : 2, path, message: "must be an object" }],
    });
    assert.equal(read(), text);
  });
}
