import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { onAbort } from "../../calls/on-abort.ts";
import { formatDuration } from "../../calls/format-duration.ts";
import { SwitchboardError } from "../../errors.ts";

/** What a thread can do, one task at a time. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>;

interface Job {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}

type Reply = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly error: { readonly code: string | undefined; readonly message: string } }
);

/** A job that the thread has not replied to, whether or not somebody still waits for it. */
interface OpenJob {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly limit: NodeJS.Timeout;
}

/** How a module knows that it was loaded to serve, in whatever bundle it ended up. */
const roleKey = "switchboardThread";

/** A speech program blocks its thread for longer than anything else may wait, and one that hangs is ended. */
const taskLimitMs = 30_000;

/**
 * Makes this thread serve, if it was started for that role. The module that calls this is both sides: it starts
 * itself again in a thread, so that there is no second file to be found after bundling.
 */
export function serveAs(role: string, createTasks: () => Promise<Tasks>): void {
  const data = workerData as Record<string, unknown> | null;
  if (isMainThread || parentPort === null || data?.[roleKey] !== role) return;
  const port = parentPort;
  // That WASI is experimental is no news to who hears it speak, and what is printed keeps the process alive as well.
  process.stdout.write = process.stderr.write = () => true;
  const tasks = createTasks();
  // What went wrong in the making is told to who asks for something.
  tasks.catch(() => {});
  let before: Promise<void> = Promise.resolve();
  port.on("message", (job: Job) => {
    before = before.then(async () => port.postMessage(await run(tasks, job)));
  });
}

async function run(making: Promise<Tasks>, { id, task, input }: Job): Promise<Reply> {
  try {
    const work = (await making)[task] as (input: unknown) => unknown;
    return { id, value: await work(input) };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    return {
      id,
      error: { code: typeof code === "string" ? code : undefined, message: String(message ?? error) },
    };
  }
}

/** A thread that starts with its first task, and keeps no process alive while it has none. */
export class SpeechThread {
  readonly #role: string;
  readonly #module: string;
  readonly #settings: Readonly<Record<string, unknown>>;
  readonly #onEnd: () => void;
  readonly #openJobs = new Map<number, OpenJob>();
  #worker: Worker | undefined;
  #lastId = 0;
  #waiting = 0;
  #isClosed = false;

  /**
   * `module` is the `import.meta.url` of the module that calls `serveAs` with the role. `onEnd` is told that what the
   * thread knew is gone: the next task has a thread of its own.
   */
  constructor(
    role: string,
    module: string,
    {
      settings = {},
      onEnd = () => {},
    }: { settings?: Readonly<Record<string, unknown>>; onEnd?: () => void } = {},
  ) {
    this.#role = role;
    this.#module = module;
    this.#settings = settings;
    this.#onEnd = onEnd;
  }

  /** The wait ends with the signal; the thread is left to finish what it does, within the time that it has. */
  async run(task: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw this.#closedError();
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const worker = (this.#worker ??= this.#start());
    const limit = setTimeout(() => this.#giveUp(worker), taskLimitMs).unref();
    this.#openJobs.set(id, { resolve, reject, limit });
    this.#waiting += 1;
    worker.ref();
    const forget = signal && onAbort(signal, () => reject(signal.reason));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, task, input } satisfies Job);
    try {
      return await promise;
    } finally {
      forget?.();
      this.#waiting -= 1;
      if (this.#waiting === 0) worker.unref();
    }
  }

  /** For good: a task that comes late starts no thread again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#end(worker, this.#closedError());
    await worker.terminate();
  }

  #closedError(): SwitchboardError {
    return new SwitchboardError("closed", `${this.#role} was closed`);
  }

  #start(): Worker {
    const worker = new Worker(new URL(this.#module), {
      name: this.#role,
      workerData: { ...this.#settings, [roleKey]: this.#role },
      // Stdout is for answers. Neither is read: a stream that is being read keeps the process alive.
      stdout: true,
      stderr: true,
    });
    worker.on("message", (reply: Reply) => this.#onReply(reply));
    worker.on("error", (error) => this.#end(worker, error));
    worker.on("exit", () => this.#end(worker, new SwitchboardError("speech_failed", `${this.#role} ended`)));
    return worker;
  }

  #onReply(reply: Reply): void {
    const job = this.#openJobs.get(reply.id);
    if (job === undefined) return;
    clearTimeout(job.limit);
    this.#openJobs.delete(reply.id);
    if ("value" in reply) job.resolve(reply.value);
    else job.reject(new SwitchboardError(reply.error.code ?? "speech_failed", reply.error.message));
  }

  #giveUp(worker: Worker): void {
    const error = `${this.#role} took longer than ${formatDuration(taskLimitMs)} and was ended`;
    this.#end(worker, new SwitchboardError("timeout", error));
    void worker.terminate();
  }

  #end(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#onEnd();
    for (const job of this.#openJobs.values()) {
      clearTimeout(job.limit);
      job.reject(error);
    }
    this.#openJobs.clear();
  }
}
