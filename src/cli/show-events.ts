import type { ToolCall, ToolResult } from "../calls/call.ts";
import { formatDuration } from "../calls/format-duration.ts";
import type { ChatEvent } from "../chat/events.ts";
import { describeRepair } from "../observe/messages.ts";
import { describeArguments } from "./describe-values.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";
import { cutToWidth } from "./text-width.ts";
import { WordWrap } from "./word-wrap.ts";

/** So much of a result is shown beside its first line; the model reads all of it. */
const maxFurtherLines = 5;

/** Shows a conversation as it happens: the answer on stdout, thinking, tools and notices on stderr. */
export class EventView {
  readonly #terminal: Terminal;
  /** Text goes to stdout as it comes where a person reads along; a program is given the answer at its end. */
  readonly #isLive: boolean;
  /** What is being streamed, and whether its line is still open. */
  #kind: "text" | "thinking" | undefined;
  #isOpen = false;
  readonly #wrap = new WordWrap();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#isLive = terminal.output.isTTY;
  }

  show(event: ChatEvent): void {
    switch (event.type) {
      case "text.delta":
        if (this.#isLive) this.#stream("text", event.delta);
        return;
      case "thinking.delta":
        return this.#stream("thinking", event.delta);
      case "tool.started":
        return this.#showCall(event.call);
      case "tool.ended":
        return this.#showResult(event.call, event.result);
      case "notice.given":
        return this.#tell(`${this.#terminal.style.yellow("!")} ${sanitize(event.text)}`);
      case "answer.given":
        this.close();
        if (!this.#isLive) this.#terminal.print(`${sanitize(event.answer.text)}\n`);
        return;
      default:
    }
  }

  /** Ends the line that is open, if one is: before something else is written, and at the end. */
  close(): void {
    if (this.#isOpen && this.#kind === "text") this.#terminal.print("\n");
    if (this.#isOpen && this.#kind === "thinking") this.#terminal.tell("");
    this.#kind = undefined;
    this.#isOpen = false;
    this.#wrap.restart();
  }

  #stream(kind: "text" | "thinking", delta: string): void {
    // Models begin with blank lines now and then; further on, blanks are the answer's own.
    const text = sanitize(this.#kind === kind ? delta : delta.replace(/^\s+/, ""));
    if (text === "") return;
    if (this.#kind !== kind) this.close();
    this.#kind = kind;
    const { error, output, style, print, canTakeBack, width } = this.#terminal;
    const isWrapped = canTakeBack && (kind === "text" ? output : error).isTTY;
    const shown = isWrapped ? this.#wrap.push(text, width) : text;
    if (kind === "text") print(shown);
    else error.write(style.dim(shown));
    if (shown !== "") this.#isOpen = !shown.endsWith("\n");
  }

  #showCall({ name, args }: ToolCall): void {
    const { style } = this.#terminal;
    const head = `→ ${sanitize(name)}`;
    this.#tell(
      style.cyan(head) + style.dim(this.#cut(`  ${describeArguments(args)}`.trimEnd(), head.length)),
    );
  }

  #showResult(call: ToolCall, result: ToolResult): void {
    const { style } = this.#terminal;
    for (const repair of result.repairs) {
      this.#tell(style.yellow(this.#cut(`  ↻ ${sanitize(describeRepair(repair)).replaceAll("\n", " ")}`)));
    }
    const { mark, colour } = lookOf(result);
    const head = `  ${mark} ${sanitize(result.name || call.name)} ${formatDuration(result.durationMs)}`;
    const [first = "", ...others] = sanitize(result.text).split("\n");
    this.#tell(`${style[colour](head)}${this.#cut(`  ${first}`, head.length)}`);
    for (const line of others.slice(0, maxFurtherLines)) this.#tell(this.#cut(`    ${line}`));
    if (others.length > maxFurtherLines) {
      this.#tell(style.dim(`    … ${others.length - maxFurtherLines} more lines`));
    }
  }

  #tell(line: string): void {
    this.close();
    this.#terminal.tell(line);
  }

  /** A line is one line, on the width that there is now; where nobody looks, it is whole. */
  #cut(line: string, used = 0): string {
    const { error, width } = this.#terminal;
    return error.isTTY ? cutToWidth(line.replaceAll("\t", " "), Math.max(10, width - used)) : line;
  }
}

function lookOf(result: ToolResult): { readonly mark: string; readonly colour: "green" | "yellow" | "red" } {
  if (result.ok) return { mark: "✓", colour: "green" };
  return result.code === "denied" ? { mark: "⊘", colour: "yellow" } : { mark: "✗", colour: "red" };
}
