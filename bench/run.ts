/** Runs all benchmarks, or those named: `npm run bench -- [name…] [--quick] [--check] [--write]`. */
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { formatReport, type Benchmark } from "./lib/report.ts";

const here = new URL("./", import.meta.url);

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    /** Ends with exit code 1 when a bar was missed. */
    check: { type: "boolean", default: false },
    /** Keeps what was printed in RESULTS.md. */
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});

try {
  process.exitCode = await runBenchmarks();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function runBenchmarks(): Promise<number> {
  if (!existsSync(new URL("node_modules/", here))) {
    throw new Error("The peers are not installed. They live in bench/ only: npm ci --prefix bench");
  }
  const known = await findBenchmarks();
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  }
  if (flags.write && (names.length > 0 || flags.quick)) {
    throw new Error("RESULTS.md holds whole runs: use --write without names and without --quick.");
  }

  const texts = [describeMachine()];
  process.stdout.write(`${texts[0]}\n`);
  let missed = 0;
  for (const name of names.length > 0 ? names : known) {
    // oxlint-disable-next-line no-await-in-loop
    const report = await runBenchmark(name);
    texts.push(report.text);
    missed += report.missed;
  }
  if (flags.write) await writeFile(new URL("RESULTS.md", here), `# Measured\n\n${texts.join("\n")}`);
  return flags.check && missed > 0 ? 1 : 0;
}

/** Each file beside this one is a benchmark. */
async function findBenchmarks(): Promise<string[]> {
  const files = await readdir(here);
  return files
    .filter((file) => file.endsWith(".ts") && file !== "run.ts")
    .map((file) => file.slice(0, -".ts".length))
    .toSorted();
}

async function runBenchmark(name: string): Promise<{ text: string; missed: number }> {
  const { benchmark }: { benchmark: Benchmark } = await import(new URL(`${name}.ts`, here).href);
  const report = await benchmark.run({
    quick: flags.quick,
    progress: (step) => process.stderr.write(`${name}: ${step}\n`),
  });
  const text = formatReport(benchmark.title, report);
  process.stdout.write(`${text}\n`);
  const results = new URL("results/", here);
  await mkdir(results, { recursive: true });
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(report, null, 2)}\n`);
  return { text, missed: report.bars.filter((bar) => !bar.kept).length };
}

function describeMachine(): string {
  const [cpu] = cpus();
  const quick = flags.quick ? " A quick run: the figures are rough." : "";
  return `Node ${process.versions.node} on ${cpus().length} × ${cpu?.model ?? "unknown processor"}.${quick}\n`;
}
