import { SwitchboardError } from "../errors.ts";

/** What the program ends with. Scripts rely on these. */
export const exitCodes = {
  fine: 0,
  unexpected: 1,
  usage: 2,
  unauthorized: 3,
  unreachable: 4,
  toolFailed: 5,
  denied: 6,
  limitReached: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What was asked for in a way that cannot be done: the person has to change the command or the config. */
export class UsageError extends SwitchboardError {
  constructor(message: string, options?: ErrorOptions) {
    super("usage", message, options);
  }
}

/** A tool that was called by hand, and failed. */
export class ToolFailedError extends SwitchboardError {
  get exitCode(): ExitCode {
    return codesOfFailures[this.code] ?? exitCodes.toolFailed;
  }
}

const codesOfFailures: Readonly<Record<string, ExitCode>> = {
  unknown_tool: exitCodes.usage,
  invalid_arguments: exitCodes.usage,
  denied: exitCodes.denied,
  cancelled: exitCodes.interrupted,
};

const codesOfErrors: Readonly<Record<string, ExitCode>> = {
  usage: exitCodes.usage,
  invalid_config: exitCodes.usage,
  invalid_audio: exitCodes.usage,
  invalid_option: exitCodes.usage,
  invalid_host: exitCodes.usage,
  missing_package: exitCodes.usage,
  missing_program: exitCodes.usage,
  model_missing: exitCodes.usage,
  invalid_template: exitCodes.usage,
  no_model: exitCodes.usage,
  no_tool_support: exitCodes.usage,
  no_thinking_support: exitCodes.usage,
  unknown_provider: exitCodes.usage,
  unauthorized: exitCodes.unauthorized,
  unreachable: exitCodes.unreachable,
  timeout: exitCodes.unreachable,
  busy: exitCodes.unreachable,
  server_error: exitCodes.unreachable,
  truncated: exitCodes.unreachable,
  // Something is there, but not what was to be reached.
  bad_response: exitCodes.unreachable,
  context_exceeded: exitCodes.limitReached,
  aborted: exitCodes.interrupted,
};

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof ToolFailedError) return error.exitCode;
  if (error instanceof SwitchboardError) return codesOfErrors[error.code] ?? exitCodes.unexpected;
  const isAbort = error instanceof Error && error.name === "AbortError";
  return isAbort ? exitCodes.interrupted : exitCodes.unexpected;
}
