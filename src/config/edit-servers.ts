import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type * as Jsonc from "jsonc-parser";
import type { McpServerConfig } from "../mcp/server-config.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import { serverSections, toConfigProblem } from "./check-config.ts";
import { ConfigError } from "./config-error.ts";
import { readConfigFile } from "./config-file.ts";

/** Puts a server into a config file, which is made where there is none. Comments and order stay as they are. */
export function addServer(file: string, name: string, server: McpServerConfig): void {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "{}\n");
  }
  edit(file, [findServer(file, name)?.section ?? sectionOf(file), name], server);
}

/** What stands in a file under a server's name, and in which of its sections. */
export function findServer(
  file: string,
  name: string,
): { readonly section: string; readonly entry: unknown } | undefined {
  if (!existsSync(file)) return undefined;
  return serverSections(readConfigFile(file).value).find((server) => server.name === name);
}

/** Whether the server was there. */
export function removeServer(file: string, name: string): boolean {
  const found = findServer(file, name);
  if (found === undefined) return false;
  edit(file, [found.section, name], undefined);
  return true;
}

/** VS Code's files have another word for it. Throws where servers cannot stand there. */
function sectionOf(file: string): string {
  const config = readConfigFile(file);
  const { value } = config;
  if (!isPlainObject(value)) throw new ConfigError([toConfigProblem(config, [], "must be an object")]);
  const section =
    value["mcpServers"] === undefined && value["servers"] !== undefined ? "servers" : "mcpServers";
  if (value[section] !== undefined && !isPlainObject(value[section])) {
    throw new ConfigError([toConfigProblem(config, [section], "must be an object")]);
  }
  return section;
}

function edit(file: string, path: string[], value: unknown): void {
  const { applyEdits, modify } = createRequire(import.meta.url)("jsonc-parser") as typeof Jsonc;
  const text = readFileSync(file, "utf8");
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  writeFileSync(file, applyEdits(text, modify(text, path, value, { formattingOptions })));
}
