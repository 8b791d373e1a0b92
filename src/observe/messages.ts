import type { Repair } from "../calls/call.ts";
import { formatDuration } from "../calls/format-duration.ts";
import type { LostParameter } from "../calls/parameter-names.ts";
import type { McpFailure, ToolPart } from "../mcp/events.ts";

/** Every line that the log is promised to say stands here, and nowhere else. */
export const messages = {
  toolSucceeded: (tool: string, durationMs: number) =>
    `Tool "${tool}" succeeded in ${formatDuration(durationMs)}`,
  toolFailed: (tool: string, text: string) => `Tool "${tool}" failed: ${text}`,
  unknownTool: (tool: string) => `Unknown tool "${tool}"`,
  slowTool: (tool: string, durationMs: number) => `Slow tool: "${tool}" took ${formatDuration(durationMs)}`,
  lateOutcome: (tool: string) => `Tool "${tool}" answered after its call had ended; the answer is dropped`,
  repaired: (tool: string, repair: Repair) => `Repaired a call of "${tool}": ${describeRepair(repair)}`,
  parameterLost: (tool: string, { name, rightName }: LostParameter) =>
    `A call of "${tool}" has both "${rightName}" and "${name}", which mean the same; "${name}" is not used`,
  toolReplaced: (tool: string) => `Tool "${tool}" was added again; the earlier one is replaced`,
  callUnchecked: (tool: string, reason: string) =>
    `The schema of tool "${tool}" cannot be used, so its arguments go unchecked: ${reason}`,
  definitionRejected: (file: string, path: string, reason: string) => `${file}: ${path}: ${reason}`,
  toolSkipped: (tool: string, provider: string, reason: string) =>
    `Tool "${tool}" cannot be offered to ${provider}: ${reason}`,
  toolsConverted: (count: number) => `🔧 Converted ${count} tools from LangChain to Qwen format`,
  mcpConnecting: (server: string, attempt: number, attempts: number | undefined, delayMs: number) =>
    `Connecting to MCP server '${server}': attempt ${ofAll(attempt, attempts)}, delay ${delayMs === 0 ? "0s" : formatDuration(delayMs)}`,
  mcpConnected: (server: string, attempt: number, tools: number) =>
    `MCP connection succeeded on attempt ${attempt}: '${server}', ${tools} tools`,
  mcpAttemptFailed: (attempt: number, attempts: number | undefined, reason: string, retryInMs: number) =>
    `MCP connection attempt ${ofAll(attempt, attempts)} failed, next in ${formatDuration(retryInMs)}: ${reason}`,
  mcpFailed: describeMcpFailure,
  mcpDied: (reason: string, restartInMs: number) =>
    `${reason}. It is started again ${restartInMs === 0 ? "at once" : `in ${formatDuration(restartInMs)}`}`,
  mcpGarbage: (server: string, line: string) =>
    `MCP server '${server}' wrote a line to stdout that is not JSON-RPC; it is skipped: ${line}`,
  mcpProblem: (server: string, reason: string) => `MCP server '${server}': ${reason}`,
  mcpToolsChanged: (server: string, added: readonly string[], removed: readonly string[]) =>
    `MCP server '${server}' has other tools now${listOf("; new", added)}${listOf("; gone", removed)}`,
  mcpRefreshFailed: (server: string, reason: string) =>
    `MCP server '${server}' says that its tools have changed, but does not list them: ${reason}`,
  mcpToolAltered: (server: string, tool: string, changed: readonly ToolPart[], isQuarantined: boolean) =>
    `Tool "${tool}" of MCP server '${server}' is not what it was: its ${changed.join(" and ")} changed` +
    (isQuarantined ? ". It is kept back until it is approved" : ""),
  mcpTrustFailed: (server: string, reason: string) =>
    `What is known about the tools of MCP server '${server}' cannot be kept from run to run: ${reason}`,
  voiceChanged: (state: string) => `The voice gateway is ${state}`,
  utteranceHeard: (text: string, durationMs: number) => `Heard "${text}" (${formatDuration(durationMs)})`,
  actionTaken: (words: string, tool: string, outcome: string) => `"${words}" → ${tool}: ${outcome}`,
  turnEnded: (end: string, reason: string | undefined) =>
    reason === undefined ? `The turn ended: ${end}` : `The turn ${end}: ${reason}`,
  speechFailed: (reason: string) => `The answer could not be spoken: ${reason}`,
  publishFailed: (topic: string, reason: string) => `Nothing was published on ${topic}: ${reason}`,
} as const;

/** The block that tells a person what to do (MCP-4). */
function describeMcpFailure(failure: McpFailure): string {
  const { attempts, reason, stderr, check, localTools, readyServers } = failure;
  const words = stderr.trim().replaceAll("\n", "\n      ");
  return [
    `MCP connection failed after ${attempts} attempts`,
    `❌ Failed to initialize MCP tools after ${attempts} attempts`,
    `   Reason: ${reason}`,
    `   MCP Server stderr: ${words === "" ? "(nothing)" : words}`,
    `   Check: ${check.length === 0 ? "the server's command or URL in the configuration" : check.join(", ")}`,
    readyServers.length === 0
      ? `⚠️ Continuing with local tools only (${localTools.join(", ") || "none"})`
      : `⚠️ Continuing with local tools (${localTools.join(", ") || "none"}) and those of ${readyServers.join(", ")}`,
  ].join("\n");
}

function ofAll(attempt: number, attempts: number | undefined): string {
  return attempts === undefined ? `${attempt}` : `${attempt} of ${attempts}`;
}

function listOf(title: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${title}: ${names.join(", ")}`;
}

export function describeRepair({ rule, path, from, to }: Repair): string {
  const gone = to === undefined;
  if (rule === "parameter") return `${showParameter(from)} → ${gone ? "absent" : showParameter(to)}`;
  const place = path === undefined || path === "" ? "" : `${path}: `;
  return `${place}${show(from)} → ${gone ? "absent" : show(to)}`;
}

function showParameter(parameter: unknown): string {
  const [[name, value] = ["", undefined]] = Object.entries(parameter as Record<string, unknown>);
  return `{${name}: ${show(value)}}`;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
