import { messageOf } from "../calls/failure.ts";
import { SwitchboardError } from "../errors.ts";
import { toLine } from "./event-json.ts";
import { exitCodeOf, type ExitCode } from "./exit-codes.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** What went wrong, for a person or, as one line of JSON, for a program. Gives the code to end with. */
export function showError(error: unknown, terminal: Terminal, asJson: boolean): ExitCode {
  if (asJson) terminal.error.write(toErrorLine(error));
  else terminal.tell(`${terminal.style.red("✗")} ${sanitize(messageOf(error))}`);
  return exitCodeOf(error);
}

export function toErrorLine(error: unknown): string {
  const code = error instanceof SwitchboardError ? error.code : "unexpected";
  return toLine({ error: { code, message: messageOf(error), exitCode: exitCodeOf(error) } });
}
