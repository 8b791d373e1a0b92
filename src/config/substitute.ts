import { homedir } from "node:os";
import { isPlainObject } from "../schema/json-schema.ts";
import type { ConfigPath } from "./config-file.ts";
import type { Variables } from "./environment.ts";

export interface Substitution {
  readonly variables: Variables;
  /** What `${workspaceFolder}` means: the folder that the file is for. */
  readonly folder: string;
  /** Told what is wrong with a text; it throws. */
  readonly fail: (message: string) => never;
}

const reference = /\$\{([^{}]*)\}/g;
const variable = /^(?:env:)?(?<name>[A-Za-z_]\w*)(?::-(?<otherwise>.*))?$/s;

/**
 * Puts the values of variables into a text: `${NAME}`, `${NAME:-default}` and `${env:NAME}`, and the folders that VS
 * Code and Cursor know (MCP-14). Anything else in braces stays as it is: it may be a shell's.
 */
export function substitute(text: string, { variables, folder, fail }: Substitution): string {
  return text.replace(reference, (whole, inner: string) => {
    if (inner === "workspaceFolder") return folder;
    if (inner === "userHome") return homedir();
    if (inner.startsWith("input:")) {
      return fail(`${whole} asks a person in VS Code; write \${env:NAME} instead, and set that variable`);
    }
    const { name, otherwise } = variable.exec(inner)?.groups ?? {};
    if (name === undefined) return whole;
    const set = variables[name];
    if (otherwise !== undefined) return set === undefined || set === "" ? otherwise : set;
    return set ?? fail(`the environment variable ${name} is not set; set it, or write \${${name}:-default}`);
  });
}

/** A copy of a value with every text in it replaced. */
export function mapTexts(
  value: unknown,
  path: ConfigPath,
  replace: (text: string, path: ConfigPath) => string,
): unknown {
  if (typeof value === "string") return replace(value, path);
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, [...path, index], replace));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, [...path, key], replace)]),
  );
}
