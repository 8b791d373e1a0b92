import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import type { Prompter } from "./prompter.ts";
import type { Terminal } from "./terminal.ts";

/** Where the lines of a conversation come from. */
export interface LineInput {
  /** The next line; `undefined` at the end of the input. */
  next(prompt: string): Promise<string | undefined>;
  /** Told of every Ctrl-C, with what stood on the line, which is then empty. */
  onInterrupt(listener: (line: string) => void): void;
  close(): void;
}

/**
 * Lines from a terminal for as long as a conversation lasts. In between, the terminal stays ours: what is typed while a
 * model answers is not shown in the middle of the answer, but stands in the next line, and Ctrl-C reaches this program
 * and not the servers that it started.
 */
export class TerminalInput implements LineInput, Prompter {
  readonly #lines: Interface;
  readonly #screen: Screen;
  /** Lines that were entered before they were asked for. */
  readonly #early: string[] = [];
  #waiting: ((line: string | undefined) => void) | undefined;
  #interrupted: (line: string) => void = () => {};
  /** What stood on the line at each Ctrl-C that has not been told yet. */
  readonly #interruptions: string[] = [];
  #hasEnded = false;

  constructor(terminal: Terminal) {
    this.#screen = new Screen(terminal);
    this.#lines = createInterface({ input: terminal.input, output: this.#screen, terminal: true });
    this.#lines.on("line", (line) => this.#give(line));
    this.#lines.on("close", () => {
      this.#hasEnded = true;
      this.#give(undefined);
    });
    this.#lines.on("SIGINT", () => {
      const { line } = this.#lines;
      this.#clearLine();
      this.#interrupt(line);
    });
  }

  next(prompt: string): Promise<string | undefined> {
    const early = this.#early.shift();
    return early === undefined ? this.#read(prompt) : Promise.resolve(early);
  }

  /** What was typed before the question was there does not answer it. */
  async ask(question: string, signal?: AbortSignal): Promise<string | undefined> {
    if (this.#hasEnded) return undefined;
    const { line } = this.#lines;
    this.#clearLine();
    const stop = () => this.#give(undefined);
    signal?.addEventListener("abort", stop, { once: true });
    const answer = signal?.aborted ? undefined : await this.#read(question);
    signal?.removeEventListener("abort", stop);
    // Nobody pressed Enter: what is told next begins a line of its own.
    if (answer === undefined) this.#screen.tell("");
    if (answer === undefined && !this.#hasEnded) {
      // Else readline would go back over the rows of the question, and wipe out what is told after it.
      this.#lines.setPrompt("");
      this.#clearLine();
    }
    if (line !== "" && !this.#hasEnded) this.#lines.write(line);
    return answer;
  }

  /** Writes a line without spoiling the one that is being typed. */
  tellAbove(line: string): void {
    if (!this.#screen.isShown) return this.#screen.tell(line);
    // From the first row of what is typed on; readline will go back over as many rows to draw it anew.
    const { rows } = this.#lines.getCursorPos();
    const up = rows === 0 ? "" : `\x1b[${rows}A`;
    this.#screen.tell(`${up}\r\x1b[J${line}${"\n".repeat(rows)}`);
    this.#lines.prompt(true);
  }

  onInterrupt(listener: (line: string) => void): void {
    this.#interrupted = listener;
  }

  close(): void {
    this.#lines.close();
    this.#screen.stop();
  }

  #read(prompt: string): Promise<string | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#screen.isShown = true;
      this.#lines.setPrompt(prompt);
      this.#lines.prompt(true);
    });
  }

  #give(line: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#screen.isShown = false;
    if (waiting !== undefined) waiting(line);
    else if (line !== undefined) this.#early.push(line);
  }

  /** A line that came in one piece with the keys is a turn by the time that they count: they are meant for it. */
  #interrupt(line: string): void {
    this.#interruptions.push(line);
    if (this.#interruptions.length > 1) return;
    setImmediate(() => {
      for (const each of this.#interruptions.splice(0)) this.#interrupted(each);
    });
  }

  #clearLine(): void {
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
  }
}

/** What readline draws on: the terminal while a line is asked for, and nothing at other times. */
class Screen extends Writable {
  isShown = false;
  readonly #terminal: Terminal;
  readonly #onResize = () => void this.emit("resize");

  constructor(terminal: Terminal) {
    super();
    this.#terminal = terminal;
    terminal.error.on("resize", this.#onResize);
  }

  tell(line: string): void {
    this.#terminal.tell(line);
  }

  get columns(): number {
    return this.#terminal.width;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.isShown) this.#terminal.error.write(chunk);
    done();
  }

  stop(): void {
    this.#terminal.error.off("resize", this.#onResize);
  }
}

/** Lines from a pipe or a file, one after the other. Nobody sits there who could be asked. */
export function createPipeInput(terminal: Terminal): LineInput {
  const lines = createInterface({ input: terminal.input });
  const iterator = lines[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done === true ? undefined : value;
    },
    // No key comes from here; the signal does that.
    onInterrupt: () => {},
    close: () => lines.close(),
  };
}
