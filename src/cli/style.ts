const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Colours and weights, or none of them. */
export type Style = Readonly<Record<keyof typeof codes, (text: string) => string>>;

export function createStyle(hasColors: boolean): Style {
  const paint =
    ([on, off]: readonly [number, number]) =>
    (text: string) =>
      hasColors && text !== "" ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return {
    bold: paint(codes.bold),
    dim: paint(codes.dim),
    red: paint(codes.red),
    green: paint(codes.green),
    yellow: paint(codes.yellow),
    cyan: paint(codes.cyan),
  };
}
