/** `npm run test:ollama`: what a real server's models make of us, and we of them. */
import { appendFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

import type { ChatModel } from "../../src/chat/model.ts";
import { jsonEnvelope, withPromptedTools } from "../../src/chat/prompted-tools.ts";
import type { OllamaBackend, OllamaModelSettings } from "../../src/ollama.ts";
import { createOllamaModel } from "../../src/providers/ollama/chat-model.ts";
import { promptFormOf } from "../../src/providers/ollama/prompt-form.ts";
import { checkContract } from "./contract.ts";
import { parseOptions, usage, type Mode, type RunOptions } from "./options.ts";
import { withRecordedTurns, type RecordedTurn } from "./recorded-turns.ts";
import { toContractLines, toProgress, toTable, type Series } from "./report.ts";
import { houseRequests } from "./requests.ts";
import { findModels, findServer, unload, type FoundModel } from "./server.ts";
import { runTrial, type Trial } from "./trial.ts";

/** The same words for the same model every time, and an end to models that find none. */
const sampling = { temperature: 0, seed: 1, num_ctx: 4096, num_predict: 256 };

class Run {
  readonly #backend: OllamaBackend;
  readonly #options: RunOptions;
  readonly #endsAt: number;
  readonly #series: Series[] = [];
  #brokenCount = 0;

  constructor(backend: OllamaBackend, options: RunOptions) {
    this.#backend = backend;
    this.#options = options;
    this.#endsAt = performance.now() + options.totalMs;
  }

  /** 1 where a promise of ours is broken; a model's mistakes are figures. */
  async run(models: readonly FoundModel[]): Promise<number> {
    for (const model of models) {
      if (this.#isTimeUp()) break;
      print(`\n${model.name} (${model.capabilities.capabilities.join(", ")})`);
      if (this.#options.hasContract) await this.#checkContract(model);
      for (const mode of this.#options.modes) {
        if (mode === "native" && !model.capabilities.hasTools) continue;
        this.#series.push({ model: model.name, mode, trials: await this.#runRequests(model, mode) });
      }
      await unload(this.#backend, model.name).catch((error: unknown) =>
        note(`  not unloaded: ${String(error)}`),
      );
    }
    if (this.#series.length > 0) print(`\n${toTable(this.#series)}`);
    if (this.#isTimeUp()) print("The time was up before all was done.");
    if (this.#brokenCount > 0) print(`${this.#brokenCount} promises of the contract are broken (✘).`);
    return this.#brokenCount === 0 ? 0 : 1;
  }

  async #checkContract(model: FoundModel): Promise<void> {
    const subject = { ...model, backend: this.#backend, settings: settingsOf(model) };
    for await (const finding of checkContract(subject, this.#options.requestMs)) {
      print(toContractLines([finding]));
      if (finding.verdict === "broken") this.#brokenCount += 1;
      if (this.#isTimeUp()) return;
    }
  }

  async #runRequests(model: FoundModel, mode: Mode): Promise<readonly Trial[]> {
    const trials: Trial[] = [];
    for (const request of houseRequests.slice(0, this.#options.requestCount)) {
      if (this.#isTimeUp()) break;
      const turns: RecordedTurn[] = [];
      const trial = await runTrial(
        this.#modelIn(mode, model, turns),
        turns,
        request,
        this.#options.requestMs,
      );
      trials.push(trial);
      note(toProgress({ model: model.name, mode }, trial));
      this.#log(model, mode, trial);
    }
    return trials;
  }

  /** Recorded where the words are still the server's own. */
  #modelIn(mode: Mode, model: FoundModel, turns: RecordedTurn[]): ChatModel {
    const { name, capabilities } = model;
    const settings = settingsOf(model);
    if (mode === "native") return withRecordedTurns(createOllamaModel(this.#backend, name, settings), turns);
    return withPromptedTools(withRecordedTurns(this.#backend.model(name, settings), turns), {
      hasTools: async () => false,
      isNoToolSupport: () => false,
      form:
        mode === "envelope" ? jsonEnvelope : promptFormOf({ name, details: { family: capabilities.family } }),
    });
  }

  #log({ name }: FoundModel, mode: Mode, trial: Trial): void {
    if (this.#options.log === undefined) return;
    const turns = trial.turns.map((turn) => ({ ...turn, calls: [...turn.calls.values()] }));
    appendFileSync(this.#options.log, `${JSON.stringify({ model: name, mode, ...trial, turns })}\n`);
  }

  #isTimeUp(): boolean {
    return performance.now() > this.#endsAt;
  }
}

/** Thinking costs a small machine minutes and is tried in the contract. */
function settingsOf({ capabilities }: FoundModel): OllamaModelSettings {
  return { options: sampling, ...(capabilities.hasThinking && { think: false }) };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What happens on the way; the result alone is on stdout. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) {
    print(usage);
    return 0;
  }
  const backend = await findServer(5_000);
  if (backend === undefined) {
    note("No Ollama answers. Install it, start it (or set OLLAMA_HOST), then: ollama pull qwen3:0.6b");
    return 1;
  }
  const found = await findModels(backend);
  const isNamed = ({ name }: FoundModel) =>
    options.models.some((model) => name === model || name === `${model}:latest`);
  const models = options.models.length === 0 ? found : found.filter(isNamed);
  if (models.length === 0) {
    note(
      `The server at ${backend.url.href} has no such model. It has: ${found.map(({ name }) => name).join(", ")}`,
    );
    return 1;
  }
  return new Run(backend, options).run(models);
}

process.exitCode = await main();
