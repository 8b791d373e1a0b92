import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { startInProcessBroker } from "../../src/mqtt/in-process-broker.ts";
import { findFreePort } from "../fixtures/free-port.ts";

/** A broker that the tests run on: ours, and Debian's where it is installed. */
export interface BrokerKind {
  readonly name: string;
  /** Why it cannot be used here. */
  readonly skip: string | false;
  readonly start: (t: TestContext) => Promise<{ readonly url: string }>;
}

const isMosquittoInstalled = spawnSync("mosquitto", ["-h"]).error === undefined;

export const brokerKinds: readonly BrokerKind[] = [
  {
    name: "in-process broker",
    skip: false,
    async start(t) {
      const broker = await startInProcessBroker();
      t.after(() => broker.close());
      return broker;
    },
  },
  {
    name: "mosquitto",
    skip: isMosquittoInstalled ? false : "mosquitto is not installed; apt-get install mosquitto",
    start: startMosquitto,
  },
];

async function startMosquitto(t: TestContext): Promise<{ url: string }> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "mosquitto-"));
  const config = join(folder, "mosquitto.conf");
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
  const broker = spawn("mosquitto", ["-c", config], { stdio: "ignore" });
  const exited = once(broker, "exit");
  t.after(async () => {
    broker.kill();
    await exited;
    rmSync(folder, { recursive: true });
  });
  while (!(await isListening(port))) {
    if (broker.exitCode !== null) throw new Error(`mosquitto ended with ${broker.exitCode}`);
  }
  return { url: `mqtt://127.0.0.1:${port}` };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
