/** What importing the built package costs a short command, against Node alone. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { formatFigure, formatRatio, type Benchmark } from "./lib/report.ts";

const root = join(import.meta.dirname, "..");
const entries = ["index", "ollama", "langchain"] as const;

export const benchmark: Benchmark = {
  title: "start-up: a process that imports the package and ends",

  async run(options) {
    if (!existsSync(join(root, "dist"))) {
      options.progress("building the package");
      execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
    }
    const programs = new Map([
      ["node alone", "0"],
      ...entries.map((entry): [string, string] => [
        `tool-switchboard${entry === "index" ? "" : `/${entry}`}`,
        `import(${JSON.stringify(join(root, "dist", `${entry}.js`))})`,
      ]),
    ]);
    const times = new Map([...programs.keys()].map((label) => [label, [] as number[]]));
    // Interleaved, so that whatever else the machine does hits all of them alike.
    for (let round = 0; round < (options.quick ? 5 : 21); round += 1) {
      for (const [label, program] of programs) times.get(label)?.push(timeOf(program));
    }
    const medians = new Map([...times].map(([label, values]) => [label, medianOf(values)]));
    const alone = medians.get("node alone") ?? NaN;
    const core = medians.get("tool-switchboard") ?? NaN;
    return {
      sections: [
        {
          heading: "Start to end of a process in ms, median",
          notes: [
            "The entries load no package: Ajv, pino, LangChain and the rest come when they are first used.",
          ],
          table: {
            columns: ["", "wall", "× node"],
            rows: [...medians].map(([label, ms]) => [label, formatFigure(ms), formatRatio(ms, alone)]),
          },
        },
      ],
      bars: [
        {
          promise: "importing the core takes at most twice as long as Node alone",
          measured: formatRatio(core, alone),
          kept: core <= 2 * alone,
        },
      ],
      figures: Object.fromEntries(medians),
    };
  },
};

function timeOf(program: string): number {
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - before;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}
