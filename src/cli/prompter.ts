import { createInterface } from "node:readline";
import type { Terminal } from "./terminal.ts";

/** Asks the person at the terminal for a line. */
export interface Prompter {
  /** `undefined` where the input has ended, or the signal fired. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** For commands that ask now and then: the terminal is theirs for the length of the question only. */
export function createPrompter(terminal: Terminal): Prompter {
  return {
    ask: (question, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(undefined);
        const lines = createInterface({ input: terminal.input, output: terminal.error });
        let answer: string | undefined;
        lines.on("close", () => {
          // Nobody pressed Enter: what is told next begins a line of its own.
          if (answer === undefined) terminal.tell("");
          resolve(answer);
        });
        // The key does not become a signal while lines are edited. It is raised here and now: one sent through the
        // system would come after the answer "no", and the run could be over by then.
        lines.on("SIGINT", () => {
          process.emit("SIGINT", "SIGINT");
          lines.close();
        });
        signal?.addEventListener("abort", () => lines.close(), { once: true });
        lines.question(question, (line) => {
          answer = line;
          lines.close();
        });
      }),
  };
}
