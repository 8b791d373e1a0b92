/** What starting costs: a program that imports the built package, and the command itself, against Node alone. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatFigure, formatRatio, type Benchmark } from "./lib/report.ts";

const root = join(import.meta.dirname, "..");
const command = join(root, "dist", "cli.js");
const entries = ["index", "ollama", "langchain"] as const;

/** What a process is started with, by the name it has in the table. */
const programs = new Map<string, readonly string[]>([
  ["node alone", ["-e", "0"]],
  ...entries.map((entry): [string, string[]] => [
    `tool-switchboard${entry === "index" ? "" : `/${entry}`}`,
    ["-e", `import(${JSON.stringify(join(root, "dist", `${entry}.js`))})`],
  ]),
  ["switchboard --version", [command, "--version"]],
  [
    "switchboard ask, with the operator and a builtin",
    [command, "-m", "operator", "ask", "what is 15% of 240?"],
  ],
]);

export const benchmark: Benchmark = {
  title: "start-up: a process that imports the package, or is the command, and ends",

  async run(options) {
    if (!existsSync(command)) {
      options.progress("building the package");
      execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
    }
    const times = new Map([...programs.keys()].map((label) => [label, [] as number[]]));
    const houseTimes: number[] = [];
    // Interleaved, so that whatever else the machine does hits all of them alike.
    for (let round = 0; round < (options.quick ? 5 : 21); round += 1) {
      for (const [label, args] of programs) times.get(label)?.push(timeOf(args));
      if (round < 5) houseTimes.push(await timeOfHouse());
    }
    const medians = new Map([...times].map(([label, values]) => [label, medianOf(values)]));
    const medianIn = (label: string) => medians.get(label) ?? NaN;
    const alone = medianIn("node alone");
    const core = medianIn("tool-switchboard");
    const version = medianIn("switchboard --version");
    const ask = medianIn("switchboard ask, with the operator and a builtin");
    const house = medianOf(houseTimes);
    return {
      sections: [
        {
          heading: "Start to end of a process in ms, median",
          notes: [
            "The entries load no package: Ajv, pino, LangChain and the rest come when they are first used.",
          ],
          table: {
            columns: ["", "wall", "× node"],
            rows: [
              ...[...medians].map(([label, ms]) => [label, formatFigure(ms), formatRatio(ms, alone)]),
              [
                "switchboard demo, start to the house's first answer",
                formatFigure(house),
                formatRatio(house, alone),
              ],
            ],
          },
        },
      ],
      bars: [
        {
          promise: "importing the core takes at most twice as long as Node alone",
          measured: formatRatio(core, alone),
          kept: core <= 2 * alone,
        },
        {
          promise: "`switchboard --version` takes at most twice as long as Node alone",
          measured: formatRatio(version, alone),
          kept: version <= 2 * alone,
        },
        {
          promise: "`switchboard ask` with the operator and a builtin tool takes under 400 ms",
          measured: `${formatFigure(ask)} ms`,
          kept: ask < 400,
        },
        {
          promise: "the demo's house is ready in under 2 s: broker, devices, MCP server and its first answer",
          measured: `${formatFigure(house)} ms`,
          kept: house < 2_000,
        },
      ],
      figures: { ...Object.fromEntries(medians), "switchboard demo": house },
    };
  },
};

/** In a folder without any config. */
const place = { cwd: mkdtempSync(join(tmpdir(), "switchboard-bench-")) };

function timeOf(args: readonly string[]): number {
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { ...place, encoding: "utf8", input: "" });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - before;
}

/** Until the first thing that only the whole house can know. */
function timeOfHouse(): Promise<number> {
  const before = performance.now();
  const child = spawn(process.execPath, [command, "demo"], {
    ...place,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let readyMs = NaN;
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (Number.isNaN(readyMs) && output.includes("✓ list_zwave_devices"))
        readyMs = performance.now() - before;
    });
    child.on("close", () =>
      Number.isNaN(readyMs) ? reject(new Error(`The house did not answer:\n${output}`)) : resolve(readyMs),
    );
  });
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}
