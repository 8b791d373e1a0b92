import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("..", import.meta.url);

interface Promised {
  readonly id: string;
  readonly kept: string;
}

/** The rows of the page's tables, `| ID | promise | kept |`. */
function readPage(): Promised[] {
  const page = readFileSync(new URL("docs/behaviours.md", root), "utf8");
  return Array.from(page.matchAll(/^\|\s*([A-Z]+-\d+)\b(.*)$/gm), ([, id = "", rest = ""]) => ({
    id,
    kept: rest.split("|").at(-2)?.trim() ?? "",
  }));
}

/** The IDs in brackets that test titles start with, each with the files where it stands. Skipped tests do not count. */
function readTitles(): Map<string, Set<string>> {
  const title =
    /^(?:(?!\/\/).)*?(?<![\w.])(?:t\.)?(?:test|it)\(\s*["'`]\[([A-Z]+-\d+(?:,\s*[A-Z]+-\d+)*)\] /gm;
  const filesById = new Map<string, Set<string>>();
  for (const file of globSync(["src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root })) {
    for (const [, ids = ""] of readFileSync(new URL(file, root), "utf8").matchAll(title)) {
      for (const id of ids.split(/,\s*/)) {
        filesById.set(id, (filesById.get(id) ?? new Set()).add(file));
      }
    }
  }
  return filesById;
}

const promises = readPage();
const filesById = readTitles();

function withFiles(id: string): string {
  return `${id} (${[...(filesById.get(id) ?? [])].join(", ")})`;
}

test("the page of behaviours has no ID twice and says of each whether it is kept", () => {
  const ids = promises.map(({ id }) => id);
  assert.ok(ids.length > 0, "docs/behaviours.md has no table rows");
  assert.deepEqual(ids, [...new Set(ids)]);
  for (const { id, kept } of promises) {
    assert.ok(
      ["yes", "in part", "not yet"].includes(kept),
      `${id}: "${kept}" is none of yes, in part, not yet`,
    );
  }
});

test("every behaviour that the page calls kept has a test", () => {
  const untested = promises.filter(({ id, kept }) => kept !== "not yet" && !filesById.has(id));
  assert.deepEqual(
    untested.map(({ id }) => id),
    [],
  );
});

test("no behaviour that the page calls `not yet` has a test: the page is behind", () => {
  const tested = promises.filter(({ id, kept }) => kept === "not yet" && filesById.has(id));
  assert.deepEqual(
    tested.map(({ id }) => withFiles(id)),
    [],
  );
});

test("every ID in a test's title stands on the page", () => {
  const known = new Set(promises.map(({ id }) => id));
  const strangers = [...filesById.keys()].filter((id) => !known.has(id));
  assert.deepEqual(strangers.map(withFiles), []);
});
