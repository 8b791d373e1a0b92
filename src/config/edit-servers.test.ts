import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { makeTemporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { addServer, findServer, removeServer } from "./edit-servers.ts";

function createFile(text: string) {
  const file = join(makeTemporaryFolder(), "config.jsonc");
  writeFileSync(file, text);
  return { file, read: () => readFileSync(file, "utf8") };
}

test("comments, line ends and a byte order mark stay when servers come and go", () => {
  const text =
    '\ufeff{\r\n  // keep\r\n  "servers": {\r\n    "a": { "command": "x" } // tail\r\n  }\r\n}\r\n';
  const { file, read } = createFile(text);
  addServer(file, "b", { command: "y" });
  assert.match(read(), /^\ufeff[^]*\/\/ keep\r\n[^]*"b": \{[^]*\/\/ tail\r\n/);
  assert.doesNotMatch(read(), /[^\r]\n/);
  assert.equal(removeServer(file, "a"), true);
  assert.equal(removeServer(file, "a"), false);
  assert.match(read(), /\/\/ keep/);
});

test("in a file with both sections a server is found, replaced and removed where it stands", () => {
  const { file, read } = createFile('{ "mcpServers": {}, "servers": { "a": { "command": "x" } } }');
  assert.deepEqual(findServer(file, "a")?.entry, { command: "x" });
  addServer(file, "a", { command: "y" });
  assert.deepEqual(JSON.parse(read()), { mcpServers: {}, servers: { a: { command: "y" } } });
  assert.equal(removeServer(file, "a"), true);
  assert.deepEqual(JSON.parse(read()), { mcpServers: {}, servers: {} });
});

for (const [text, path] of [
  ["[]", ""],
  ["null", ""],
  ['{\n"mcpServers": []\n}', "mcpServers"],
  ['{\n"mcpServers": null\n}', "mcpServers"],
] as const) {
  test(`a file in which no server can stand is told with its place, and stays as it is: ${JSON.stringify(text)}`, () => {
    const { file, read } = createFile(text);
    assert.throws(() => addServer(file, "a", { command: "x" }), {
      code: "invalid_config",
      problems: [{ file, line: path === "" ? 1 : 2, path, message: "must be an object" }],
    });
    assert.equal(read(), text);
  });
}
