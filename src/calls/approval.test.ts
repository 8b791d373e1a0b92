import assert from "node:assert/strict";
import test from "node:test";
import { FakeClock } from "../testing/fake-clock.ts";
import { ToolManager } from "../tools/manager.ts";
import type { Tool } from "../tools/tool.ts";
import {
  createApproval,
  type Approval,
  type Approve,
  type AskPerson,
  type PersonsAnswer,
} from "./approval.ts";
import type { CallEvent } from "./events.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./executor.ts";

const ran: string[] = [];

const tool = (name: string, annotations?: Tool["annotations"]): Tool => ({
  name,
  description: "A tool",
  schema: { type: "object", properties: { level: { type: "number" } } },
  ...(annotations && { annotations }),
  invoke: () => {
    ran.push(name);
    return "done";
  },
});

function executorWith(
  options: Partial<ToolExecutorOptions>,
  tools = [tool("unlock"), tool("look", { readOnlyHint: true })],
) {
  const manager = new ToolManager();
  manager.add(tools);
  ran.length = 0;
  return new ToolExecutor({ tools: manager, ...options });
}

const call = (name: string, args: unknown = {}) => ({ id: "1", name, args });

/** What came of a call, and whether the tool was reached. */
async function outcomeOf(approve: Approve, name: string) {
  const result = await executorWith({ approve }).execute(call(name));
  return { code: result.ok ? "ok" : result.code, hasRun: ran.includes(name) };
}

const allowed = { code: "ok", hasRun: true };
const denied = { code: "denied", hasRun: false };

test("read-only tools run, and what else would be asked about is denied where there is nobody to ask", async () => {
  const approve = createApproval({});
  assert.deepEqual(await outcomeOf(approve, "look"), allowed);
  assert.deepEqual(await outcomeOf(approve, "unlock"), denied);
});

test("a rule for a tool goes before a pattern, the strictest pattern before others, and any rule before the default", async () => {
  const rules = (
    tools: Record<string, "ask" | "allow" | "deny">,
    otherwise: "ask" | "allow" | "deny" = "ask",
  ) => createApproval({ default: otherwise, tools });
  assert.deepEqual(await outcomeOf(rules({ unlock: "allow", "*": "deny" }), "unlock"), allowed);
  assert.deepEqual(await outcomeOf(rules({ "un*": "allow", "*lock": "deny" }), "unlock"), denied);
  assert.deepEqual(await outcomeOf(rules({ "*lock": "deny", "un*": "allow" }), "unlock"), denied);
  assert.deepEqual(await outcomeOf(rules({ "un*": "allow" }, "deny"), "unlock"), allowed);
  assert.deepEqual(await outcomeOf(rules({ ".*": "allow" }, "deny"), "unlock"), denied);
  assert.deepEqual(await outcomeOf(rules({}, "allow"), "unlock"), allowed);
  assert.deepEqual(await outcomeOf(rules({ look: "deny" }), "look"), denied);
  assert.deepEqual(await outcomeOf(rules({ look: "ask" }), "look"), denied);
});

test("a person's `once` is for one call, `always` for all that follow, and `no` tells the model", async () => {
  const answers: PersonsAnswer[] = ["once", "no", "always"];
  const asked: unknown[] = [];
  const askPerson: AskPerson = ({ name, args }) => {
    asked.push({ name, args });
    return Promise.resolve(answers.shift() ?? "no");
  };
  const executor = executorWith({ approve: createApproval({}, askPerson) });
  const unlock = () => executor.execute(call("unlock", { level: "3" }));
  assert.equal((await unlock()).ok, true);
  const refused = await unlock();
  assert.deepEqual([refused.ok, refused.text], [false, 'Error: The user does not want "unlock" to run']);
  assert.equal((await unlock()).ok, true);
  assert.equal((await unlock()).ok, true);
  // What is asked about is what will run: the repaired arguments.
  const repaired = { name: "unlock", args: { level: 3 } };
  assert.deepEqual(asked, [repaired, repaired, repaired]);
});

test("calls that come together are asked about one after the other, and `always` spares the rest the question", async () => {
  const open: ((answer: PersonsAnswer) => void)[] = [];
  let asked = 0;
  const askPerson: AskPerson = () => {
    asked += 1;
    return new Promise((resolve) => open.push(resolve));
  };
  const executor = executorWith({ approve: createApproval({}, askPerson) });
  const results = executor.executeAll([call("unlock"), call("unlock"), call("unlock")]);
  await new Promise(setImmediate);
  assert.equal(asked, 1);
  open.shift()?.("always");
  assert.deepEqual(
    (await results).map(({ ok }) => ok),
    [true, true, true],
  );
  assert.equal(asked, 1);
});

test("the time that a decision takes is not the tool's", async () => {
  const clock = new FakeClock();
  let decide: (approval: Approval) => void = () => {};
  const approve: Approve = () => new Promise((resolve) => (decide = resolve));
  const result = executorWith({ approve, clock, timeoutMs: 1_000 }).execute(call("unlock"));
  clock.advance(3_600_000);
  decide("allow");
  assert.partialDeepStrictEqual(await result, { ok: true, durationMs: 0 });
});

test("[EX-12] an abort ends the wait for a decision, and the tool does not run even if it is allowed later", async () => {
  const controller = new AbortController();
  let decide: (approval: Approval) => void = () => {};
  const approve: Approve = () => new Promise((resolve) => (decide = resolve));
  const result = executorWith({ approve }).execute(call("unlock"), { signal: controller.signal });
  controller.abort();
  assert.partialDeepStrictEqual(await result, { ok: false, code: "cancelled" });
  decide("allow");
  await new Promise(setImmediate);
  assert.deepEqual(ran, []);
});

test("a question that nobody answers and nobody waits for does not hold up the next one", async () => {
  const controller = new AbortController();
  let asked = 0;
  const askPerson: AskPerson = () => (++asked === 1 ? new Promise(() => {}) : Promise.resolve("once"));
  const executor = executorWith({ approve: createApproval({}, askPerson) });
  const first = executor.execute(call("unlock"), { signal: controller.signal });
  const second = executor.execute(call("unlock"));
  await new Promise(setImmediate);
  controller.abort();
  assert.equal((await first).ok, false);
  assert.equal((await second).ok, true);
});

test("[EX-13] an approval that fails is no permission", async () => {
  for (const approve of [() => assert.fail("broken"), () => Promise.reject(new Error("broken"))]) {
    const result = await executorWith({ approve }).execute(call("unlock"));
    assert.partialDeepStrictEqual(result, {
      ok: false,
      code: "denied",
      text: "Error: It was not approved: broken",
    });
  }
  assert.deepEqual(ran, []);
});

test("[EX-13] an answer that is neither a permission nor a denial is no permission", async () => {
  for (const answer of [
    undefined,
    null,
    true,
    false,
    "yes",
    "deny",
    {},
    { deny: true },
    Promise.resolve(true),
  ]) {
    assert.deepEqual(await outcomeOf((() => answer) as unknown as Approve, "unlock"), denied);
  }
  for (const answer of [undefined, false, true, "yes"]) {
    const askPerson = (async () => answer) as unknown as AskPerson;
    assert.deepEqual(await outcomeOf(createApproval({}, askPerson), "unlock"), denied);
  }
});

test("a denied call has its one end in the log and no start; wrong arguments are never asked about", async () => {
  const events: CallEvent[] = [];
  const asked: string[] = [];
  const approve: Approve = ({ name }) => {
    asked.push(name);
    return { deny: "no" };
  };
  const executor = executorWith({ approve, observe: (event) => void events.push(event) });
  await executor.execute(call("unlock"));
  await executor.execute(call("unlock", { level: "much" }));
  await executor.execute(call("nothing"));
  assert.deepEqual(
    events.map(({ type }) => type),
    ["call.ended", "call.ended", "call.ended"],
  );
  assert.deepEqual(asked, ["unlock"]);
});
