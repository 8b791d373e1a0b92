const byteOrderMark = "\u{FEFF}";

/** Programs on Windows may begin their output with a mark that JSON does not know. */
export function withoutByteOrderMark(line: string): string {
  return line.startsWith(byteOrderMark) ? line.slice(byteOrderMark.length) : line;
}
