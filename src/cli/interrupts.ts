import { exitCodes } from "./exit-codes.ts";

/**
 * Fires at the first Ctrl-C, or request to end: what is under way is stopped in good order. The second ends the program.
 * It listens until the very end, so that no key pressed once too often is taken for a crash.
 */
export function listenForInterrupts(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new DOMException("Interrupted", "AbortError"));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return controller.signal;
}
