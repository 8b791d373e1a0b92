import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";
import { cutToWidth } from "./text-width.ts";

export interface Progress {
  readonly label: string;
  /** From 0 to 1; unknown where it is left out. */
  readonly part?: number;
  readonly figures?: string;
}

const barWidth = 24;

/** One line that is written over and over in a terminal; without one, a line for each step. */
export class ProgressBar {
  readonly #terminal: Terminal;
  #label = "";
  #shown = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show({ label, part, figures = "" }: Progress): void {
    const { error, width, style } = this.#terminal;
    if (!error.isTTY) {
      if (label !== this.#label) this.#terminal.tell(sanitize(label));
      this.#label = label;
      return;
    }
    const filled = Math.round(barWidth * Math.min(1, Math.max(0, part ?? 0)));
    const bar =
      part === undefined
        ? ""
        : `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${Math.floor(part * 100)} %  `;
    const line = cutToWidth(`${bar}${figures === "" ? "" : `${figures}  `}${sanitize(label)}`, width - 1);
    if (line === this.#shown) return;
    this.#shown = line;
    error.write(`\r${style.cyan(line)}\x1b[K`);
  }

  end(): void {
    if (this.#shown !== "") this.#terminal.error.write("\n");
    this.#shown = "";
  }
}
