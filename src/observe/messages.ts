import type { Repair } from "../calls/call.ts";
import { formatDuration } from "../calls/format-duration.ts";
import type { LostParameter } from "../calls/parameter-names.ts";

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
} as const;

function describeRepair({ rule, path, from, to }: Repair): string {
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
