interface Killable {
  kill(): void;
}

/**
 * The groups that must not outlive the program. As each is a session of its own, the terminal's Ctrl-C does not reach
 * them: a program that ends by a signal takes them with it.
 */
const groups = new Set<Killable>();
const deadlySignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function rememberGroup(group: Killable): void {
  groups.add(group);
  if (groups.size > 1) return;
  process.on("exit", killAll);
  // In front of a program's own `once`, which would be gone when we look whether there is one.
  for (const signal of deadlySignals) process.prependListener(signal, onSignal);
}

export function forgetGroup(group: Killable): void {
  groups.delete(group);
  if (groups.size === 0) stopListening();
}

function stopListening(): void {
  process.off("exit", killAll);
  for (const signal of deadlySignals) process.off(signal, onSignal);
}

/** Where the program handles the signal itself, it decides what happens; where it does not, it ends as it would have. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const group of groups) group.kill();
}
