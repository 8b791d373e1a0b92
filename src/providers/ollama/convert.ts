import { createCallId } from "../../calls/call-id.ts";
import type { ToolCall, ToolResult } from "../../calls/call.ts";
import { guardObserver, type Observer } from "../../observer.ts";
import { toolName, type Tool } from "../../tools/tool.ts";
import type { FormatEvent } from "../events.ts";
import { convertTool } from "../convert-tool.ts";
import { toProviderTools } from "../formats.ts";
import type { FunctionTool } from "../tool-shapes.ts";
import { toWireName, type WireNames } from "../wire-names.ts";
import type { OllamaToolCall, ToolMessage } from "./wire.ts";

/** A tool in the form that Ollama and Qwen take (FMT-1). Throws where its schema is none. */
export function toOllamaTool(tool: Tool): FunctionTool {
  return convertTool(tool, toWireName(toolName(tool), "ollama"), "ollama");
}

/** Tools in the form that Ollama and Qwen take; one whose schema is none is left out and reported (FMT-2, FMT-3). */
export function toOllamaTools(
  tools: readonly Tool[] | undefined,
  { observe }: { readonly observe?: Observer<FormatEvent> } = {},
): FunctionTool[] {
  const notify = observe && guardObserver(observe);
  const converted = toProviderTools(tools, "ollama", notify === undefined ? {} : { observe: notify });
  // Behind FMT-4's line in the log.
  notify?.({ type: "tools.converted", count: converted.length, provider: "ollama" });
  return converted;
}

/** What belongs to a conversation and not to one call. */
export interface CallContext {
  /** The ids that the conversation has used; the new one is added. */
  readonly usedIds?: Set<string>;
  /** The names that the tools were offered under (FMT-9). */
  readonly names?: WireNames;
}

/**
 * A call as Ollama sends it → call (FMT-7). The server's id is kept where it is new to the conversation: some
 * models' calls have none, others the same ones each turn. Arguments that are text stay text (FIX-1).
 */
export function parseToolCall(call: OllamaToolCall, { usedIds, names }: CallContext = {}): ToolCall {
  const { id: serverId = "" } = call;
  const isNew = serverId !== "" && usedIds?.has(serverId) !== true;
  const id = isNew ? serverId : createCallId();
  usedIds?.add(id);
  const { name, arguments: args } = call.function;
  return { id, name: names?.fromWire(name) ?? name, args: args ?? {} };
}

/** A result → the message that tells the model of it (FMT-8). */
export function toOllamaToolMessage(result: ToolResult, names?: WireNames): ToolMessage {
  return {
    role: "tool",
    content: result.text,
    tool_name: names?.toWire(result.name) ?? result.name,
    tool_call_id: result.id,
  };
}

export function toOllamaToolMessages(results: readonly ToolResult[], names?: WireNames): ToolMessage[] {
  return results.map((result) => toOllamaToolMessage(result, names));
}
