import assert from "node:assert/strict";
import test from "node:test";
import { makeTemporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { openKnownTools } from "./known-tools.ts";

test("servers of the same name in two projects are two servers; the same one is known again", async () => {
  const folder = makeTemporaryFolder();
  const known = new Map([["read", { description: "a", schema: "b", annotations: "c", sentences: "d" }]]);
  await openKnownTools(folder, { files: { command: "server", cwd: "/one" } }).save("files", known);
  const load = async (cwd: string) =>
    openKnownTools(folder, { files: { command: "server", cwd, env: { A: "b" } } }).load("files");
  assert.deepEqual(await load("/one"), known);
  assert.deepEqual(await load("/two"), new Map());
});
