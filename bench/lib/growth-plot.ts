/** A plot of costs against sizes, both on logarithmic scales: there, what is linear is a straight line. */
export interface Panel {
  readonly title: string;
  readonly sizes: readonly number[];
  readonly lines: readonly PlotLine[];
}

export interface PlotLine {
  readonly label: string;
  /** In milliseconds, one for each size. */
  readonly values: readonly number[];
  readonly isOurs: boolean;
  readonly isLimit: boolean;
}

const panel = { width: 260, height: 280, left: 56, top: 48, labels: 170 };
const panelWidth = panel.left + panel.width + panel.labels;
const labelGap = 15;

/** Readable on light and dark pages: the colours follow the reader's. */
const style = `
  text { font: 12px system-ui, sans-serif; fill: #444; }
  .title { font-weight: 600; font-size: 13px; }
  .grid { stroke: #8886; stroke-width: 0.5; }
  .line { fill: none; stroke: #999; stroke-width: 1.5; }
  .dot { fill: #999; }
  .limit { stroke-dasharray: 4 3; }
  .ours.line { stroke: #0a7d5a; stroke-width: 2.5; }
  .ours.dot { fill: #0a7d5a; }
  text.ours { fill: #0a7d5a; font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    text { fill: #bbb; }
    .ours.line { stroke: #3ddba6; }
    .ours.dot, text.ours { fill: #3ddba6; }
  }
`;

export function drawGrowth(panels: readonly Panel[]): string {
  const width = panels.length * panelWidth;
  const height = panel.top + panel.height + 44;
  const values = panels.flatMap(({ lines }) => lines.flatMap((line) => line.values));
  // One scale for all panels, so that they can be compared.
  const decades = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  const [low = 0, high = 1] = decades;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">`,
    "<title>CPU time of a conversation, by the number of tools and of messages</title>",
    `<style>${style}</style>`,
    ...panels.map((each, index) => drawPanel(each, index * panelWidth, low, high)),
    "</svg>\n",
  ].join("\n");
}

function drawPanel({ title, sizes, lines }: Panel, offset: number, low: number, high: number): string {
  const last = Math.max(1, sizes.length - 1);
  const x = (index: number) => round(panel.left + (panel.width * index) / last);
  const y = (value: number) =>
    round(panel.top + panel.height * (1 - (Math.log10(value) - low) / (high - low)));
  const decades = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const bottom = panel.top + panel.height;
  return [
    `<g transform="translate(${offset} 0)">`,
    `<text class="title" x="${panel.left}" y="20">${title}: CPU of a conversation in ms</text>`,
    ...decades.flatMap((value) => [
      `<line class="grid" x1="${panel.left}" x2="${panel.left + panel.width}" y1="${y(value)}" y2="${y(value)}"/>`,
      `<text x="${panel.left - 8}" y="${y(value) + 4}" text-anchor="end">${value.toLocaleString("en")}</text>`,
    ]),
    ...sizes.map(
      (size, index) =>
        `<text x="${x(index)}" y="${bottom + 20}" text-anchor="middle">${size.toLocaleString("en")}</text>`,
    ),
    ...lines.flatMap(({ values, ...line }) => [
      `<polyline class="line ${classOf(line)}" points="${values.map((value, index) => `${x(index)},${y(value)}`).join(" ")}"/>`,
      ...values.map(
        (value, index) => `<circle class="dot ${classOf(line)}" cx="${x(index)}" cy="${y(value)}" r="2.5"/>`,
      ),
    ]),
    ...placeLabels(lines, y).map(
      ({ line, at }) =>
        `<text class="${classOf(line)}" x="${panel.left + panel.width + 10}" y="${at + 4}">${line.label}</text>`,
    ),
    "</g>",
  ].join("\n");
}

/** Each label stands where its line ends, or as far below as the labels above it push it. */
function placeLabels(lines: readonly PlotLine[], y: (value: number) => number) {
  const ends = lines.map((line) => ({ line, at: y(line.values.at(-1) ?? 1) }));
  let free = -Infinity;
  return ends
    .toSorted((left, right) => left.at - right.at)
    .map(({ line, at }) => {
      const placed = Math.max(at, free);
      free = placed + labelGap;
      return { line, at: placed };
    });
}

function classOf({ isOurs, isLimit }: Pick<PlotLine, "isOurs" | "isLimit">): string {
  if (isOurs) return "ours";
  return isLimit ? "limit" : "peer";
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
