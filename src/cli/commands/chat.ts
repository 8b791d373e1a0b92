import { chat } from "../chat-loop.ts";
import type { DefineCommand } from "../command.ts";

export const define: DefineCommand = (command, context) => {
  command
    .addHelpText(
      "after",
      `
In the conversation: /tools /model /servers /history /save /help /bye. Ctrl-C stops the answer; twice, the program.
Without a terminal every line of stdin is a turn.`,
    )
    .action(async () => {
      context.exitCode = await chat(context);
    });
};
