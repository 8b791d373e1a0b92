interface Subscription {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

/** On the signal itself: to a WeakMap, the young signals of short runs would be old ones, and cost it a full collection. */
const subscribed = Symbol("switchboard.subscribed");

interface SubscribedSignal extends AbortSignal {
  [subscribed]?: Subscription | undefined;
}

/**
 * Calls back once when the signal aborts; returns what takes the callback away again. All callbacks share one
 * listener, as taking one of many listeners off an EventTarget costs a walk through all of them. The last
 * callback takes it along, so that a long-lived signal keeps nothing (EX-15).
 */
export function onAbort(signal: SubscribedSignal, callback: () => void): () => void {
  const { callbacks, listener } = signal[subscribed] ?? subscribe(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal[subscribed] = undefined;
    signal.removeEventListener("abort", listener);
  };
}

function subscribe(signal: SubscribedSignal): Subscription {
  const callbacks = new Set<() => void>();
  const listener = () => {
    signal[subscribed] = undefined;
    for (const callback of callbacks) callback();
  };
  signal.addEventListener("abort", listener, { once: true });
  return (signal[subscribed] = { callbacks, listener });
}
