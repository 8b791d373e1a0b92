import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { hasEnded, isRunning } from "./fixtures/is-running.ts";

/** Starts a program with a server, and waits until the server runs. */
async function startHost(how: string) {
  const program = join(import.meta.dirname, "fixtures", "host-program.ts");
  const host = spawn(process.execPath, [program, how], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: host.stdout });
  const [line] = (await once(lines, "line")) as [string];
  return { host, lines, serverPid: Number(line.replace("server ", "")) };
}

const endings = [
  { how: "exit", says: "process.exit()", expected: [5, null] },
  { how: "throw", says: "an exception that nobody catches", expected: [1, null] },
  { how: "SIGINT", says: "Ctrl-C", expected: [null, "SIGINT"] },
  { how: "SIGTERM", says: "SIGTERM", expected: [null, "SIGTERM"] },
] as const;

for (const { how, says, expected } of endings) {
  test(`[MCP-13] a program that ends by ${says} takes its server with it, and ends as it would have`, async () => {
    const { host, serverPid } = await startHost(how);
    assert.ok(isRunning(serverPid));
    if (how === "exit" || how === "throw") host.stdin.write("now\n");
    else host.kill(how);
    assert.deepEqual(await once(host, "exit"), expected);
    assert.ok(await hasEnded(serverPid));
  });
}

test("[MCP-13] a program that handles a signal itself decides what happens", async (t) => {
  const { host, lines, serverPid } = await startHost("handle");
  t.after(() => host.kill("SIGKILL"));
  host.kill("SIGINT");
  assert.deepEqual(await once(lines, "line"), ["handled"]);
  host.stdin.write("and now?\n");
  assert.deepEqual(await once(lines, "line"), ["answered"]);
  host.kill("SIGINT");
  assert.deepEqual(await once(host, "exit"), [null, "SIGINT"]);
  assert.ok(await hasEnded(serverPid));
});
