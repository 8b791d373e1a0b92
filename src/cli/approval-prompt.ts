import type { AskPerson } from "../calls/approval.ts";
import { describeArguments } from "./describe-values.ts";
import type { Prompter } from "./prompter.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** Shows what is about to run, all of it, and asks: once, always or no. Anything that is not clear means no. */
export function createApprovalPrompt(terminal: Terminal, prompter: Prompter): AskPerson {
  return async ({ name, args }, { signal }) => {
    const { style } = terminal;
    terminal.tell(
      `${style.yellow("?")} ${style.bold(sanitize(name))} wants to run: ${describeArguments(args)}`,
    );
    const answer = await prompter.ask("  [o]nce, [a]lways in this session, [n]o › ", signal);
    switch (answer?.trim().toLowerCase()) {
      case "o":
      case "once":
      case "y":
      case "yes":
        return "once";
      case "a":
      case "always":
        return "always";
      default:
        return "no";
    }
  };
}
