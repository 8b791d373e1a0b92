/** Takes bytes as they come. */
export interface ByteSink {
  /** The bytes are only lent: they may be overwritten when this has returned. */
  onBytes(bytes: Uint8Array): void;
  /** The last thing that is told: all was there, or why it was not. */
  onEnd(failure?: unknown): void;
}

/** Bytes that come by themselves: to be told of them costs less than to ask for them. */
export interface ByteFeed {
  /** Once. Nothing happens before. */
  open(sink: ByteSink): void;
  /** Somebody waits for what comes next. */
  expect(): void;
  pause(): void;
  resume(): void;
  /** All that matters was read: what may still come is let go, and nothing more is told. */
  release(): void;
  /** Ends it at once. */
  close(): void | Promise<void>;
}

/** When so much waits to be read, the server is made to wait as well. */
export const maxWaitingBytes = 256 * 1024;
