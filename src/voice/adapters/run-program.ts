import { spawn } from "node:child_process";
import { onAbort } from "../../calls/on-abort.ts";
import { formatDuration } from "../../calls/format-duration.ts";
import { SwitchboardError } from "../../errors.ts";

export interface ProgramOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** What it reads from its standard input. */
  readonly input?: string | Uint8Array;
  /** How to get the program where it is missing. */
  readonly install: string;
}

const maxOutputBytes = 64 * 2 ** 20;
/** The last words are those that matter; ALSA says many before. */
const maxErrorLength = 2000;
const maxErrorLines = 3;

/**
 * Runs a program to its end and gives what it wrote. Never through a shell: what somebody said is never a command.
 * It is killed when its time is up and when the signal aborts.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<Buffer> {
  const { signal, timeoutMs, input, install } = options;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], shell: false });
  child.on("error", (error: NodeJS.ErrnoException) => reject(toStartError(command, install, error)));
  // What was not started may have no pipes, whatever its type says: with EMFILE it has none.
  if (child.pid === undefined) return promise;

  const output: Buffer[] = [];
  let outputBytes = 0;
  let errors = "";
  const stop = (error: unknown) => {
    reject(error);
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => {
    stop(new SwitchboardError("timeout", `${command} took longer than ${formatDuration(timeoutMs)}`));
  }, timeoutMs);
  const forget = onAbort(signal, () => stop(signal.reason));

  child.stdout.on("data", (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes <= maxOutputBytes) output.push(chunk);
    else stop(new SwitchboardError("program_failed", `${command} wrote more than ${maxOutputBytes} bytes`));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-maxErrorLength);
  });
  child.on("close", (code, killedBy) => {
    if (code === 0) return resolve(Buffer.concat(output));
    const how = code === null ? `was ended by ${killedBy}` : `ended with ${code}`;
    reject(
      new SwitchboardError(
        "program_failed",
        `${command} ${how}: ${lastLines(errors) || "it did not say why"}`,
      ),
    );
  });
  // A program that does not read, or has ended already, is told of by the way it ends.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return promise.finally(() => {
    clearTimeout(timer);
    forget();
  });
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-maxErrorLines).join("\n");
}

function toStartError(command: string, install: string, cause: NodeJS.ErrnoException): SwitchboardError {
  if (cause.code !== "ENOENT") {
    return new SwitchboardError("program_failed", `${command} cannot be run: ${cause.message}`, { cause });
  }
  return new SwitchboardError(
    "missing_program",
    `${command} is not installed, or not on the path: ${install}`,
    {
      cause,
    },
  );
}
