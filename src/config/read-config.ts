import { readFileSync } from "node:fs";
import { SwitchboardError } from "../errors.ts";

/** Reads a JSON config file; what is wrong with it is said with its name. */
export function readConfig(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? `is not valid JSON: ${error.message}`
        : `cannot be read: ${String(error)}`;
    throw new SwitchboardError("invalid_config", `${file} ${reason}`, { cause: error });
  }
}
