import { logEvents, type Log } from "../observe/log.ts";
import type { Observer } from "../observer.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

export interface LogLineOptions {
  /** Everything, instead of what a person has to know. */
  readonly isVerbose: boolean;
  readonly secrets: readonly string[];
}

/**
 * Log lines for a person, on stderr. Calls and notices are shown by whoever shows the conversation, and of a problem that
 * no call is told of nobody has to know.
 */
export function createLogObserver(
  { tell, style }: Terminal,
  { isVerbose, secrets }: LogLineOptions,
): Observer {
  const write = (mark: string, isShown: boolean) => (_fields: unknown, message: string) => {
    if (isShown) tell(`${mark} ${sanitize(message)}`);
  };
  const log: Log = {
    debug: write(style.dim("debug"), isVerbose),
    info: write(style.dim("info"), isVerbose),
    warn: write(style.yellow("!"), true),
    error: write(style.red("✗"), true),
  };
  const toLines = logEvents(log, { secrets, maxTextLength: 4_000 });
  const isForLogOnly = (type: string) => /^(?:call|notice)\./.test(type) || type === "mcp.problem";
  return (event) => {
    if (isVerbose || !isForLogOnly(event.type)) toLines(event);
  };
}
