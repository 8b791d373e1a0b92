import assert from "node:assert/strict";
import test from "node:test";

import { ToolExecutor } from "../../../src/calls/executor.ts";
import type { FakeStep } from "../../../src/testing.ts";
import { ToolManager } from "../../../src/tools/manager.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import {
  question,
  createTools,
  createExecutor,
  run,
  call,
  never,
  hasCode,
  nextChat,
  type SetUp,
} from "./harness.ts";

/** Streams that end too early, by the server's fault or by the caller's wish. */
export function testAbortsAndCuts(name: string, setUp: SetUp): void {
  const beginnings: readonly (readonly [string, readonly FakeStep[]])[] = [
    ["in the middle of a text", ["It is "]],
    ["in the middle of thinking", [{ thinking: "Two and " }]],
    ["in the middle of a call", [{ unfinishedCall: { name: "add", arguments: { a: 2, b: 3 } } }]],
    ["after a whole call", [call("add", { a: 2, b: 3 })]],
  ];

  for (const [state, beginning] of beginnings) {
    for (const cut of ["end", "close", "reset"] as const) {
      test(`[CHAT-12] ${name}: a stream that is cut (${cut}) ${state} is an error and executes nothing`, async (t) => {
        const subject = await setUp(t, [[...beginning, { cut }], "Should not be asked for."]);
        const { tools, calls } = createTools();
        await assert.rejects(run(subject, { tools }), hasCode("truncated"));
        assert.deepEqual(calls, []);
        assert.equal(subject.server.chats.length, 1);
      });
    }

    test(`[CHAT-10] ${name}: an abort ${state} closes the socket, executes nothing and spares the neighbour`, async (t) => {
      const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      function* playForEver(): Generator<FakeStep> {
        yield* beginning;
        begin();
        yield { wait: never };
      }
      const subject = await setUp(t, [playForEver(), ["Slow, ", { wait: goOn }, "but here."]]);
      const { tools, calls } = createTools();
      const controller = new AbortController();
      const executor = createExecutor(tools);
      const aborted = run(subject, { tools, executor, options: { signal: controller.signal } });
      const chat = await nextChat(subject, 1);
      await begun;
      const neighbour = run(subject, { tools, executor });
      await nextChat(subject, 2);
      controller.abort();
      await assert.rejects(aborted, hasCode("aborted"));
      assert.equal(await chat.closed, "client");
      letGo();
      assert.equal((await neighbour).answer.text, "Slow, but here.");
      assert.deepEqual(calls, []);
    });
  }

  test(`[CHAT-10] ${name}: an abort before the first byte closes the socket`, async (t) => {
    const subject = await setUp(t, [[{ wait: never }]]);
    const controller = new AbortController();
    const aborted = run(subject, { options: { signal: controller.signal } });
    const chat = await nextChat(subject, 1);
    controller.abort();
    await assert.rejects(aborted, hasCode("aborted"));
    assert.equal(await chat.closed, "client");
  });

  test(`[CHAT-10] ${name}: a signal that has fired already sends nothing`, async (t) => {
    const subject = await setUp(t, ["Should not be asked for."]);
    await assert.rejects(run(subject, { options: { signal: AbortSignal.abort() } }));
    assert.equal(subject.server.chats.length, 0);
  });

  test(`[CHAT-10] ${name}: an abort while a tool runs ends the run`, async (t) => {
    const subject = await setUp(t, [[call("wait", {})], "Should not be asked for."]);
    const controller = new AbortController();
    const wait: Tool = {
      name: "wait",
      description: "Waits",
      schema: { type: "object", properties: {} },
      invoke() {
        controller.abort();
        return never;
      },
    };
    await assert.rejects(run(subject, { tools: [wait], options: { signal: controller.signal } }));
    assert.equal(subject.server.chats.length, 1);
  });

  test(`[CHAT-10] ${name}: leaving the events closes the socket`, async (t) => {
    const subject = await setUp(t, [["It is ", { wait: never }]]);
    const executor = new ToolExecutor({ tools: new ToolManager() });
    for await (const event of subject.converse(question, executor, {})) {
      if (event.type === "text.delta") break;
    }
    assert.equal(await subject.server.chats[0]?.closed, "client");
  });
}
