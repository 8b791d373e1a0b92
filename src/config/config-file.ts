import { createRequire } from "node:module";
import type * as Jsonc from "jsonc-parser";
import { ConfigError } from "./config-error.ts";

/** The way to a value: keys and indices, from the top of the file. */
export type ConfigPath = readonly (string | number)[];

/** A config file that has been read. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  /** The line of a value, or of the nearest thing around it that is there. */
  lineOf(path: ConfigPath): number;
}

/** Nobody writes so much by hand; to read it all would hold up every start. */
const maxMegabytes = 4;

/** Reads JSON with comments and trailing commas; what is wrong is said with file and line. */
export function readConfigFile(file: string): ConfigFile {
  let text: string;
  try {
    text = readText(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError([{ file, path: "", message: `cannot be read: ${reason}` }], { cause });
  }
  return parseConfigFile(file, text);
}

/** Throws where it is no file, or no small one. */
export function readText(file: string): string {
  // Importing node:fs would cost every start some milliseconds, also those without a config.
  const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error("there is no such file");
  if (found.isDirectory()) throw new Error("it is a folder, not a file");
  // A pipe that nobody writes to would be waited for without end.
  if (!found.isFile()) throw new Error("it is a pipe or a device, not a file");
  if (found.size > maxMegabytes * 1_000_000) throw new Error(`it is larger than ${maxMegabytes} MB`);
  return readFileSync(file, "utf8");
}

export function parseConfigFile(file: string, text: string): ConfigFile {
  const source = text.replace(/^\ufeff/, "");
  return { file, text, value: parseText(file, source), lineOf: (path) => findLine(source, path) };
}

/** `["mcpServers", "a b", 0]` → `mcpServers["a b"][0]`, the way a person names a place. */
export function describePath(path: ConfigPath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_$][\w$-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

function parseText(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Comments, most likely. The parser for them is loaded when there is something to read with it.
    const { parse, printParseErrorCode } = loadParser();
    const errors: Jsonc.ParseError[] = [];
    let value: unknown;
    try {
      value = parse(text, errors, { allowTrailingComma: true });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ConfigError([{ file, path: "", message: "is nested too deep to be read" }], { cause });
    }
    const [first] = errors;
    if (first === undefined) return value;
    const message = `is not valid JSON: ${toWords(printParseErrorCode(first.error))}`;
    throw new ConfigError([{ file, line: lineAt(text, first.offset), path: "", message }], { cause });
  }
}

function findLine(text: string, path: ConfigPath): number {
  const { findNodeAtLocation, parseTree } = loadParser();
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) return 1;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    // A value's property begins where its key does.
    if (node !== undefined)
      return lineAt(text, (node.parent?.type === "property" ? node.parent : node).offset);
  }
  return 1;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** `PropertyNameExpected` → `property name expected`. */
function toWords(code: string): string {
  return code.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

function loadParser(): typeof Jsonc {
  return createRequire(import.meta.url)("jsonc-parser") as typeof Jsonc;
}
