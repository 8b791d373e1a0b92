import type { Cell, CellStyle } from "./terminal-screen.ts";

const fontSize = 14;
const cellWidth = 8.43;
const lineHeight = 20;
const padding = 16;
const titleHeight = 34;

const palette: Readonly<Record<string, string>> = {
  red: "#f7768e",
  green: "#9ece6a",
  yellow: "#e0af68",
  cyan: "#7dcfff",
};
const [background, foreground, faint] = ["#1a1b26", "#c0caf5", "#737aa2"];

/** A window with a terminal's screen in it. Every run of text has its own place, so that no font can shift it. */
export function toSvg(lines: readonly (readonly Cell[])[], columns: number, title: string): string {
  const width = Math.round(columns * cellWidth + 2 * padding);
  const height = titleHeight + lines.length * lineHeight + padding;
  const buttons = ["#f7768e", "#e0af68", "#9ece6a"].map(
    (color, index) => `<circle cx="${20 + index * 20}" cy="17" r="6" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<rect width="100%" height="100%" rx="10" fill="${background}"/>
${buttons.join("")}
<text x="50%" y="22" text-anchor="middle" font-family="system-ui, sans-serif" font-size="13" fill="${faint}">${escapeXml(title)}</text>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${fontSize}" xml:space="preserve">
${lines.flatMap((line, row) => toTexts(line, titleHeight + row * lineHeight + 15)).join("\n")}
</g>
</svg>
`;
}

function toTexts(line: readonly Cell[], y: number): string[] {
  const runs: { column: number; text: string; style: CellStyle }[] = [];
  for (const [column, { character, style }] of line.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.style === style) last.text += character;
    else runs.push({ column, text: character, style });
  }
  return runs
    .filter(({ text }) => text.trim() !== "")
    .map(({ column, text, style }) => {
      const x = (padding + column * cellWidth).toFixed(1);
      const length = (text.length * cellWidth).toFixed(1);
      const fill =
        style.color === undefined ? (style.isDim ? faint : foreground) : (palette[style.color] ?? foreground);
      const weight = style.isBold ? ' font-weight="bold"' : "";
      return `<text x="${x}" y="${y}" textLength="${length}" fill="${fill}"${weight}>${escapeXml(text)}</text>`;
    });
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
