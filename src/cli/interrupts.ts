import { exitCodes } from "./exit-codes.ts";

export interface Interrupts {
  readonly signal: AbortSignal;
  stop(): void;
}

/** The first Ctrl-C, or a request to end, aborts what is under way in good order; the second ends the program. */
export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new DOMException("Interrupted", "AbortError"));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    stop: () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal),
  };
}
