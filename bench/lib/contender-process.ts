import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Exchange, Reply } from "./serve.ts";

/**
 * A contender in a process of its own: it shares neither heap nor compiled code with the others, and it stays
 * alive between rounds, so that rounds of all contenders can take turns on a machine whose speed drifts.
 */
export class ContenderProcess<E extends Exchange> {
  readonly #file: string;
  readonly #child: ChildProcess;

  /** `file` is relative to bench/contenders; the contender reads `args` from its command line. */
  constructor(file: string, args: readonly string[] = []) {
    this.#file = file;
    const path = fileURLToPath(new URL(`../contenders/${file}`, import.meta.url));
    this.#child = fork(path, args, {
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  async run(task: E["task"]): Promise<E["answer"]> {
    const settled = new AbortController();
    const { signal } = settled;
    try {
      const reply = once(this.#child, "message", { signal });
      const exit = once(this.#child, "exit", { signal });
      this.#child.send(task);
      const [message] = await Promise.race([reply, exit.then(() => [undefined])]);
      return this.#read(message);
    } finally {
      settled.abort();
    }
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #read(reply: Reply<E["answer"]> | undefined): E["answer"] {
    if (reply === undefined) throw new Error(`The contender ${this.#file} ended before it answered.`);
    if ("failure" in reply) throw new Error(`The contender ${this.#file} failed: ${reply.failure}`);
    return reply.answer;
  }
}
