import type { Finding, Verdict } from "./contract.ts";
import type { Trial } from "./trial.ts";

export interface Series {
  readonly model: string;
  readonly mode: string;
  readonly trials: readonly Trial[];
}

const marks: Readonly<Record<Verdict, string>> = { kept: "✔", model: "~", server: "!", broken: "✘" };

export function toContractLines(findings: readonly Finding[]): string {
  return findings
    .map(({ title, verdict, note }) => `  ${marks[verdict]} ${title}${note === "" ? "" : `: ${note}`}`)
    .join("\n");
}

const headings = [
  "model",
  "mode",
  "right tool",
  "arguments",
  "answer",
  "repairs",
  "from text",
  "errors",
  "mean s",
];

/** A table of all series, with a line of totals for each mode. */
export function toTable(series: readonly Series[]): string {
  const modes = [...new Set(series.map(({ mode }) => mode))];
  const totals = modes.map((mode) => ({
    model: "all",
    mode,
    trials: series.filter((each) => each.mode === mode).flatMap(({ trials }) => trials),
  }));
  const rows = [...series, ...totals].map(toRow);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [headings, widths.map((width) => "-".repeat(width)), ...rows].map(toLine).join("\n");
}

function toRow({ model, mode, trials }: Series): string[] {
  const count = (is: (trial: Trial) => boolean) => trials.filter(is).length;
  const sum = (of: (trial: Trial) => number) => trials.reduce((total, trial) => total + of(trial), 0);
  const share = (is: (trial: Trial) => boolean) => `${count(is)}/${trials.length}`;
  return [
    model,
    mode,
    share((trial) => trial.hasRightTool),
    share((trial) => trial.hasRightArguments),
    share((trial) => trial.hasAnswer),
    toRepairs(trials),
    String(sum((trial) => trial.textCalls)),
    String(count((trial) => trial.error !== undefined)),
    trials.length === 0 ? "" : (sum((trial) => trial.durationMs) / trials.length / 1000).toFixed(1),
  ];
}

function toRepairs(trials: readonly Trial[]): string {
  const rules = Map.groupBy(
    trials.flatMap(({ repairs }) => repairs),
    (rule) => rule,
  );
  return [...rules].map(([rule, all]) => `${rule} ${all.length}`).join(", ") || "none";
}

/** One line while it runs; where something is not right, what the model said. */
export function toProgress({ model, mode }: Omit<Series, "trials">, trial: Trial): string {
  const { hasRightTool, hasRightArguments, hasAnswer, durationMs, request, error } = trial;
  const isRight = hasRightTool && hasRightArguments && hasAnswer && error === undefined;
  const seconds = (durationMs / 1000).toFixed(1);
  const line = `  ${isRight ? "✔" : "~"} ${model} ${mode} ${seconds} s: ${request}`;
  return isRight
    ? line
    : `${line}\n${toDetails(trial)
        .map((detail) => `      ${detail}`)
        .join("\n")}`;
}

function toDetails({ results, turns, error }: Trial): string[] {
  const said = turns.flatMap(({ text, calls }) => [
    ...[...calls.values()].map((call) => `server's call: ${call}`),
    ...(text === "" ? [] : [`text: ${JSON.stringify(text)}`]),
  ]);
  const failed = results.flatMap((result) =>
    result.ok ? [] : [`${result.name}: ${result.text.split("\n")[0]}`],
  );
  return [...said, ...failed, ...(error === undefined ? [] : [error])];
}
