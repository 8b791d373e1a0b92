#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { packageVersion } from "../mcp/package-version.ts";

// Before anything is loaded: a version is asked for by scripts, again and again.
const [first] = process.argv.slice(2);
if (first === "--version" || first === "-V") {
  process.stdout.write(`${packageVersion()}\n`);
} else {
  // What was compiled once is kept for the next start.
  enableCompileCache();
  const { runProgram } = await import("./program.ts");
  const exitCode = await runProgram(process.argv.slice(2));
  // What has been written goes out first; a tool that is still at work does not hold the program up.
  await Promise.all(
    [process.stdout, process.stderr].map((each) => new Promise((done) => each.write("", done))),
  );
  process.exit(exitCode);
}
