import type { LoadedConfig } from "../../config/settings.ts";
import { createOllamaBackend } from "../../choose-model.ts";
import type { PullProgress } from "../../providers/ollama/pull.ts";
import type { CommandContext, DefineCommand } from "../command.ts";
import { toLine } from "../event-json.ts";
import { hostedKeys } from "../hosted-keys.ts";
import { ProgressBar } from "../progress-bar.ts";
import { sanitize } from "../sanitize.ts";
import { toTable } from "../table.ts";
import { loadTrustedConfig } from "../trusted-config.ts";

export const define: DefineCommand = (command, context) => {
  command.addHelpText(
    "after",
    `
Examples:
  $ switchboard models
  $ switchboard models pull qwen3:0.6b`,
  );
  command
    .command("list", { isDefault: true })
    .description("show Ollama's models and what they can do, which keys are set, and the operator")
    .action(() => list(context));
  command
    .command("pull <model>")
    .description("have Ollama fetch a model")
    .action((model: string) => pull(model, context));
};

async function list(context: CommandContext): Promise<void> {
  const { terminal, signal, globals } = context;
  const config = await loadTrustedConfig(context, { isSilent: true });
  const ollama = await listOllama(config, signal);
  const hosted = hostedKeys(config.settings);
  if (globals().json) return terminal.print(toLine({ ollama, hosted, operator: { isReady: true } }));
  const { outputStyle: style } = terminal;
  const width = terminal.output.isTTY ? terminal.width : Infinity;
  terminal.print(
    `${style.bold("Ollama")} at ${ollama.host}${ollama.problem === undefined ? "" : ": does not answer"}\n`,
  );
  if (ollama.problem !== undefined) terminal.tell(`  ${sanitize(ollama.problem)}`);
  const rows = ollama.models.map(({ name, size, capabilities }) => [
    "  ",
    name,
    size,
    capabilities.join(", "),
  ]);
  for (const line of toTable(rows, width)) terminal.print(`${line}\n`);
  if (ollama.problem === undefined && rows.length === 0) {
    terminal.print("  no models yet: switchboard models pull qwen3:0.6b\n");
  }
  terminal.print(`${style.bold("Hosted")}\n`);
  const keys = hosted.map(({ provider, isSet, model, from }) => [
    "  ",
    provider,
    isSet ? `key is set` : `no key (${from})`,
    model,
  ]);
  for (const line of toTable(keys, width)) terminal.print(`${line}\n`);
  terminal.print(`${style.bold("Embedded")}\n    operator  always there, no weights\n`);
}

async function listOllama({ settings }: LoadedConfig, signal: AbortSignal) {
  const backend = await createOllamaBackend(settings, "probe");
  const { host } = backend.url;
  try {
    const found = await backend.models({ signal });
    const models = await Promise.all(
      found.map(async ({ name, sizeBytes }) => {
        const { capabilities } = await backend.capabilities(name, { signal });
        return { name, size: formatBytes(sizeBytes), capabilities };
      }),
    );
    return { host, models };
  } catch (error) {
    signal.throwIfAborted();
    return { host, models: [], problem: (error as Error).message };
  }
}

async function pull(model: string, context: CommandContext): Promise<void> {
  const { terminal, signal } = context;
  const { settings } = await loadTrustedConfig(context, { isSilent: true });
  const backend = await createOllamaBackend(settings);
  const bar = new ProgressBar(terminal);
  try {
    await backend.pull(model, { signal, onProgress: (progress) => bar.show(toProgress(progress)) });
  } finally {
    bar.end();
  }
  terminal.tell(
    `${terminal.style.green("✓")} ${sanitize(model)} is there. Try it: switchboard ask -m ${sanitize(model)} "Hello"`,
  );
}

function toProgress({ status, totalBytes, completedBytes = 0 }: PullProgress) {
  if (totalBytes === undefined) return { label: status };
  const figures = `${formatBytes(completedBytes)} of ${formatBytes(totalBytes)}`;
  return { label: status, part: totalBytes === 0 ? 1 : completedBytes / totalBytes, figures };
}

function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${Number((bytes / 1_000 ** power).toPrecision(3))} ${units[power]}`;
}
