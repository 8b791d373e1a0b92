/** What a benchmark hands to run.ts. */
export interface Benchmark {
  readonly title: string;
  run(options: BenchmarkOptions): Promise<Report>;
}

export interface BenchmarkOptions {
  /** Fewer calls and rounds: figures for the person who works on the bench, not for anybody else. */
  readonly quick: boolean;
  progress(text: string): void;
}

export interface Report {
  readonly sections: readonly Section[];
  readonly bars: readonly Bar[];
  /** The figures behind the tables, for programs. */
  readonly figures: unknown;
}

export interface Section {
  readonly heading: string;
  readonly notes: readonly string[];
  readonly table: Table;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A promise about the figures, and whether this run kept it. */
export interface Bar {
  readonly promise: string;
  readonly measured: string;
  readonly kept: boolean;
}

/** Markdown that reads well in a terminal too: the same text is printed and kept in RESULTS.md. */
export function formatReport(title: string, report: Report): string {
  const sections = report.sections.map(formatSection);
  const bars = report.bars.map(
    ({ kept, promise, measured }) => `- ${kept ? "PASS" : "MISS"} ${promise}: ${measured}`,
  );
  return [`## ${title}`, ...sections, ["### Bars", "", ...bars].join("\n")].join("\n\n") + "\n";
}

function formatSection({ heading, notes, table }: Section): string {
  const explanation = notes.length > 0 ? [notes.map((note) => `- ${note}`).join("\n")] : [];
  return [`### ${heading}`, formatTable(table), ...explanation].join("\n\n");
}

function formatTable({ columns, rows }: Table): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  // The first column names the row; all others are figures and line up on the right.
  const pad = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0);
  const line = (cells: readonly string[]) => `| ${cells.map(pad).join(" | ")} |`;
  const rule = widths.map((width, index) => (index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map((row) => line(row))].join("\n");
}

export function formatRatio(value: number, reference: number): string {
  return `${formatFigure(value / reference)}×`;
}

/** Three significant digits: more would pretend a precision that a shared machine does not have. */
export function formatFigure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  if (value >= 0.01) return value.toFixed(2);
  return value.toFixed(4);
}
