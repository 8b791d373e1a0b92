import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/** What the suite found wanting in one scenario: its words, by the id of the check. */
export type Shortcomings = ReadonlyMap<string, string>;

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description?: string;
  readonly errorMessage?: string;
}

/** Runs the suite's command; gives every scenario that ran, with what was wanting in it. */
export async function runSuite(args: readonly string[]): Promise<Map<string, Shortcomings>> {
  const directory = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const output = await runCommand([...args, "--output-dir", directory]);
    const found = readShortcomings(directory);
    const scenarios = output.matchAll(/^([✓✗]) (\S+): .*$/gm);
    return new Map(
      Array.from(scenarios, ([line, mark, name = ""]) => {
        const shortcomings = found.get(name) ?? new Map();
        // A scenario that broke down leaves no checks behind.
        return [name, mark === "✗" && shortcomings.size === 0 ? new Map([["", line]]) : shortcomings];
      }),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The names of all scenarios of one side, whatever revision or extension they belong to. */
export async function listScenarios(side: "server" | "client"): Promise<string[]> {
  const output = await runCommand(["list", `--${side}`]);
  return Array.from(output.matchAll(/^ {2}- (\S+) \[/gm), ([, name = ""]) => name);
}

/** It runs in this directory, and finds this very node: it starts clients by a command line, where paths may not have spaces. */
async function runCommand(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: import.meta.dirname,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}` },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return text(child.stdout);
}

function readShortcomings(directory: string): Map<string, Shortcomings> {
  return new Map(
    globSync("**/checks.json", { cwd: directory }).map((file) => {
      const checks = JSON.parse(readFileSync(join(directory, file), "utf8")) as Check[];
      const wanting = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
      return [
        scenarioOf(dirname(file)),
        new Map(wanting.map((check) => [check.id, check.errorMessage ?? check.description ?? check.status])),
      ];
    }),
  );
}

/** Results are kept under the scenario's name and the time, and a server's with the word before it. */
function scenarioOf(directory: string): string {
  return directory.replace(/^server-(?=.*-\d{4}-\d\d-\d\dT)/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
}
