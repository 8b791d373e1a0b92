import assert from "node:assert/strict";
import test from "node:test";
import { checkNode } from "./checks.ts";

test("a Node that is too old is broken, with where to get another", () => {
  for (const version of ["20.20.2", "22.17.1"]) {
    const { state, fact, mend } = checkNode(version);
    assert.deepEqual([state, mend], ["broken", "install it from https://nodejs.org"]);
    assert.match(fact, /22\.18 or later is needed/);
  }
  for (const version of ["22.18.0", "23.0.0", "24.21.0"]) assert.equal(checkNode(version).state, "fine");
});
