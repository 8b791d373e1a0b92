import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** What the options before every command say. */
export interface GlobalOptions {
  readonly config?: string;
  readonly model?: string;
  /** Tools, by name or pattern, that run without a question. */
  readonly allow?: readonly string[];
  readonly json?: boolean;
  readonly verbose?: boolean;
}

/** What a command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** The options that every command takes; read them when the command runs, not when it is defined. */
  globals: () => GlobalOptions;
  /** Fires when the person wants the program to stop. */
  readonly signal: AbortSignal;
  /** What the program ends with unless something is thrown; 0 where nothing else is said. */
  exitCode: ExitCode;
}

/** Each file in `commands/` exports one as `define`: it adds arguments, options, examples and the action. */
export type DefineCommand = (command: Command, context: CommandContext) => void;
