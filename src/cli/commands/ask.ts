import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import type { ChatEvent } from "../../chat/events.ts";
import type { CommandContext, DefineCommand } from "../command.ts";
import { toAnswerLine, toEventLine } from "../event-json.ts";
import { UsageError } from "../exit-codes.ts";
import { createPrompter } from "../prompter.ts";
import { runTurn } from "../run-turn.ts";
import { openSession } from "../session.ts";
import { EventView } from "../show-events.ts";
import { tellChoice } from "../tell-choice.ts";

interface AskOptions {
  readonly streamJson?: boolean;
}

export const define: DefineCommand = (command, context) => {
  command
    .argument("[question...]", "what you want; what comes on stdin is appended")
    .option("--stream-json", "print every event as a line of JSON, as it happens")
    .addHelpText(
      "after",
      `
Examples:
  $ switchboard ask "What time is it in Tokyo?"
  $ cat report.txt | switchboard ask "Sum this up"
  $ switchboard ask --json "What is 2^64?" | jq -r .text`,
    )
    .action((words: readonly string[], options: AskOptions) => ask(words.join(" "), options, context));
};

async function ask(
  words: string,
  { streamJson = false }: AskOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal, signal } = context;
  const { json = false } = context.globals();
  const question = [words, await readInput(context)].filter((part) => part.trim() !== "").join("\n\n");
  if (question === "") throw new UsageError('There is no question: switchboard ask "…"');
  const prompter = terminal.isInteractive ? createPrompter(terminal) : undefined;
  const session = await openSession(context, { prompter });
  try {
    const choice = await session.chooseModel();
    if (!json && !streamJson) tellChoice(choice, terminal);
    const onEvent = streamJson ? printEvent(context) : json ? () => {} : showEvents(context);
    const { answer, exitCode } = await runTurn([{ role: "user", content: question }], {
      session,
      model: choice.model,
      signal,
      onEvent,
    });
    // The last event has the answer in it.
    if (json && !streamJson) terminal.print(toAnswerLine(answer, choice.model));
    context.exitCode = exitCode;
  } finally {
    await session.close();
  }
}

function showEvents({ terminal }: CommandContext): (event: ChatEvent) => void {
  const view = new EventView(terminal);
  return (event) => view.show(event);
}

function printEvent({ terminal }: CommandContext): (event: ChatEvent) => void {
  return (event) => terminal.print(toEventLine(event));
}

/** Only where something is sent: a terminal would be waited for. */
async function readInput({ terminal: { input }, signal }: CommandContext): Promise<string> {
  return input.isTTY ? "" : text(addAbortSignal(signal, input));
}
