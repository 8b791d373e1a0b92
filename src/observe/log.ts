import type { Repair, ToolCall, ToolResult } from "../calls/call.ts";
import type { CallEvent } from "../calls/events.ts";
import { messageOf } from "../calls/failure.ts";
import type { NoticeEvent } from "../chat/events.ts";
import type { McpEvent } from "../mcp/events.ts";
import type { BrokerEvent } from "../mqtt/events.ts";
import type { Observer } from "../observer.ts";
import type { FormatEvent } from "../providers/events.ts";
import type { ToolEvent } from "../tools/events.ts";
import type { VoiceEvent } from "../voice/events.ts";
import { logBrokerEvent } from "./log-broker.ts";
import { logMcpEvent } from "./log-mcp.ts";
import { logVoiceEvent } from "./log-voice.ts";
import { messages } from "./messages.ts";
import { createRedactor, type Redact, type RedactorOptions } from "./redact.ts";

type Level = "debug" | "info" | "warn" | "error";

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** What log lines are written to; a pino logger is one. */
export type Log = { readonly [level in Level]: Write } & { isLevelEnabled?(level: Level): boolean };

export type SwitchboardEvent =
  | CallEvent
  | ToolEvent
  | FormatEvent
  | NoticeEvent
  | McpEvent
  | BrokerEvent
  | VoiceEvent;

/** An observer that turns events into log lines, with secrets hidden and long values cut. */
export function logEvents(log: Log, options: RedactorOptions = {}): Observer {
  const redact = createRedactor(options);
  const redactWhole = createRedactor({ ...options, maxTextLength: Infinity });
  const isEnabled: (level: Level) => boolean = log.isLevelEnabled?.bind(log) ?? (() => true);

  return (anyEvent) => {
    const event = anyEvent as SwitchboardEvent;
    switch (event.type) {
      case "call.started":
        return;
      case "call.ended":
        return logEnd(event);
      case "call.late":
        return log.warn(
          { tool: event.tool, callId: redact(event.call.id) },
          messages.lateOutcome(event.tool),
        );
      case "parameter.lost":
        return log.warn(
          {
            tool: event.tool,
            callId: redact(event.call.id),
            lost: redact({ [event.lost.name]: event.lost.value }),
          },
          messages.parameterLost(event.tool, event.lost),
        );
      case "tool.replaced":
        return log.warn({ tool: event.name }, messages.toolReplaced(event.name));
      case "call.unchecked": {
        const { tool, call, fault } = event;
        return log.warn({ tool, callId: redact(call.id) }, messages.callUnchecked(tool, fault.message));
      }
      case "tool.refused":
        return log.error({ code: event.error.code }, event.error.message);
      case "definition.rejected": {
        const { file, path, reason } = event;
        return log.error({ file, path, reason }, messages.definitionRejected(file, path, reason));
      }
      case "notice.given":
        return log.warn({ code: event.code }, event.text);
      case "tool.skipped": {
        const { name: tool, provider, error } = event;
        return log.error({ tool, provider }, messages.toolSkipped(tool, provider, messageOf(error)));
      }
      case "tools.converted":
        if (isEnabled("debug")) log.debug({ count: event.count }, messages.toolsConverted(event.count));
        return;
      case "broker.connected":
      case "broker.lost":
      case "broker.refused":
      case "broker.dropped":
        return logBrokerEvent(event, log);
      case "voice.changed":
      case "utterance.heard":
      case "action.taken":
      case "turn.ended":
      case "speech.failed":
      case "publish.failed":
        return logVoiceEvent(event, log, redact);
      default:
        logMcpEvent(event, log, redact, redactWhole);
    }
  };

  function logEnd({ call, result, isSlow }: Extract<CallEvent, { type: "call.ended" }>): void {
    const level = levelOf(result);
    if (isEnabled(level)) log[level](describeCall(call, result, redact), describeEnd(result, redact));
    if (result.repairs.length > 0 && isEnabled("info")) {
      for (const repair of result.repairs) {
        const shown = redactRepair(repair, redact);
        log.info(
          { tool: result.name, callId: redact(call.id), ...shown },
          messages.repaired(result.name, shown),
        );
      }
    }
    if (isSlow && isEnabled("warn")) {
      const { name: tool, durationMs } = result;
      log.warn({ tool, callId: redact(call.id), durationMs }, messages.slowTool(tool, durationMs));
    }
  }
}

function levelOf(result: ToolResult): Level {
  if (result.ok) return "info";
  switch (result.code) {
    case "cancelled":
      return "info";
    case "failed":
    case "unavailable":
    case "timeout":
      return "error";
    default:
      return "warn";
  }
}

function describeEnd(result: ToolResult, redact: Redact): string {
  if (result.ok) return messages.toolSucceeded(result.name, result.durationMs);
  if (result.code === "unknown_tool") return messages.unknownTool(String(redact(result.name)));
  return messages.toolFailed(String(redact(result.name)), String(redact(result.text)));
}

function describeCall(call: ToolCall, result: ToolResult, redact: Redact): Record<string, unknown> {
  // Both come from the model.
  const common = { tool: redact(result.name), callId: redact(call.id), durationMs: result.durationMs };
  if (result.ok) return { ...common, args: redact(result.args), result: redact(result.value) };
  const { code, text, error } = result;
  return {
    ...common,
    args: redact(call.args),
    code,
    result: redact(text),
    ...(error instanceof Error && error.stack !== undefined && { stack: redact(error.stack) }),
  };
}

function redactRepair(repair: Repair, redact: Redact): Repair {
  // The key decides as much as the value: a repaired password is still one.
  const key = repair.path?.split("/").at(-1) ?? "";
  const hide = (value: unknown): unknown => (redact({ [key]: value }) as Record<string, unknown>)[key];
  const { to, ...rest } = repair;
  return { ...rest, from: hide(repair.from), ...(to !== undefined && { to: hide(to) }) };
}
