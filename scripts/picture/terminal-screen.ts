/** A cell of a terminal's screen. */
export interface Cell {
  readonly character: string;
  readonly style: CellStyle;
}

export interface CellStyle {
  readonly color: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

const plain: CellStyle = { color: undefined, isBold: false, isDim: false };
const colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

// oxlint-disable-next-line no-control-regex
const token = /\x1b\[([?\d;]*)([A-Za-z])|\x1b\][^\x07]*\x07|[\s\S]/gu;

/** What a terminal shows after this output: lines of cells. It knows what our program and readline write. */
export function toScreen(output: string, columns: number): Cell[][] {
  const lines: Cell[][] = [[]];
  let [row, column, style] = [0, 0, plain];

  const line = (): Cell[] => (lines[row] ??= []);
  const put = (character: string): void => {
    if (column >= columns) [row, column] = [row + 1, 0];
    while (line().length < column) line().push({ character: " ", style: plain });
    line()[column] = { character, style };
    column += 1;
  };
  const control = (parameters: string, command: string): void => {
    const [first] = parameters.split(";").map(Number);
    const count = first || 1;
    if (command === "m") style = parameters.split(";").reduce(withCode, style);
    else if (command === "G") column = count - 1;
    else if (command === "C") column += count;
    else if (command === "D") column = Math.max(0, column - count);
    else if (command === "A") row = Math.max(0, row - count);
    else if (command === "B") row += count;
    else if (command === "K" || command === "J") line().length = Math.min(line().length, column);
    if (command === "J") lines.length = row + 1;
  };

  for (const [text, parameters, command] of output.matchAll(token)) {
    if (command !== undefined) control(parameters ?? "", command);
    else if (text === "\n") row += 1;
    else if (text === "\r") column = 0;
    else if (text >= " ") put(text);
  }
  return Array.from(lines, (each) => each ?? []);
}

function withCode(style: CellStyle, code: string): CellStyle {
  const number = Number(code);
  if (number === 0) return plain;
  if (number === 1) return { ...style, isBold: true };
  if (number === 2) return { ...style, isDim: true };
  if (number === 22) return { ...style, isBold: false, isDim: false };
  if (number === 39) return { ...style, color: undefined };
  if (number >= 30 && number <= 37) return { ...style, color: colors[number - 30] };
  return style;
}
