import { onAbort } from "./on-abort.ts";

/** What the work gives; rejects with the signal's reason as soon as that aborts, also where the work does not listen. */
export async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stopListening = onAbort(signal, () => reject(signal.reason as Error));
  // Nothing tells of what was aborted before.
  if (signal.aborted) reject(signal.reason as Error);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening();
  }
}
