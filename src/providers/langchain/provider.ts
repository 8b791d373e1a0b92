import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ProviderName } from "../provider-name.ts";

/** What a LangChain model calls its kind, and which of the known forms it speaks. */
export interface Spoken {
  /** As results and logs name the provider. */
  readonly provider: string;
  /** The form in which it gets its tools. */
  readonly format: ProviderName;
  /** How its history has to look: LangChain's classes do not put all of it on the wire by themselves. */
  readonly history: "plain" | "anthropic" | "gemini";
}

/** By what `_llmType()` says; a subclass of ours or of theirs still says it. */
const kinds: readonly (readonly [RegExp, Spoken])[] = [
  [/ollama/, { provider: "ollama", format: "ollama", history: "plain" }],
  [/anthropic|claude/, { provider: "anthropic", format: "anthropic", history: "anthropic" }],
  // Only the newer of Google's packages leaves `tool_calls` off the wire.
  [/^google$/, { provider: "gemini", format: "gemini", history: "gemini" }],
  [/google|gemini|vertex/, { provider: "gemini", format: "gemini", history: "plain" }],
  [/openai/, { provider: "openai", format: "openai", history: "plain" }],
];

/**
 * Which provider a model speaks to, by its class, or by the caller's word where that is known better. A model of
 * another kind keeps its name and gets its tools in OpenAI's form, which every LangChain model takes.
 */
export function spokenBy(model: BaseChatModel, provider?: ProviderName): Spoken {
  // oxlint-disable-next-line no-underscore-dangle -- LangChain's own name for it.
  const kind = provider === "gemini" ? "google" : (provider ?? model._llmType());
  return (
    kinds.find(([pattern]) => pattern.test(kind))?.[1] ?? {
      provider: kind,
      format: "openai",
      history: "plain",
    }
  );
}
