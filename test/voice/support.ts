import { chmod, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { findVoicePrograms } from "../../src/voice/adapters/find-programs.ts";
import { makeTemporaryFolder } from "../fixtures/temporary-folder.ts";

export const never = new AbortController().signal;

/** A program for the test: a shell script, which no user ever writes to. */
export async function writeProgram(folder: string, name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

/** Gives the adapters a folder for their files that nobody else uses; the function says what they left in it. */
export function watchTemporaryFiles(t: TestContext): () => Promise<string[]> {
  const folder = makeTemporaryFolder();
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  t.after(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  return () => readdir(folder);
}

/** The command of a program on this machine; without it the test is skipped, and says how to get it. */
export async function requireProgram(
  t: TestContext,
  ...names: readonly string[]
): Promise<string | undefined> {
  const programs = await findVoicePrograms(process.env["PATH"] ?? "");
  const program = programs.find(({ command }) => names.includes(command));
  if (program?.path !== undefined) return program.command;
  t.skip(`NOT TESTED: ${names.join(" or ")} is not installed. To run this test: ${program?.install}`);
  return undefined;
}
