import type { Clock } from "../clock.ts";
import { formatDuration } from "../calls/format-duration.ts";
import { ToolError } from "../calls/failure.ts";
import { onAbort } from "../calls/on-abort.ts";
import type { DeviceValue, ZwaveDevice } from "./zwave-device.ts";
import type { ZwaveNetwork } from "./zwave-network.ts";
import { toNamedValueTopic } from "./zwave-topics.ts";

export interface Command {
  readonly device: ZwaveDevice;
  /** The value that tells what has become of the command. */
  readonly state: DeviceValue;
  /** The property that is written, where it is not the state itself. */
  readonly target?: string;
  readonly wanted: boolean | number;
  readonly isDone: (value: unknown) => boolean;
}

export interface ConfirmOptions {
  readonly clock: Clock;
  readonly confirmMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a command and waits for the state that it was to bring about, told after it was sent: what the broker had kept
 * confirms nothing. A command that is not confirmed is an error (VOX-6).
 */
export function sendConfirmed(
  network: ZwaveNetwork,
  command: Command,
  options: ConfirmOptions,
): Promise<void> {
  const { device, state, target, wanted, isDone } = command;
  const { clock, confirmMs, signal } = options;
  const key = toNamedValueTopic(state.place);
  const topic = target === undefined ? state.topic : state.topic.replace(/[^/]+$/, target);

  return new Promise((resolve, reject) => {
    const withdrawal = new AbortController();
    const settle = (end: () => void) => {
      withdrawal.abort();
      alarm.stop();
      stopListening();
      stopWatching();
      end();
    };
    const fail = (reason: string) => settle(() => reject(notConfirmed(device, reason)));
    const alarm = clock.schedule(clock.now(), confirmMs, {
      ring: () => fail(`it has not reported the new state within ${formatDuration(confirmMs)}`),
    });
    const stopListening = network.onReport((report) => {
      if (report.device !== device || !report.isFresh) return;
      if (report.key === key && isDone(device.values.get(key)?.value)) settle(resolve);
      if (report.key === undefined && device.isReachable === false) fail("the gateway cannot reach it");
    });
    const stopWatching =
      signal === undefined ? () => {} : onAbort(signal, () => settle(() => reject(signal.reason as Error)));
    void network.broker
      // Never later: a light must not go on after somebody was told that it did not, or has given up on it.
      .publish(`${topic}/set`, JSON.stringify({ value: wanted }), {
        staleAfterMs: confirmMs,
        signal: withdrawal.signal,
      })
      .then((isSent) => isSent || fail("the MQTT broker did not take the command"));
  });
}

function notConfirmed({ name, isReachable, status }: ZwaveDevice, reason: string): ToolError {
  const health = isReachable === false ? ` Its node is ${status?.toLowerCase() ?? "not available"}.` : "";
  return new ToolError(
    "failed",
    `"${name}" did not confirm the command: ${reason}.${health} Do not assume that it was carried out.`,
  );
}
