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

export function createTerminal(wantsColors: boolean): Terminal {
  const { stdin: input, stdout: output, stderr: error } = process;
  for (const stream of [output, error]) {
    // Who reads no further has what they wanted: `switchboard tools | head`. A disk that is full has not.
    stream.on("error", ({ code }: NodeJS.ErrnoException) =>
      process.exit(code === "EPIPE" ? exitCodes.fine : exitCodes.unexpected),
    );
  }
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
    tell: (line) => void error.write(`${line}\n`),
  };
}
