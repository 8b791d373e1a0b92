import { existsSync } from "node:fs";
import { SwitchboardError } from "../../errors.ts";

interface Program {
  readonly command: string;
  readonly cwd?: string;
}

/** Why a server's program did not start, with what to do about it. */
export function toSpawnError(program: Program, cause: unknown): SwitchboardError {
  const message = `Cannot start "${program.command}": ${toReason(program, cause)}`;
  return new SwitchboardError("server_not_started", message, { cause });
}

function toReason({ cwd }: Program, cause: unknown): string {
  // For a directory that is not there the system says ENOENT as well, as if the command were missing.
  if (cwd !== undefined && !existsSync(cwd)) return `its directory ${cwd} does not exist`;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT") return "there is no such command (ENOENT). Install it, or give its full path";
  if (code === "EACCES") return "it may not be executed (EACCES). Check its permissions";
  if (code === "EMFILE" || code === "ENFILE")
    return `too many files are open (${code}). Close some, or raise the limit (ulimit -n)`;
  return cause instanceof Error ? cause.message : String(cause);
}
