import { packageVersion } from "../mcp/package-version.ts";
import type { CommandContext } from "./command.ts";
import { Conversation } from "./conversation.ts";
import { toAnswerLine } from "./event-json.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { createPipeInput, TerminalInput, type LineInput } from "./line-input.ts";
import { openSession, type SessionOptions } from "./session.ts";
import { showError, toErrorLine } from "./show-error.ts";
import { EventView } from "./show-events.ts";
import { sanitize } from "./sanitize.ts";
import { runSlashCommand } from "./slash-commands.ts";
import { nameOf } from "./tell-choice.ts";
import { withTell, type Terminal } from "./terminal.ts";

export interface ChatOptions extends SessionOptions {
  /** Told before the first prompt. */
  readonly greeting?: readonly string[];
}

/** A conversation until the person leaves, or the input ends; gives what the program ends with. */
export async function chat(context: CommandContext, options: ChatOptions = {}): Promise<ExitCode> {
  if (!context.terminal.isInteractive || context.globals().json) {
    const input = createPipeInput(context.terminal);
    return converseOver(input, context, options).finally(() => input.close());
  }
  const keyboard = new TerminalInput(context.terminal);
  // Servers come and go while somebody types.
  const terminal = withTell(context.terminal, (line) => keyboard.tellAbove(line));
  return converseOver(keyboard, { ...context, terminal }, { ...options, prompter: keyboard }).finally(() =>
    keyboard.close(),
  );
}

async function converseOver(
  input: LineInput,
  context: CommandContext,
  options: ChatOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  const { json = false } = context.globals();
  const turns = new TurnControl(terminal, context.signal);
  input.onInterrupt((line) => turns.interrupt(line));
  const session = await openSession({ ...context, signal: turns.leaving }, options);
  try {
    const conversation = new Conversation(session, await session.chooseModel());
    turns.begin();
    if (!json) greet(conversation, options.greeting ?? [], terminal);
    const takeTurn = json ? printTurn : showTurn;
    let exitCode: ExitCode = exitCodes.fine;
    while (!turns.hasLeft) {
      const line = await Promise.race([input.next(terminal.style.cyan("› ")), turns.left]);
      if (line === undefined || line.trim() === "/bye") break;
      if (line.trim() === "") continue;
      if (line.trimStart().startsWith("/")) await runSlashCommand(line, conversation, terminal);
      else exitCode = await turns.run((signal) => takeTurn(conversation, line, signal, terminal));
    }
    if (turns.hasLeft) return exitCodes.interrupted;
    // A person has seen how each turn went; a program is told of the last one.
    return terminal.isInteractive && !json ? exitCodes.fine : exitCode;
  } finally {
    await session.close();
  }
}

/** Ctrl-C stops the turn, and a second one the program; between turns it empties the line first. Before the first, one is enough. */
class TurnControl {
  readonly left: Promise<undefined>;
  hasLeft = false;
  readonly #terminal: Terminal;
  #turn: AbortController | undefined;
  #hasBegun = false;
  #wasInterrupted = false;
  readonly #leaving = new AbortController();
  #leave: () => void = () => {};

  constructor(terminal: Terminal, signal: AbortSignal) {
    this.#terminal = terminal;
    this.left = new Promise((resolve) => {
      this.#leave = () => {
        this.hasLeft = true;
        const reason = new DOMException("Interrupted", "AbortError");
        this.#turn?.abort(reason);
        this.#leaving.abort(reason);
        resolve(undefined);
      };
    });
    if (signal.aborted) this.#leave();
    else signal.addEventListener("abort", this.#leave, { once: true });
  }

  /** Fires when the person leaves. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** From now on there is a line to type on. */
  begin(): void {
    this.#hasBegun = true;
  }

  interrupt(line: string): void {
    if (!this.#hasBegun) return this.#leave();
    const isSecond = this.#wasInterrupted;
    this.#wasInterrupted = this.#turn !== undefined || line === "";
    if (!this.#wasInterrupted) return;
    if (isSecond) return this.#leave();
    if (this.#turn !== undefined) return this.#turn.abort(new DOMException("Interrupted", "AbortError"));
    this.#terminal.error.write(this.#terminal.style.dim("(Ctrl-C again, Ctrl-D or /bye to leave) "));
  }

  async run(take: (signal: AbortSignal) => Promise<ExitCode>): Promise<ExitCode> {
    const turn = (this.#turn = new AbortController());
    this.#wasInterrupted = false;
    try {
      return await Promise.race([take(turn.signal), this.left.then(() => exitCodes.interrupted)]);
    } finally {
      this.#turn = undefined;
      this.#wasInterrupted = false;
    }
  }
}

type TakeTurn = (
  conversation: Conversation,
  line: string,
  signal: AbortSignal,
  terminal: Terminal,
) => Promise<ExitCode>;

/** For a program: a line of JSON for each line that it sends, also where there is no answer. */
const printTurn: TakeTurn = async (conversation, line, signal, terminal) => {
  try {
    const { answer, exitCode } = await conversation.say(line, signal, () => {});
    terminal.print(toAnswerLine(answer, conversation.choice.model));
    return exitCode;
  } catch (error) {
    terminal.print(toErrorLine(error));
    return showError(error, terminal, true);
  }
};

const showTurn: TakeTurn = async (conversation, line, signal, terminal) => {
  const view = new EventView(terminal);
  try {
    const { exitCode } = await conversation.say(line, signal, (event) => view.show(event));
    return exitCode;
  } catch (error) {
    view.close();
    if (signal.aborted) {
      terminal.tell(terminal.style.yellow("stopped"));
      return exitCodes.interrupted;
    }
    return showError(error, terminal, false);
  }
};

function greet({ choice, session }: Conversation, lines: readonly string[], { tell, style }: Terminal): void {
  const tools = session.tools.tools.length;
  const servers = session.servers?.servers.length ?? 0;
  const parts = [
    `${tools} tools`,
    ...(servers > 0 ? [`${servers} MCP ${servers === 1 ? "server" : "servers"}`] : []),
  ];
  const model = sanitize(nameOf(choice.model));
  tell(`${style.bold("Switchboard")} ${packageVersion()} · ${model} · ${parts.join(", ")} · /help`);
  tell(style.dim(`· ${sanitize(choice.reason)}`));
  for (const line of lines) tell(line);
}
