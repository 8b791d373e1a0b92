import { readConfigFile } from "./config-file.ts";

/** Reads a config file, JSON with or without comments; what is wrong with it is said with its name. */
export function readConfig(file: string): unknown {
  return readConfigFile(file).value;
}
