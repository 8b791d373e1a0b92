import type { BaseMessage } from "@langchain/core/messages";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Why a turn ended, in the words of whoever made it, or nothing where it has not ended. Every provider's class puts
 * it somewhere else. A turn that never says so was cut (CHAT-12).
 */
export function finishReasonOf({
  additional_kwargs: extra,
  response_metadata: metadata,
}: Pick<BaseMessage, "additional_kwargs" | "response_metadata">): string | undefined {
  // ChatOllama repeats the last line's fields at the end, also those of a line that was none.
  if (typeof metadata["done"] === "boolean") {
    return metadata["done"] ? (textIn(metadata, "done_reason") ?? "stop") : undefined;
  }
  // ChatGoogle writes `finishReason: "stop"` into the metadata for an event that it could not read.
  if (metadata["model_provider"] === "google") return textIn(extra, "finishReason");
  return (
    textIn(metadata, "finish_reason") ??
    textIn(extra, "stop_reason") ??
    textIn(metadata, "stop_reason") ??
    textIn(metadata, "stopReason") ??
    textIn((metadata["messageStop"] ?? {}) as Fields, "stopReason") ??
    textIn(extra, "finishReason") ??
    finalStatusIn(metadata)
  );
}

/** OpenAI's Responses API ends with a status. */
function finalStatusIn(metadata: Fields): string | undefined {
  const status = textIn(metadata, "status");
  return status === "completed" || status === "incomplete" ? status : undefined;
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
