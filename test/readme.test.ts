import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

const root = join(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of the README that stand for an example, or for what it prints. */
function blocksOf(kind: "example" | "output"): { file: string; text: string }[] {
  const blocks = readme.matchAll(
    new RegExp(`<!-- ${kind}: (\\S+) -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``, "g"),
  );
  return Array.from(blocks, ([, file = "", text = ""]) => ({ file, text }));
}

test("the README's code is the example's, but for where it imports from", () => {
  const examples = blocksOf("example");
  assert.ok(examples.length > 0);
  for (const { file, text } of examples) {
    const source = readFileSync(join(root, file), "utf8");
    assert.equal(
      text,
      source
        .replaceAll("../src/index.ts", "tool-switchboard")
        .replaceAll(/\.\.\/src\/(\w+)\.ts/g, "tool-switchboard/$1"),
    );
  }
});

test("each example runs and prints what the README shows", () => {
  const outputs = blocksOf("output");
  assert.ok(outputs.length > 0);
  for (const { file, text } of outputs) {
    assert.equal(execFileSync(process.execPath, [join(root, file)], { encoding: "utf8" }), text);
  }
});
