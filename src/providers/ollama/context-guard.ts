import type { Message, Notice, Usage } from "../../chat/model.ts";
import type { Tool } from "../../tools/tool.ts";
import { serializeTools } from "../formats.ts";

/** What the server makes of a model's context. */
export interface ContextWindow {
  /** What the model runs with now, in tokens. */
  readonly numCtx: number;
  /** The longest that it was made for. */
  readonly contextLength?: number | undefined;
  /** How far `num_ctx` may be raised; not at all where it is left out. */
  readonly maxNumCtx?: number | undefined;
}

export interface ContextPlan {
  /** The `num_ctx` to ask for, where it has to be another one. */
  readonly numCtx?: number;
  readonly notice?: Notice;
}

/** What the server gives a model where neither the request nor the Modelfile says. */
export const defaultNumCtx = 4_096;

/** English and JSON take about this many characters a token; prose takes more, code less. */
const usualCharactersPerToken = 3.5;
/** No text that people write takes more: below this count, something was cut off. */
const mostCharactersPerToken = 8;
/** What is left for the answer. */
const answerTokens = 512;

/**
 * Ollama cuts what does not fit without a word, the system prompt and the tools first. This says so before the request
 * is sent, and asks for a longer context where it may.
 */
export function planContext(characters: number, window: ContextWindow): ContextPlan {
  const needed = Math.ceil(characters / usualCharactersPerToken) + answerTokens;
  const { numCtx } = window;
  if (needed <= numCtx) return {};
  const most = Math.min(window.maxNumCtx ?? numCtx, window.contextLength ?? Infinity);
  const raised = Math.min(nextPowerOfTwo(needed), most);
  const size = `The conversation and its tools take about ${needed} tokens, and the context has ${numCtx}`;
  if (raised >= needed) {
    return { numCtx: raised, notice: { code: "context", text: `${size}; num_ctx is raised to ${raised}` } };
  }
  const advice = `${size}: Ollama will cut the beginning, system prompt and tools first. ${remedy(needed, window)}`;
  return { ...(raised > numCtx && { numCtx: raised }), notice: { code: "context", text: advice } };
}

/** Whether the count that came back shows that something was cut; a count of 0 was not taken. */
export function noticeOfCut(characters: number, numCtx: number, usage: Usage): Notice | undefined {
  const { promptTokens, completionTokens } = usage;
  if (promptTokens > 0 && promptTokens * mostCharactersPerToken < characters) {
    const text = `Ollama read only ${promptTokens} tokens of ${characters} characters: the beginning of the conversation, tools included, was cut. Raise num_ctx (now ${numCtx})`;
    return { code: "context", text };
  }
  if (promptTokens + completionTokens >= numCtx) {
    return {
      code: "context",
      text: `The context of ${numCtx} tokens is full: the answer may be cut. Raise num_ctx`,
    };
  }
  return undefined;
}

/** How much a request says, in characters, without the braces around it. */
export function countCharacters(messages: readonly Message[], tools: readonly Tool[]): number {
  let count = tools.length === 0 ? 0 : serializeTools(tools, "ollama").length;
  for (const message of messages) {
    count += message.content.length;
    if (message.role !== "assistant") continue;
    count += message.thinking?.length ?? 0;
    for (const { name, args } of message.toolCalls ?? []) count += name.length + sizeOf(args);
  }
  return count;
}

function sizeOf(args: unknown): number {
  try {
    return countJson(args);
  } catch {
    // Nested more deeply than anything that is sent.
    return 0;
  }
}

/** The length of a value as JSON, but for escapes. To write it takes four times as long, and each request counts all. */
function countJson(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return String(value).length;
  let count = 1;
  if (Array.isArray(value)) for (const item of value) count += countJson(item) + 1;
  else
    for (const key of Object.keys(value))
      count += key.length + 4 + countJson((value as Record<string, unknown>)[key]);
  return Math.max(count, 2);
}

function remedy(needed: number, { contextLength, maxNumCtx }: ContextWindow): string {
  if (contextLength !== undefined && needed > contextLength) {
    return `The model was made for ${contextLength}: offer fewer tools or begin anew`;
  }
  return maxNumCtx === undefined
    ? "Set options.num_ctx, or maxNumCtx to let it be raised"
    : "Raise maxNumCtx";
}

function nextPowerOfTwo(tokens: number): number {
  return 2 ** Math.ceil(Math.log2(tokens));
}
