import type { ChatEvent } from "../chat/events.ts";
import type { CommandContext } from "./command.ts";
import { Conversation } from "./conversation.ts";
import { toAnswerLine } from "./event-json.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { openSession, type SessionOptions } from "./session.ts";
import { EventView } from "./show-events.ts";
import { tellChoice } from "./tell-choice.ts";
import type { Terminal } from "./terminal.ts";

const requests = [
  "list the devices",
  "turn on the ceiling light",
  "dim the floor lamp to 40 percent and turn off the fan",
  "what does the climate sensor say?",
  "set the thermostat to 21.5 degrees",
  "what is 15% of 240?",
  "unlock the front door",
];

/** Shows what the house can do, without anybody at the keyboard. Nobody can be asked, so that the door stays locked. */
export async function runTour(context: CommandContext, options: SessionOptions): Promise<ExitCode> {
  const { signal } = context;
  const { json = false } = context.globals();
  const terminal = json ? context.terminal : ontoOutput(context.terminal);
  const session = await openSession({ ...context, terminal }, options);
  try {
    // The embedded model says the same everywhere, whatever this machine has.
    const conversation = new Conversation(
      session,
      await session.chooseModel(context.globals().model ?? "operator"),
    );
    const { model } = conversation.choice;
    if (!json) tellChoice(conversation.choice, terminal);
    for (const request of requests) {
      if (!json) terminal.tell(`${terminal.style.cyan("›")} ${terminal.style.bold(request)}`);
      const view = new EventView(terminal);
      const show = json ? () => {} : (event: ChatEvent) => view.show(event);
      const { answer } = await conversation.say(request, signal, show);
      if (json) terminal.print(toAnswerLine(answer, model));
      conversation.forget();
    }
    return exitCodes.fine;
  } finally {
    await session.close();
  }
}

/** All of a tour is what it was asked for, the requests too. */
function ontoOutput(terminal: Terminal): Terminal {
  const { output, outputStyle, print } = terminal;
  return { ...terminal, error: output, style: outputStyle, tell: (line) => print(`${line}\n`) };
}
