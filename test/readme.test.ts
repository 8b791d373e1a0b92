import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

const root = join(import.meta.dirname, "..");
const pages = ["README.md", "docs/tools.md", "docs/testing.md"].map((page) =>
  readFileSync(join(root, page), "utf8"),
);

/** The code blocks of the pages that stand for an example, or for what it prints. */
function blocksOf(kind: "example" | "output"): { file: string; text: string }[] {
  const block = new RegExp(`<!-- ${kind}: (\\S+) -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``, "g");
  return pages.flatMap((page) =>
    Array.from(page.matchAll(block), ([, file = "", text = ""]) => ({ file, text })),
  );
}

test("the code in the README and the docs is the example's, but for where it imports from", () => {
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

test("each example runs and prints what is shown", () => {
  const outputs = blocksOf("output");
  assert.ok(outputs.length > 0);
  for (const { file, text } of outputs) {
    assert.equal(execFileSync(process.execPath, [join(root, file)], { encoding: "utf8" }), text);
  }
});
