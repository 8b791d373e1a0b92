import assert from "node:assert/strict";
import { homedir } from "node:os";
import test from "node:test";
import { substitute } from "./substitute.ts";

const variables = { TOKEN: "abc", EMPTY: "", DOLLAR: "$& ${TOKEN}" };
const fill = (text: string) =>
  substitute(text, {
    variables,
    folder: "/project",
    fail: (message) => {
      throw new Error(message);
    },
  });

test("[MCP-14] variables are put in as Claude, Cursor and VS Code write them", () => {
  assert.equal(fill("Bearer ${TOKEN}, ${env:TOKEN}"), "Bearer abc, abc");
  assert.equal(fill("${NONE:-https://a.b:1/c}"), "https://a.b:1/c");
  assert.equal(fill("${NONE:-}${EMPTY:-x}${TOKEN:-x}${env:NONE:-y}"), "xabcy");
  assert.equal(fill("[${EMPTY}]"), "[]");
  assert.equal(fill("${workspaceFolder}/a ${userHome}"), `/project/a ${homedir()}`);
});

test("a value is put in as it is, and what is no variable stays", () => {
  assert.equal(fill("${DOLLAR}"), "$& ${TOKEN}");
  for (const text of ["$TOKEN", "${1}", "${}", "${a b}", "$${", "${TOKEN", "{TOKEN}"])
    assert.equal(fill(text), text);
});

test("[MCP-14] a variable that is not set is an error that names it", () => {
  assert.throws(() => fill("${NONE}"), /the environment variable NONE is not set/);
  assert.throws(() => fill("${env:NONE}"), /NONE is not set/);
  assert.throws(() => fill("${input:key}"), /\$\{input:key\} asks a person in VS Code/);
});
