import type { McpServerStatus } from "../mcp/managed-server.ts";
import { sanitize } from "./sanitize.ts";
import type { Style } from "./style.ts";

/** So much of a server's stderr is shown: what it said last is mostly what went wrong. */
const maxStderrLines = 5;

/** A server's state, its tools, and, where it is not well, why and what it said. */
export function describeServer(server: McpServerStatus, style: Style): string[] {
  const { name, state, tools, reason, stderr, quarantined } = server;
  const isWell = state === "ready";
  const mark = isWell ? style.green("✓") : state === "failed" ? style.red("✗") : style.yellow("!");
  const count = isWell ? `, ${tools.length} ${tools.length === 1 ? "tool" : "tools"}` : "";
  const lines = [`${mark} ${style.bold(sanitize(name))}  ${state}${count}`];
  if (quarantined.length > 0)
    lines.push(`    kept back, as they have changed: ${sanitize(quarantined.join(", "))}`);
  if (isWell) return lines;
  if (reason !== undefined) lines.push(...indent(reason));
  const said = stderr.trim();
  if (said !== "") lines.push(...indent(said).slice(-maxStderrLines).map(style.dim));
  return lines;
}

function indent(text: string): string[] {
  return sanitize(text)
    .split("\n")
    .map((line) => `    ${line}`);
}
