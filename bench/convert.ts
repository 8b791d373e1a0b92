/** What it costs to bring 1,000 tools into each provider's form: the first time, and with every further request. */
import { ContenderProcess } from "./lib/contender-process.ts";
import { medianCost } from "./lib/measure.ts";
import { peerLabel } from "./lib/peers.ts";
import { formatFigure, type Bar, type Benchmark, type BenchmarkOptions, type Section } from "./lib/report.ts";
import type { ConversionCost, ConversionExchange, ConversionTask, Provider } from "./lib/serve-conversion.ts";

interface Entry {
  readonly label: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly providers: readonly Provider[];
}

const toolCount = 1_000;
const repeatLimitMs = 0.1;
const allProviders: readonly Provider[] = ["openai", "ollama", "anthropic", "gemini"];
const langchain = peerLabel("LangChain", "@langchain/core");

const ours: Entry = { label: "Switchboard", file: "convert/switchboard.ts", providers: allProviders };

const entries: readonly Entry[] = [
  ours,
  { ...ours, label: "Switchboard, objects", args: ["--objects"] },
  { label: "JSON.stringify alone", file: "convert/stringify.ts", providers: ["openai"] },
  { label: langchain, file: "convert/langchain.ts", providers: allProviders },
  {
    label: `${langchain}, objects`,
    file: "convert/langchain.ts",
    args: ["--objects"],
    providers: allProviders,
  },
  { label: peerLabel("xsAI", "xsai"), file: "convert/xsai.ts", providers: ["openai"] },
  {
    label: peerLabel("AI SDK", "ai"),
    file: "convert/ai-sdk.ts",
    providers: ["openai", "anthropic", "gemini"],
  },
  {
    label: peerLabel("Mastra", "@mastra/core"),
    file: "convert/mastra.ts",
    providers: ["openai", "anthropic", "gemini"],
  },
];

export const benchmark: Benchmark = {
  title: "convert: 1,000 tools with realistic schemas to each provider",

  async run(options) {
    const json = await measureConversions("json", options);
    const zod = await measureConversions("zod", options);
    return {
      sections: [
        toSection("JSON Schema: CPU of all 1,000 tools in ms, the first time and repeated", json, [
          "From the contender's own tools to the JSON that goes over the wire; `objects`: without the JSON.",
          "first: in a process that has converted nothing before. repeated: the same tools again.",
          "xsAI has OpenAI's form only, and makes it together with the tool, before the clock starts. " +
            "The AI SDK and Mastra have no provider of their own for Ollama, and are " +
            "measured as a whole request, answered at once, as they offer no smaller piece.",
        ]),
        toSection("The same with Zod schemas", zod, []),
      ],
      bars: [...repeatBars("JSON Schema", json), ...repeatBars("Zod", zod)],
      figures: { json, zod },
    };
  },
};

interface Measured {
  readonly label: string;
  readonly costs: Partial<Record<Provider, ConversionCost>>;
}

/** Each figure comes from a process of its own: a second conversion would find the first one's code compiled. */
async function measureConversions(
  schemas: ConversionTask["schemas"],
  options: BenchmarkOptions,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { label, file, args, providers } of entries) {
    options.progress(`${label}, ${schemas}`);
    const costs: Measured["costs"] = {};
    for (const provider of providers) {
      const samples: ConversionCost[] = [];
      for (let round = 0; round < (options.quick ? 1 : 3); round += 1) {
        // One at a time: two would take the processor from each other.
        // oxlint-disable-next-line no-await-in-loop
        samples.push(await convertOnce(file, args, { count: toolCount, provider, schemas }));
      }
      costs[provider] = {
        first: medianCost(samples.map((sample) => sample.first)),
        repeat: medianCost(samples.map((sample) => sample.repeat)),
      };
    }
    measured.push({ label, costs });
  }
  return measured;
}

async function convertOnce(
  file: string,
  args: readonly string[] | undefined,
  task: ConversionTask,
): Promise<ConversionCost> {
  const contender = new ContenderProcess<ConversionExchange>(file, args);
  try {
    return await contender.run(task);
  } finally {
    contender.stop();
  }
}

function toSection(heading: string, measured: readonly Measured[], notes: readonly string[]): Section {
  return {
    heading,
    notes,
    table: {
      columns: ["", ...allProviders.flatMap((provider) => [provider, "repeated"])],
      rows: measured.map(({ label, costs }) => [
        label,
        ...allProviders.flatMap((provider) => {
          const cost = costs[provider];
          return cost === undefined ? ["–", "–"] : [toMs(cost.first.cpuUs), toMs(cost.repeat.cpuUs)];
        }),
      ]),
    },
  };
}

function repeatBars(schemas: string, measured: readonly Measured[]): Bar[] {
  const own = measured.find(({ label }) => label === ours.label);
  return allProviders.map((provider) => {
    const repeatUs = own?.costs[provider]?.repeat.cpuUs ?? Number.NaN;
    return {
      promise: `repeated, ${schemas} → ${provider} costs at most ${repeatLimitMs} ms`,
      measured: `${toMs(repeatUs)} ms`,
      kept: repeatUs <= repeatLimitMs * 1000,
    };
  });
}

function toMs(us: number): string {
  return formatFigure(us / 1000);
}
