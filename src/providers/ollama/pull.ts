import { parseJsonLine } from "./chunk-reader.ts";
import { OllamaError, type ErrorContext } from "./errors.ts";
import { LineReader } from "./ndjson.ts";
import { toStreamError } from "./server-errors.ts";
import type { ByteFeed } from "./http/byte-feed.ts";
import { PulledBytes } from "./http/pulled-bytes.ts";

/** How far a pull has come. */
export interface PullProgress {
  /** In the server's words: `pulling manifest`, `pulling aeda25e63ebd`, `verifying sha256 digest` … */
  readonly status: string;
  /** The layer that is being pulled. */
  readonly digest?: string;
  readonly totalBytes?: number;
  readonly completedBytes?: number;
}

/** Reads the stream of `/api/pull` to its end, which has to be a `success`. */
export async function readPull(
  feed: ByteFeed,
  context: ErrorContext,
  onProgress: (progress: PullProgress) => void,
): Promise<void> {
  const reader = new LineReader();
  let status = "";
  const read = (lines: readonly string[]) => {
    for (const line of lines) {
      if (line.trim() === "") continue;
      const progress = toProgress(parseJsonLine(line), context);
      ({ status } = progress);
      onProgress(progress);
    }
  };
  for await (const bytes of new PulledBytes(feed)) read(reader.push(bytes));
  read(reader.end());
  if (status === "success") return;
  const message = `The pull of ${context.model} ended before it was done. Pull again: it goes on where it stopped.`;
  throw new OllamaError("truncated", message, context);
}

function toProgress(line: Readonly<Record<string, unknown>>, context: ErrorContext): PullProgress {
  const { error, status, digest, total, completed } = line;
  if (typeof error === "string") throw toStreamError(error, context);
  return {
    status: typeof status === "string" ? status : "",
    ...(typeof digest === "string" && { digest }),
    ...(typeof total === "number" && { totalBytes: total }),
    ...(typeof completed === "number" && { completedBytes: completed }),
  };
}
