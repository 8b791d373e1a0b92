import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";

const isPosix = process.platform !== "win32";

test(
  "a program that can open no more files is told so by whatever starts another one, and lives on",
  {
    skip: !isPosix,
  },
  async () => {
    const program = join(import.meta.dirname, "fixtures", "out-of-files.ts");
    const script = 'ulimit -n 64 && exec "$0" "$1"';
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", script, process.execPath, program]);
    const failures = JSON.parse(stdout) as Record<string, string>;
    assert.deepEqual(Object.keys(failures), ["server", "program", "microphone"]);
    assert.match(failures["server"] ?? "", /too many files are open \(EMFILE\)/);
    assert.match(failures["program"] ?? "", /cannot be run: .*EMFILE/);
    assert.match(failures["microphone"] ?? "", /EMFILE/);
  },
);
