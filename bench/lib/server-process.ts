import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The model server in a process of its own: what it costs is nobody's cost. */
export interface ServerProcess {
  readonly host: string;
  stop(): void;
}

export async function startServerProcess(): Promise<ServerProcess> {
  const path = fileURLToPath(new URL("../servers/model.ts", import.meta.url));
  const child: ChildProcess = fork(path, [], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const settled = new AbortController();
  const { signal } = settled;
  try {
    const ready = once(child, "message", { signal });
    const exit = once(child, "exit", { signal });
    const [host] = await Promise.race([ready, exit.then(() => [undefined])]);
    if (typeof host !== "string") throw new Error("The model server ended before it was ready.");
    return {
      host,
      stop() {
        if (child.connected) child.disconnect();
      },
    };
  } finally {
    settled.abort();
  }
}
