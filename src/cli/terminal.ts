import type { ReadStream, WriteStream } from "node:tty";
import { exitCodes } from "./exit-codes.ts";
import { createStyle, type Style } from "./style.ts";

/** Where a person, or a program, reads and writes. Answers go to stdout, everything else to stderr. */
export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly error: WriteStream;
  /** A person sits there: questions can be asked. */
  readonly isInteractive: boolean;
  /** For what goes to stdout, and for what goes to stderr. */
  readonly outputStyle: Style;
  readonly style: Style;
  /** Columns, at this moment. */
  readonly width: number;
  /** What has been written can be taken back: not so on a terminal that is little more than a printer. */
  readonly canTakeBack: boolean;
  /** An answer. */
  readonly print: (text: string) => void;
  /** Anything else; a line, with its end. */
  readonly tell: (line: string) => void;
}

/** The same terminal, with another way to tell something. */
export function withTell(terminal: Terminal, tell: Terminal["tell"]): Terminal {
  // The width is asked for anew each time; a copy would keep that of today.
  return Object.create(terminal, { tell: { value: tell } }) as Terminal;
}

export function createTerminal(wantsColors: boolean, isDumb: boolean): Terminal {
  const { stdin: input, stdout: output, stderr: error } = process;
  // Who reads no further has what they wanted: `switchboard tools | head`. A disk that is full has not.
  output.on("error", ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === "EPIPE" ? exitCodes.fine : exitCodes.unexpected),
  );
  // Nobody reads what is told; the answer counts.
  error.on("error", () => {});
  const styleFor = (stream: WriteStream) => createStyle(wantsColors && stream.isTTY && stream.hasColors());
  return {
    input,
    output,
    error,
    isInteractive: input.isTTY && error.isTTY,
    outputStyle: styleFor(output),
    style: styleFor(error),
    get width() {
      // Some terminals say 0.
      return error.columns || output.columns || 80;
    },
    print: (text) => void output.write(text),
    canTakeBack: !isDumb,
    tell: (line) => void error.write(`${line}\n`),
  };
}
