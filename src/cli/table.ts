import { sanitize } from "./sanitize.ts";
import { cutToWidth, padToWidth, widthOf } from "./text-width.ts";

/** Rows in columns that are as wide as they need to be; the last one takes what is left of the width. */
export function toTable(rows: readonly (readonly string[])[], width: number): string[] {
  const clean = rows.map((row) => row.map((cell) => sanitize(cell).replaceAll(/\s+/g, " ")));
  const columns = Math.max(0, ...clean.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...clean.map((row) => widthOf(row[column] ?? ""))),
  );
  return clean.map((row) => {
    const cells = row.map((cell, column) =>
      column === row.length - 1 ? cell : padToWidth(cell, widths[column] ?? 0),
    );
    return cutToWidth(cells.join("  ").trimEnd(), width);
  });
}
