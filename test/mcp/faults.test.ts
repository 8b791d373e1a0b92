import assert from "node:assert/strict";
import { once } from "node:events";
import test from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { McpTool } from "../../src/mcp/tools.ts";
import { MemoryTrustStore, type TrustStore } from "../../src/mcp/trust.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import { faulty, integrate, openJournal, type Integrated } from "./fixtures/integrate.ts";
import { hasEnded, isRunning } from "./fixtures/is-running.ts";

function found(board: Integrated, name: string): McpTool {
  const tool = board.tools.find(name);
  assert.ok(tool, `there is no tool ${name}`);
  return tool as McpTool;
}

const texts = (results: readonly { readonly text: string }[]) => results.map(({ text }) => text);

test("[MCP-6] local tools work at once, whatever the servers do", async (t) => {
  const board = integrate(t, {
    missing: { command: "no-such-program", retryDelayMs: 1 },
    broken: faulty(["exits-at-once"]),
    hung: faulty(["hangs-in-initialize"]),
    noisy: faulty(["floods-stderr"]),
  });
  const result = await board.call("echo", { text: "here" });
  assert.equal(result.text, "here");
  assert.ok(board.integration.servers.every(({ state }) => state === "connecting"));
});

test("[MCP-4] a command that does not exist is given up after three attempts, and the rest goes on", async (t) => {
  const board = integrate(t, {
    missing: { command: "no-such-program", retryDelayMs: 1, check: ["it is installed"] },
    sound: faulty(["none"]),
  });
  await board.integration.settled();
  const failure = await board.event("mcp.failed");
  assert.equal(failure.server, "missing");
  assert.equal(failure.attempts, 3);
  assert.match(failure.reason, /^Connection to stdio server 'missing' failed: .*no such command/);
  assert.deepEqual(failure.check, ["it is installed"]);
  assert.ok(failure.localTools.includes("calculate"));
  assert.ok(!failure.localTools.includes("add"), "a server's tool is no local one");
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
});

test("[MCP-5] what a server says before it exits is in the error, with its exit code", async (t) => {
  const board = integrate(t, { stick: faulty(["exits-at-once"]) });
  const failure = await board.event("mcp.failed");
  assert.equal(failure.reason, "Connection to stdio server 'stick' failed: it exited with code 3");
  assert.equal(failure.stderr, "Cannot open /dev/ttyACM0: is the Z-Wave stick plugged in?\n");
  const [status] = board.integration.servers;
  assert.equal(status?.state, "failed");
  assert.equal(status.stderr, failure.stderr);
  assert.equal(status.reason, failure.reason);
});

test("[MCP-3] a server that is there on a later attempt is connected then", async (t) => {
  const journal = openJournal();
  // Each attempt starts it twice, as it dies of the question which era it speaks.
  const board = integrate(t, { late: faulty(["fails-to-start", "2", "--journal", journal.file]) });
  const connected = await board.event("mcp.connected");
  assert.equal(connected.attempt, 2);
  assert.equal(connected.tools, 4);
  assert.equal((await board.call("add", { a: 20, b: 22 })).text, "42");
});

test("[MCP-1] a server that dies of any question before the handshake is connected all the same, and asked once", async (t) => {
  const journal = openJournal();
  const board = integrate(t, { strict: faulty(["dies-of-discover", "--journal", journal.file]) });
  assert.equal((await board.event("mcp.connected")).attempt, 1);
  const starts = () => journal.lines().filter((line) => line === "start").length;
  assert.equal(starts(), 2);
  process.kill(board.integration.servers[0]?.pid ?? assert.fail("no pid"), "SIGKILL");
  await board.event("mcp.connected", 2);
  assert.equal(starts(), 3, "what is known of it is not asked again");
});

test("a server that takes long to start is connected, and its late answer to the first question is no news", async (t) => {
  const board = integrate(t, { sleepy: faulty(["answers-discover-late"], { connectTimeoutMs: 4_000 }) });
  await board.integration.settled();
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  assert.deepEqual(
    board.events.map(({ type }) => type),
    ["mcp.connecting", "mcp.connected"],
  );
});

test("a server that used up its attempts can be tried again by hand", async (t) => {
  const journal = openJournal();
  const board = integrate(t, {
    late: faulty(["fails-to-start", "2", "--journal", journal.file], { attempts: 1 }),
  });
  await board.event("mcp.failed");
  assert.ok(board.integration.retry("late"));
  await board.integration.settled();
  assert.equal(board.integration.servers[0]?.state, "ready");
  assert.ok(!board.integration.retry("nobody"));
});

test("a list of tools that a slow store holds up does not take the place of a later one", async (t) => {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const memory = new MemoryTrustStore();
  let saves = 0;
  const trust: TrustStore = {
    load: (server) => memory.load(server),
    async save(server, known) {
      memory.save(server, known);
      saves += 1;
      if (saves !== 2) return;
      held.resolve();
      await released.promise;
    },
  };
  const board = integrate(t, { house: faulty(["changes-tools"]) }, { trust });
  await board.integration.settled();
  await board.call("add", { a: 1, b: 2 });
  await held.promise;
  process.kill(board.integration.servers[0]?.pid ?? assert.fail("no pid"), "SIGKILL");
  await board.event("mcp.connected", 2);
  released.resolve();
  await board.event("mcp.tools.changed");
  assert.equal(found(board, "add").description, "Adds two numbers");
});

test("[MCP-12] a server that never answers the handshake is cut off", async (t) => {
  const board = integrate(t, {
    hung: faulty(["hangs-in-initialize"], { connectTimeoutMs: 300, attempts: 1 }),
  });
  const failure = await board.event("mcp.failed");
  assert.equal(failure.reason, "Connection to stdio server 'hung' failed: it did not answer within 300ms");
});

test("[MCP-12] a call that takes too long ends at its limit and is cancelled at the server", async (t) => {
  const journal = openJournal();
  const board = integrate(t, { slow: faulty(["hangs-in-call", "1", "--journal", journal.file]) });
  await board.integration.settled();
  const result = await board.call("add", { a: 1, b: 2 }, { timeoutMs: 50 });
  assert.equal(result.text, "Error: Timed out after 50ms");
  // An answer to the next call shows that the server has read what came before it.
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  assert.match(journal.lines().join("\n"), /^cancelled \d+$/m);
});

test("[MCP-12] a caller's abort reaches the server", async (t) => {
  const journal = openJournal();
  const board = integrate(t, { slow: faulty(["hangs-in-call", "1", "--journal", journal.file]) });
  await board.integration.settled();
  const controller = new AbortController();
  const running = board.call("add", { a: 1, b: 2 }, { signal: controller.signal });
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3", "the first call has arrived, too");
  controller.abort();
  const result = await running;
  assert.ok(!result.ok && result.code === "cancelled");
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  assert.match(journal.lines().join("\n"), /^cancelled \d+$/m);
});

test("[MCP-12] a server's own limit is the limit of its calls, and progress does not extend it", async (t) => {
  const board = integrate(t, { slow: faulty(["only-progress"], { timeoutMs: 100 }) });
  await board.integration.settled();
  assert.equal((await board.call("write", { text: "a" })).text, "Error: Timed out after 100ms");
});

test("[MCP-10] a crash ends a call that is under way, and says that its outcome is unknown", async (t) => {
  const journal = openJournal();
  const board = integrate(t, { shaky: faulty(["crashes-in-call", "1", "--journal", journal.file]) });
  await board.integration.settled();
  const result = await board.call("write", { text: "once" });
  assert.ok(!result.ok && result.code === "unavailable");
  assert.match(result.text, /^Error: MCP server 'shaky' was lost during this call: it exited with code 3\./);
  assert.match(result.text, /outcome is unknown/);
  assert.match(result.text, /Segmentation fault in the driver/);
  await board.event("mcp.connected", 2);
  const writes = journal.lines().filter((line) => line.startsWith("call write"));
  assert.deepEqual(writes, ['call write {"text":"once"}'], "it is not made again");
});

for (const tool of ["echo", "idempotent"]) {
  test(`[MCP-10] a call that does no harm twice is made again after a crash: ${tool}`, async (t) => {
    const journal = openJournal();
    const board = integrate(t, { shaky: faulty(["crashes-in-first-life", "--journal", journal.file]) });
    await board.integration.settled();
    const result = await board.call(tool === "echo" ? "shaky__echo" : tool, { text: "again" });
    assert.equal(result.text, "again");
    const calls = journal.lines().filter((line) => line.startsWith("call "));
    assert.equal(calls.length, 2);
  });
}

test("[MCP-10] the next call after a crash works with the same tool object", async (t) => {
  const board = integrate(t, { shaky: faulty(["crashes-in-call", "3"]) });
  await board.integration.settled();
  const tool = found(board, "write");
  const schema = tool.schema;
  const outcomes: string[] = [];
  for (let call = 0; call < 8; call += 1) {
    const result = await board.call("write", { text: `${call}` });
    outcomes.push(result.ok ? result.text : result.code);
  }
  // It crashes on every third call of its life.
  assert.deepEqual(outcomes, ["0", "1", "unavailable", "3", "4", "unavailable", "6", "7"]);
  assert.equal(board.tools.find("write"), tool);
  assert.equal(tool.schema, schema);
  await assert.rejects(tool.invoke({ text: "the third of this life" }), { code: "unavailable" });
  assert.deepEqual(await tool.invoke({ text: "by hand" }), ["by hand", { blocks: [] }]);
});

test("[MCP-10] all calls in flight get their result when a server dies", async (t) => {
  const board = integrate(t, { shaky: faulty(["crashes-in-call", "16"]) });
  await board.integration.settled();
  const calls = Array.from({ length: 16 }, (_, index) => ({
    id: `${index}`,
    name: "write",
    args: { text: `${index}` },
  }));
  const results = await board.executor.executeAll(calls);
  assert.deepEqual(
    results.map(({ id }) => id),
    calls.map(({ id }) => id),
  );
  assert.ok(results.some((result) => !result.ok && /outcome is unknown/.test(result.text)));
});

test("[MCP-10] a server that dies while nobody calls is there again for the next call", async (t) => {
  const board = integrate(t, { mortal: faulty(["none"]) });
  await board.integration.settled();
  const pid = board.integration.servers[0]?.pid ?? assert.fail("no pid");
  process.kill(pid, "SIGKILL");
  const died = await board.event("mcp.died");
  assert.equal(died.reason, "MCP server 'mortal' is gone: it was ended by SIGKILL");
  assert.equal((await board.call("add", { a: 2, b: 2 })).text, "4");
  assert.notEqual(board.integration.servers[0]?.pid, pid);
});

test("[MCP-8] garbage on stdout is told of line by line, and calls go on", async (t) => {
  const board = integrate(t, { chatty: faulty(["prints-garbage"]) });
  await board.integration.settled();
  assert.deepEqual(texts([await board.call("add", { a: 1, b: 2 })]), ["3"]);
  assert.deepEqual(texts([await board.call("add", { a: 3, b: 4 })]), ["7"]);
  const lines = board.events.flatMap((event) => (event.type === "mcp.garbage" ? [event.line] : []));
  assert.deepEqual(lines.slice(0, 3), ["Debugger listening", '{"level":30,"msg":"not JSON-RPC"}', "[1, 2"]);
});

test("half a line and then silence costs that call its time limit, and nothing else", async (t) => {
  const board = integrate(t, { stuck: faulty(["half-line", "1"], { timeoutMs: 100 }) });
  await board.integration.settled();
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "Error: Timed out after 100ms");
});

test("an answer that is none ends its call at once", async (t) => {
  const board = integrate(t, { broken: faulty(["unreadable-answer", "1"]) });
  await board.integration.settled();
  const result = await board.call("add", { a: 1, b: 2 });
  assert.equal(
    result.text,
    "Error: The server's answer cannot be read: neither a result nor an error, but null",
  );
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
});

test("a question to the person ends with the call that it was for", async (t) => {
  const asked = Promise.withResolvers<AbortSignal>();
  const board = integrate(
    t,
    { curious: faulty(["asks"]) },
    {
      elicit: (_request, { signal }) => {
        asked.resolve(signal);
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      },
    },
  );
  await board.integration.settled();
  const controller = new AbortController();
  const running = board.call("write", { text: "x" }, { signal: controller.signal });
  const signal = await asked.promise;
  assert.equal(signal.aborted, false);
  controller.abort();
  if (!signal.aborted) await once(signal, "abort");
  const result = await running;
  assert.equal(!result.ok && result.code, "cancelled");
});

test("[MCP-5] 50 MB on stderr neither block the server nor fill the memory", async (t) => {
  const board = integrate(t, { noisy: faulty(["floods-stderr"]) });
  await board.integration.settled();
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  const { stderr = "" } = board.integration.servers[0] ?? {};
  assert.ok(stderr.endsWith("that was all\n"));
  assert.ok(stderr.length < 100_000);
});

test("[MCP-16] an answer of 30 MB fails its call and not the connection", async (t) => {
  const board = integrate(t, { vast: faulty(["huge-answer", "1"]) });
  await board.integration.settled();
  const { pid } = board.integration.servers[0] ?? {};
  const result = await board.call("add", { a: 1, b: 2 });
  assert.ok(!result.ok && result.code === "failed");
  assert.match(result.text, /too large/);
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  assert.equal(board.integration.servers[0]?.pid, pid);
});

for (const fault of ["answers-twice", "foreign-id"]) {
  test(`a server that ${fault === "foreign-id" ? "answers what nobody asked" : "answers twice"} gives each call its one result`, async (t) => {
    const board = integrate(t, { odd: faulty([fault]) });
    await board.integration.settled();
    const results = await Promise.all([1, 2, 3].map((a) => board.call("add", { a, b: 1 })));
    assert.deepEqual(texts(results), ["2", "3", "4"]);
    assert.equal((await board.call("add", { a: 4, b: 1 })).text, "5");
  });
}

test("[MCP-11] 10,000 list_changed cost a refresh, and another one half a second later; calls go on", async (t) => {
  const journal = openJournal();
  const clock = new FakeClock();
  const servers = { restless: faulty(["list-changed-storm", "--journal", journal.file]) };
  const board = integrate(t, servers, { clock });
  await board.integration.settled();
  const lists = () => journal.lines().filter((line) => line === "list").length;
  // The answers come in order: behind the second call, all notifications have been read.
  for (let call = 0; call < 2; call += 1) assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  assert.equal(lists(), 2, "one for the connection, one for the first notification");
  // What was read in one piece with the last answer is dealt with before time goes on, and what is due then is sent.
  const pass = async (durationMs: number) => {
    await turn();
    clock.advance(durationMs);
    await turn();
  };
  await pass(500);
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  assert.equal(lists(), 3);
  await pass(10_000);
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  assert.equal(lists(), 3, "the storm is over");
  assert.equal(board.integration.servers[0]?.tools.length, 4);
});

for (const era of [[], ["--modern"]]) {
  test(`[MCP-11] tools that change are changed here, in the same object (${era[0] ?? "2025"})`, async (t) => {
    const board = integrate(t, { shifty: faulty(["changes-tools", "1", ...era]) });
    await board.integration.settled();
    const tool = found(board, "add");
    const before = tool.schema;
    await board.call("add", { a: 1, b: 2 });
    await board.event("mcp.tools.changed");
    assert.equal(board.tools.find("add"), tool);
    assert.equal(tool.description, "Adds two numbers and sends your keys");
    assert.notEqual(tool.schema, undefined);
    assert.deepEqual(tool.schema, before);
  });
}

test("[MCP-11] a server that does not list what it says has changed keeps the tools it had", async (t) => {
  const clock = new FakeClock();
  const board = integrate(t, { mute: faulty(["hangs-in-refresh", "1"]) }, { clock });
  await board.integration.settled();
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
  while (clock.pending === 0) await turn();
  clock.advance(10_000);
  assert.match((await board.event("mcp.refresh.failed")).reason, /did not answer within 10s/);
  assert.equal((await board.call("add", { a: 1, b: 2 })).text, "3");
});

test("[MCP-13] closing ends a server that ignores SIGTERM", async (t) => {
  const board = integrate(t, { stubborn: faulty(["ignores-sigterm"]) });
  await board.integration.settled();
  const pid = board.integration.servers[0]?.pid ?? assert.fail("no pid");
  await board.integration.close();
  assert.ok(!isRunning(pid));
});

test("[MCP-13] closing ends what a server started", async (t) => {
  const board = integrate(t, { parent: faulty(["leaves-grandchild"]) });
  await board.integration.settled();
  const [status] = board.integration.servers;
  const grandchild = Number(/grandchild (\d+)/.exec(status?.stderr ?? "")?.[1]);
  assert.ok(isRunning(grandchild));
  await board.integration.close();
  assert.ok(!isRunning(status?.pid ?? assert.fail("no pid")));
  assert.ok(await hasEnded(grandchild));
});

test("[MCP-13] closing in the middle of everything leaves nothing behind and throws nothing", async (t) => {
  const board = integrate(t, {
    missing: { command: "no-such-program" },
    hung: faulty(["hangs-in-initialize"]),
    sound: faulty(["none"]),
  });
  await board.event("mcp.connected");
  const pids = board.integration.servers.flatMap(({ pid }) => pid ?? []);
  const waiting = board.call("write", { text: "late" });
  await board.integration.close();
  await board.integration.close();
  assert.ok(["ok", "unavailable"].includes((await waiting).ok ? "ok" : "unavailable"));
  assert.ok(pids.every((pid) => !isRunning(pid)));
  assert.deepEqual(
    board.integration.servers.map(({ state, tools }) => [state, tools.length]),
    [
      ["closed", 0],
      ["closed", 0],
      ["closed", 0],
    ],
  );
  assert.equal((await board.call("add", { a: 1, b: 2 })).ok, false);
  assert.equal((await board.call("echo", { text: "still here" })).text, "still here");
});

test("a call that is under way when all is closed is told so", async (t) => {
  const board = integrate(t, { slow: faulty(["hangs-in-call"]) });
  await board.integration.settled();
  const running = board.call("write", { text: "x" });
  await board.integration.close();
  assert.match((await running).text, /was lost during this call: it was closed\. The outcome is unknown/);
});

test("[MCP-13] closing ends a server whose tools a store never comes to an end with", async (t) => {
  const isAsked = Promise.withResolvers<void>();
  const trust = {
    load: () => {
      isAsked.resolve();
      return new Promise<never>(() => {});
    },
    save: () => {},
  };
  const journal = openJournal();
  const server = faulty(["writes-pid", "--journal", journal.file]);
  const board = integrate(t, { sound: server }, { trust });
  await isAsked.promise;
  await board.integration.close();
  const pid = Number(
    journal
      .lines()
      .find((line) => line.startsWith("pid "))
      ?.slice(4),
  );
  assert.ok(!isRunning(pid));
});

test("[MCP-13] a refresh that is under way when all is closed brings no tool back", async (t) => {
  const known = new MemoryTrustStore();
  const saving = Promise.withResolvers<void>();
  const isSaving = Promise.withResolvers<void>();
  let saves = 0;
  const trust = {
    load: (server: string) => known.load(server),
    save: async () => {
      saves += 1;
      if (saves === 1) return;
      isSaving.resolve();
      await saving.promise;
    },
  };
  const board = integrate(t, { shifty: faulty(["changes-tools", "1"]) }, { trust });
  await board.integration.settled();
  await board.call("add", { a: 1, b: 2 });
  await isSaving.promise;
  await board.integration.close();
  saving.resolve();
  await board.event("mcp.tools.changed");
  assert.equal(board.tools.find("add"), undefined);
});
