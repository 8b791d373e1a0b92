import type { ChatModel, CompletionChunk, Message, StreamOptions } from "./model.ts";
import { jsonEnvelope } from "./prompted/json-envelope.ts";
import { type BegunStream, LateStream } from "./late-stream.ts";
import type { PromptForm } from "./prompted/prompt-form.ts";
import { hasToolMessages, renderMessages } from "./prompted/render-messages.ts";

export type { PromptForm } from "./prompted/prompt-form.ts";
export { jsonEnvelope } from "./prompted/json-envelope.ts";
export { bareJsonCalls, markedCallList, toolCallTags } from "./prompted/text-forms.ts";

/** Which models take tools, by key: a `Map` is one. */
type ToolSupportMemory = Pick<Map<string, boolean>, "get" | "set">;

export interface PromptedToolsOptions {
  /** Whether the model takes tools, as its server says; `undefined` where that is not known. */
  readonly hasTools: (signal?: AbortSignal) => Promise<boolean | undefined>;
  /** Recognises the error with which the server says that the model takes none. */
  readonly isNoToolSupport: (error: unknown) => boolean;
  /** How the model is told about tools: in a JSON envelope where nothing better is known. */
  readonly form?: PromptForm | (() => Promise<PromptForm>);
  /** Where what was learned is kept; share one to learn it once. */
  readonly memory?: ToolSupportMemory;
  /** What the model is remembered by, at best its digest, as a name may stand for another model tomorrow. */
  readonly memoryKey?: (signal?: AbortSignal) => Promise<string> | string;
}

/**
 * Tools for models that have none (OLL-9): they go into the prompt, and so do the calls and results of the
 * conversation. Calls that the model writes in the form of its family come out as text, which the loop reads
 * (`withTextCalls`); those in the JSON envelope come out as calls. A notice goes before the answer to a question.
 * Models that take tools get them as ever.
 *
 * A caller's own `format` leaves a model without tools no way to call one, so that then none are offered to it.
 */
export function withPromptedTools(model: ChatModel, options: PromptedToolsOptions): ChatModel {
  const { hasTools, isNoToolSupport, form = jsonEnvelope, memory = new Map<string, boolean>() } = options;
  const { memoryKey = () => `${model.provider}/${model.model}` } = options;

  return {
    provider: model.provider,
    model: model.model,
    wireNameOf: (name, tools) => model.wireNameOf?.(name, tools) ?? name,
    stream(messages, request = {}) {
      const isPlain = (request.tools ?? []).length === 0 && !hasToolMessages(messages);
      return isPlain ? model.stream(messages, request) : new LateStream(() => begin(messages, request));
    },
  };

  /** A server that knows no tools for the model says so before anything else: then it is asked again at once. */
  async function begin(
    messages: readonly Message[],
    request: StreamOptions,
  ): Promise<BegunStream<CompletionChunk>> {
    // No more is awaited than has to be: every request of a conversation comes by here.
    const askedKey = memoryKey(request.signal);
    const key = typeof askedKey === "string" ? askedKey : await askedKey;
    if (memory.get(key) ?? (await takesTools(key, request.signal))) {
      try {
        const iterator = model.stream(messages, request)[Symbol.asyncIterator]();
        return { iterator, first: await iterator.next() };
      } catch (error) {
        if (!isNoToolSupport(error)) throw error;
        memory.set(key, false);
      }
    }
    const promptForm = typeof form === "function" ? await form() : form;
    const beginPrompted = () => beginStream(streamPrompted(model, promptForm, messages, request));
    // Said once for a question, not again with every round of results.
    if (messages.at(-1)?.role === "tool") return beginPrompted();
    return {
      iterator: new LateStream(beginPrompted),
      first: { done: false, value: toNoticeChunk(model.model) },
    };
  }

  /** Where nothing is known the model is tried: its server will say. */
  async function takesTools(key: string, signal: AbortSignal | undefined): Promise<boolean> {
    const found = await hasTools(signal);
    if (found !== undefined) memory.set(key, found);
    return found ?? true;
  }
}

function toNoticeChunk(name: string): CompletionChunk {
  const text = `${name} takes no tools; they are described in its prompt`;
  return { delta: "", toolCalls: [], isFinal: false, notice: { code: "prompted_tools", text } };
}

function streamPrompted(
  model: ChatModel,
  form: PromptForm,
  messages: readonly Message[],
  { tools = [], ...request }: StreamOptions,
): AsyncIterable<CompletionChunk> {
  if (request.format !== undefined) return model.stream(renderMessages(messages, [], form), request);
  const { envelope } = form;
  const rendered = renderMessages(messages, tools, form, envelope);
  if (envelope === undefined) return model.stream(rendered, request);
  return envelope.decode(model.stream(rendered, { ...request, format: envelope.toFormat(tools) }));
}

async function beginStream(chunks: AsyncIterable<CompletionChunk>): Promise<BegunStream<CompletionChunk>> {
  const iterator = chunks[Symbol.asyncIterator]();
  return { iterator, first: await iterator.next() };
}
