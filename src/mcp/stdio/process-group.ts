import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { hasLivingMembers } from "./living-members.ts";
import { forgetGroup, rememberGroup } from "./live-groups.ts";

/** How long a server may take to end by itself once its input has ended, and then once it was asked with SIGTERM. */
const graceMs = { input: 500, terminate: 1000 };
const pollMs = 10;

/** On POSIX a server leads a process group of its own, so that everything it starts can be ended with it (MCP-13). */
export const hasProcessGroups = process.platform !== "win32";

export class ProcessGroup {
  readonly #leader: ChildProcess;
  #ending: Promise<void> | undefined;

  constructor(leader: ChildProcess) {
    this.#leader = leader;
    rememberGroup(this);
  }

  /** Waits, then asks, then forces; over when nobody of the group is left. */
  end(): Promise<void> {
    this.#ending ??= this.#end().finally(() => forgetGroup(this));
    return this.#ending;
  }

  /** At once and without asking: for the moment in which the program itself ends. */
  kill(): void {
    this.#signal("SIGKILL");
  }

  async #end(): Promise<void> {
    await this.#leaderEndsWithin(graceMs.input);
    if (!this.#isAlive) return;
    this.#signal("SIGTERM");
    await this.#endsWithin(graceMs.terminate);
    if (!this.#isAlive) return;
    this.#signal("SIGKILL");
    // Bounded all the same: a process that waits for a broken disk cannot be ended by anybody.
    await this.#endsWithin(graceMs.terminate);
  }

  get #isLeaderAlive(): boolean {
    return this.#leader.exitCode === null && this.#leader.signalCode === null;
  }

  get #isAlive(): boolean {
    const { pid } = this.#leader;
    return this.#isLeaderAlive || (hasProcessGroups && pid !== undefined && hasLivingMembers(pid));
  }

  async #leaderEndsWithin(limitMs: number): Promise<void> {
    if (!this.#isLeaderAlive) return;
    const signal = AbortSignal.timeout(limitMs);
    await once(this.#leader, "exit", { signal }).catch(() => {});
  }

  async #endsWithin(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    await this.#leaderEndsWithin(limitMs);
    while (this.#isAlive && performance.now() < deadline) await delay(pollMs);
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#leader;
    if (pid === undefined) return;
    try {
      if (hasProcessGroups) process.kill(-pid, signal);
      else this.#leader.kill(signal);
    } catch {
      // They ended by themselves.
    }
  }
}
