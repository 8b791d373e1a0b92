import { createRequire } from "node:module";
import type * as Pino from "pino";

export interface LoggerOptions {
  /** `silent` turns logging off: `info`. */
  readonly level?: "debug" | "info" | "warn" | "error" | "silent";
  /** Where lines go: stderr, as stdout is for answers. */
  readonly destination?: { write(line: string): void };
}

/** A pino logger on stderr. Pino is loaded when the first logger is made, not when the library is imported. */
export function createLogger(options: LoggerOptions = {}): Pino.Logger {
  const { pino } = createRequire(import.meta.url)("pino") as typeof Pino;
  const destination = options.destination ?? pino.destination({ fd: 2, sync: true });
  return pino({ level: options.level ?? "info", base: null }, destination);
}
