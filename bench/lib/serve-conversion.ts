import { costPer, measure, type Cost } from "./measure.ts";
import { serve } from "./serve.ts";
import { generateToolSpecs, type ToolSpec } from "./tool-set.ts";

export type Provider = "openai" | "ollama" | "anthropic" | "gemini";

export interface ConversionTask {
  readonly count: number;
  readonly provider: Provider;
  /** In which language the tools' schemas are written. */
  readonly schemas: "json" | "zod";
}

/** What the first conversion of fresh tools cost, and what each further one of the same tools did. */
export interface ConversionCost {
  readonly first: Cost;
  readonly repeat: Cost;
}

export interface ConversionExchange {
  readonly task: ConversionTask;
  readonly answer: ConversionCost;
}

/** Converts the same tools each time it is called. A string is what goes over the wire; else objects. */
type Convert = () => unknown;

/** Makes the contender's own kind of tools, before the clock starts. */
export type PrepareConversion = (specs: readonly ToolSpec[], task: ConversionTask) => Promise<Convert>;

const repeatForUs = 200_000;

export function serveConversion(prepare: PrepareConversion): void {
  serve<ConversionExchange>(async (task) => {
    const specs = generateToolSpecs(task.count);
    const convert = await prepare(specs, task);
    const first = await measure(convert);

    // Some convert in a microsecond and some in half a second: each repeats for about the same time.
    const estimate = await measure(() => repeat(convert, 3));
    const times = Math.min(20_000, Math.max(3, Math.ceil((repeatForUs * 3) / Math.max(1, estimate.wallUs))));
    const cost = await measure(() => repeat(convert, times));

    checkConverted(await convert(), specs);
    return { first, repeat: costPer(cost, times) };
  });
}

async function repeat(convert: Convert, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    const converted = convert();
    // oxlint-disable-next-line no-await-in-loop
    if (converted instanceof Promise) await converted;
  }
}

function checkConverted(converted: unknown, specs: readonly ToolSpec[]): void {
  const text = typeof converted === "string" ? converted : JSON.stringify(converted);
  const missing = specs.filter((spec) => !text.includes(`"${spec.name}"`));
  if (missing.length > 0) throw new Error(`${missing.length} of ${specs.length} tools were not converted.`);
}
