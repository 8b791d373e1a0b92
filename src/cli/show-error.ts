import { messageOf } from "../calls/failure.ts";
import { SwitchboardError } from "../errors.ts";
import { exitCodeOf, type ExitCode } from "./exit-codes.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** What went wrong, for a person or, as one line of JSON, for a program. Gives the code to end with. */
export function showError(error: unknown, terminal: Terminal, asJson: boolean): ExitCode {
  const message = messageOf(error);
  const exitCode = exitCodeOf(error);
  if (asJson) {
    const code = error instanceof SwitchboardError ? error.code : "unexpected";
    terminal.error.write(`${JSON.stringify({ error: { code, message, exitCode } })}\n`);
  } else {
    terminal.tell(`${terminal.style.red("✗")} ${sanitize(message)}`);
  }
  return exitCode;
}
