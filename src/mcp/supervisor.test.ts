import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { ToolError } from "../calls/failure.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { McpConnectError } from "./connect-error.ts";
import type { McpConnection } from "./connection.ts";
import type { McpEvent } from "./events.ts";
import type { McpServerOptions } from "./server-config.ts";
import { ServerSupervisor } from "./supervisor.ts";

/** A connection that can be made to die. */
class FakeConnection {
  readonly #closed = Promise.withResolvers<void>();
  readonly stderr = "its last words";
  readonly protocolVersion = "2025-11-25";
  end = "it exited with code 1";
  isClosed = false;

  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  die(): void {
    this.isClosed = true;
    this.#closed.resolve();
  }

  close(reason?: string): Promise<void> {
    if (reason !== undefined) this.end = reason;
    this.die();
    return Promise.resolve();
  }
}

type Outcome = FakeConnection | "fails" | "hangs";

function supervise(outcomes: Outcome[], config: McpServerOptions = {}) {
  const clock = new FakeClock();
  const events: McpEvent[] = [];
  const failures: object[] = [];
  const startedAt: number[] = [];
  const supervisor = new ServerSupervisor({
    name: "zwave",
    config: { command: "zwave-mcp-server", ...config },
    clock,
    observe: (event) => void events.push(event),
    onFailed: (failure) => void failures.push(failure),
    async connect(signal) {
      startedAt.push(clock.now());
      await turn();
      const outcome = outcomes.shift() ?? "fails";
      if (outcome === "fails") throw new McpConnectError("no broker", "cannot reach the broker");
      if (outcome === "hangs") {
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
        throw new McpConnectError("it was closed", "");
      }
      return { connection: outcome as unknown as McpConnection, toolCount: 4 };
    },
  });
  /** Lets time pass in small steps, so that what happens in between happens at its time. */
  async function pass(durationMs: number): Promise<void> {
    for (let passed = 0; passed < durationMs; passed += 500) {
      await settle();
      clock.advance(Math.min(500, durationMs - passed));
    }
    await settle();
  }
  /** An attempt takes a turn of the event loop, and what follows from it another. */
  async function settle(): Promise<void> {
    await turn();
    await turn();
  }
  return { supervisor, clock, events, failures, startedAt, pass };
}

test("[MCP-1] the first attempt comes without delay", async () => {
  const { supervisor, events, startedAt } = supervise([new FakeConnection()]);
  supervisor.start();
  await supervisor.settled;
  assert.equal(supervisor.presence.state, "ready");
  assert.deepEqual(startedAt, [0]);
  assert.deepEqual(events, [
    { type: "mcp.connecting", server: "zwave", attempt: 1, attempts: 3, delayMs: 0 },
    { type: "mcp.connected", server: "zwave", attempt: 1, tools: 4, protocolVersion: "2025-11-25" },
  ]);
});

test("[MCP-2] three attempts, with waits of 0, 2 and 4 seconds before them", async () => {
  const { supervisor, clock, events, failures, startedAt, pass } = supervise([]);
  supervisor.start();
  await pass(10_000);
  assert.deepEqual(startedAt, [0, 2_000, 6_000]);
  assert.deepEqual(
    events.flatMap((event) => (event.type === "mcp.connecting" ? [[event.attempt, event.delayMs]] : [])),
    [
      [1, 0],
      [2, 2_000],
      [3, 4_000],
    ],
  );
  assert.deepEqual(
    events.flatMap((event) => (event.type === "mcp.attempt.failed" ? [event.retryInMs] : [])),
    [2_000, 4_000],
  );
  assert.equal(supervisor.presence.state, "failed");
  assert.deepEqual(failures, [{ attempts: 3, reason: "no broker", stderr: "cannot reach the broker" }]);
  assert.equal(clock.pending, 0);
});

test("[MCP-7] attempts and delays are the config's", async () => {
  const { supervisor, startedAt, pass } = supervise([], { attempts: 4, retryDelayMs: 500 });
  supervisor.start();
  await pass(10_000);
  assert.deepEqual(startedAt, [0, 500, 1_500, 3_500]);
});

test("[MCP-6] who waits for the first attempt does not wait for the others", async () => {
  const { supervisor, pass } = supervise(["fails", new FakeConnection()]);
  supervisor.start();
  assert.equal(supervisor.isTried, false);
  await supervisor.firstAttempt;
  assert.equal(supervisor.isTried, true);
  assert.equal(supervisor.presence.state, "connecting");
  await pass(2_000);
  assert.equal(supervisor.presence.state, "ready");
});

test("[MCP-10] a server that dies is started again at once, and then with growing pauses that end at a minute", async () => {
  const first = new FakeConnection();
  const { supervisor, events, failures, startedAt, pass, clock } = supervise([first]);
  supervisor.start();
  await supervisor.settled;
  await pass(100_000);
  first.die();
  await turn();
  assert.equal(supervisor.presence.state, "restarting");
  const diedAt = clock.now();
  await pass(250_000);
  assert.deepEqual(
    startedAt.slice(1).map((at) => (at - diedAt) / 1_000),
    [0, 2, 6, 14, 30, 62, 122, 182, 242],
  );
  assert.equal(failures.length, 1, "a person hears once that it does not come back");
  assert.ok(events.some((event) => event.type === "mcp.died" && event.stderr === "its last words"));
  await supervisor.close();
  assert.equal(clock.pending, 0);
});

test("[MCP-10] a server that dies as soon as it is there is not started in a circle", async () => {
  const lives = Array.from({ length: 4 }, () => new FakeConnection());
  const { supervisor, startedAt, pass } = supervise([...lives]);
  supervisor.start();
  await supervisor.settled;
  for (const life of lives) {
    life.die();
    await pass(10_000);
  }
  assert.deepEqual(startedAt.slice(0, 4), [0, 0, 12_000, 24_000]);
});

test("[MCP-10] a call that comes while a server is started again waits for it", async () => {
  const [first, second] = [new FakeConnection(), new FakeConnection()];
  const { supervisor, pass } = supervise([first, "fails", second]);
  supervisor.start();
  await supervisor.settled;
  first.die();
  assert.equal(supervisor.presence.connection, undefined, "what is dead is not handed out");
  const waiting = supervisor.presence.connected(undefined);
  await pass(2_000);
  assert.equal(await waiting, second);
});

test("a call does not wait for an attempt that is far away, and is told when it comes", async () => {
  const first = new FakeConnection();
  const { supervisor, pass } = supervise([first]);
  supervisor.start();
  await supervisor.settled;
  first.die();
  await pass(35_000);
  await assert.rejects(
    supervisor.presence.connected(undefined),
    (error: unknown) =>
      error instanceof ToolError &&
      error.code === "unavailable" &&
      error.message === "no broker; it is tried again in 27s",
  );
  await supervisor.close();
});

test("a call that waits gives up as soon as the next attempt is too far away", async () => {
  const first = new FakeConnection();
  const { supervisor } = supervise([first], { retryDelayMs: 20_000 });
  supervisor.start();
  await supervisor.settled;
  first.die();
  const waiting = assert.rejects(
    supervisor.presence.connected(undefined),
    /no broker; it is tried again in 20s/,
  );
  await waiting;
  await supervisor.close();
});

test("a server can be tried again from the very event that says that it failed", async () => {
  const { supervisor, events, failures } = supervise(["fails", new FakeConnection()], { attempts: 1 });
  failures.push = () => {
    supervisor.start();
    return 1;
  };
  supervisor.start();
  await supervisor.settled;
  await supervisor.settled;
  assert.equal(supervisor.presence.state, "ready");
  assert.equal(events.at(-1)?.type, "mcp.connected");
});

test("a server that is tried again is waited for again", async () => {
  const { supervisor } = supervise(["fails", new FakeConnection()], { attempts: 1 });
  supervisor.start();
  await supervisor.settled;
  assert.equal(supervisor.presence.state, "failed");
  supervisor.start();
  await supervisor.settled;
  assert.equal(supervisor.presence.state, "ready");
});

test("a call waits no longer than one attempt may take, and no longer than its caller", async () => {
  const { supervisor, pass, clock } = supervise(["hangs"], { connectTimeoutMs: 3_000 });
  supervisor.start();
  const patient = assert.rejects(supervisor.presence.connected(undefined), { code: "unavailable" });
  const controller = new AbortController();
  const impatient = assert.rejects(supervisor.presence.connected(controller.signal), /enough/);
  controller.abort(new Error("enough"));
  await impatient;
  await pass(3_000);
  await patient;
  await supervisor.close();
  assert.equal(clock.pending, 0);
});

test("what failed, is disabled or was closed is not waited for", async () => {
  const disabled = supervise([], { disabled: true });
  disabled.supervisor.start();
  assert.equal(disabled.supervisor.presence.state, "disabled");
  await disabled.supervisor.settled;
  assert.deepEqual(disabled.startedAt, []);
  await assert.rejects(disabled.supervisor.presence.connected(undefined), /MCP server 'zwave' is disabled/);

  const { supervisor } = supervise([], { attempts: 1 });
  supervisor.start();
  await supervisor.settled;
  await assert.rejects(supervisor.presence.connected(undefined), /no broker/);
  await supervisor.close();
  assert.equal(supervisor.presence.state, "closed");
});

test("[MCP-13] closing ends an attempt that is under way, and no other begins", async () => {
  const { supervisor, startedAt, pass, clock } = supervise(["hangs"]);
  supervisor.start();
  await turn();
  await supervisor.close();
  await supervisor.settled;
  await pass(10_000);
  assert.deepEqual(startedAt, [0]);
  assert.equal(clock.pending, 0);
});

test("[MCP-13] closing between two attempts ends the wait", async () => {
  const { supervisor, startedAt, pass, clock } = supervise([]);
  supervisor.start();
  await supervisor.firstAttempt;
  await turn();
  await supervisor.close();
  await pass(10_000);
  assert.deepEqual(startedAt, [0]);
  assert.equal(clock.pending, 0);
});
