import { SwitchboardError } from "../errors.ts";

/** Something that is wrong in a config file, and where. */
export interface ConfigProblem {
  readonly file: string;
  /** Counted from 1; absent where the fault has no place in the file. */
  readonly line?: number;
  /** Such as `mcpServers.files.command`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** A config that cannot be used. Its message has a line for each problem: file, line, path, and what is wrong. */
export class ConfigError extends SwitchboardError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], options?: ErrorOptions) {
    super("invalid_config", problems.map(describeProblem).join("\n"), options);
    this.problems = problems;
  }
}

export function describeProblem({ file, line, path, message }: ConfigProblem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return path === "" ? `${place}: ${message}` : `${place}: ${path}: ${message}`;
}
