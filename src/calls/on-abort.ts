interface Subscription {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const subscriptions = new WeakMap<AbortSignal, Subscription>();

/**
 * Calls back once when the signal aborts; returns what takes the callback away again. All callbacks share one
 * listener, as taking one of many listeners off an EventTarget costs a walk through all of them. The last
 * callback takes it along, so that a long-lived signal keeps nothing (EX-15).
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, listener } = subscriptions.get(signal) ?? subscribe(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    subscriptions.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function subscribe(signal: AbortSignal): Subscription {
  const callbacks = new Set<() => void>();
  const listener = () => {
    subscriptions.delete(signal);
    for (const callback of callbacks) callback();
  };
  signal.addEventListener("abort", listener, { once: true });
  const subscription = { callbacks, listener };
  subscriptions.set(signal, subscription);
  return subscription;
}
