/** How long the operator takes from a sentence to the calls that it means, by how many tools it is offered. */
import { generateToolSpecs } from "./lib/tool-set.ts";
import { formatFigure, type Benchmark } from "./lib/report.ts";
import { createOperator } from "../src/operator.ts";
import type { Tool } from "../src/tools/tool.ts";
import { keptRequests } from "../test/operator/requests-kept.ts";
import { deviceNames, tools as everydayTools } from "../test/operator/tools.ts";

const toolCounts = [24, 100, 1_000];
const measuredCount = 100;
const limitMs = 1;

interface Measured {
  readonly toolCount: number;
  /** Until the first answer about tools that it has not seen before: they are read and indexed. */
  readonly firstMs: number;
  readonly medianMs: number;
  /** Of a hundred sentences, the slowest but one. */
  readonly slowMs: number;
  readonly cpuMs: number;
}

export const benchmark: Benchmark = {
  title: "operator: from a sentence to its calls",

  async run(options) {
    const measured: Measured[] = [];
    for (const toolCount of toolCounts) {
      options.progress(`${toolCount} tools`);
      // One at a time: two would take the processor from each other.
      // oxlint-disable-next-line no-await-in-loop
      measured.push(await measureMatches(toolCount, options.quick ? 3 : 20));
    }
    const own = measured.find(({ toolCount }) => toolCount === measuredCount);
    const medianMs = own?.medianMs ?? Number.NaN;
    const cpuMs = own?.cpuMs ?? Number.NaN;
    return {
      sections: [
        {
          heading: "One sentence in ms",
          notes: [
            `The ${keptRequests.length} requests of the kept table, as a person says them, over and over: those that lead to calls, ` +
              "to questions and to nothing.",
            "first: until the answer to the first sentence, in which the tools are read and indexed. p99: of a hundred, one takes longer.",
          ],
          table: {
            columns: ["tools", "first", "median", "p99", "CPU"],
            rows: measured.map(({ toolCount, firstMs, medianMs: median, slowMs, cpuMs: cpu }) => [
              String(toolCount),
              ...[firstMs, median, slowMs, cpu].map(formatFigure),
            ]),
          },
        },
      ],
      bars: [
        {
          promise: `a match with ${measuredCount} tools takes less than ${limitMs} ms`,
          measured: `${formatFigure(medianMs)} ms, CPU ${formatFigure(cpuMs)} ms`,
          kept: medianMs < limitMs && cpuMs < limitMs,
        },
      ],
      figures: measured,
    };
  },
};

async function measureMatches(toolCount: number, rounds: number): Promise<Measured> {
  const tools = createTools(toolCount);
  const operator = createOperator({ values: { deviceName: deviceNames } });
  const match = async (content: string) => {
    const before = performance.now();
    for await (const _ of operator.stream([{ role: "user", content }], { tools }));
    return performance.now() - before;
  };
  const firstMs = await match("turn on the kitchen light");
  const texts = keptRequests.flatMap(([said]) => said);
  // oxlint-disable-next-line no-await-in-loop
  for (let round = 0; round < 3; round += 1) for (const text of texts) await match(text);
  const times: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line no-await-in-loop
    for (const text of texts) times.push(await match(text));
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    toolCount,
    firstMs,
    medianMs: at(0.5),
    slowMs: at(0.99),
    cpuMs: (user + system) / 1000 / times.length,
  };
}

/** Tools that sentences are about, among many that they are not about. */
function createTools(count: number): readonly Tool[] {
  const others = generateToolSpecs(Math.max(0, count - everydayTools.length));
  return [...everydayTools, ...others.map((spec) => ({ ...spec, invoke: () => "" }))].slice(0, count);
}
