import assert from "node:assert/strict";
import test from "node:test";

import type { FakeStep } from "../../../src/testing.ts";
import { run, hasCode, type SetUp } from "./harness.ts";

/** Servers that are busy, broken or not there. */
export function testServers(name: string, setUp: SetUp): void {
  for (const status of [429, 500, 503]) {
    test(`[CHAT-1] ${name}: HTTP ${status} is tried again, and an error with its status in the end`, async (t) => {
      const refusal: FakeStep[] = [{ status, error: "no", headers: { "retry-after": "0" } }];
      const subject = await setUp(t, [refusal, refusal, "At last.", refusal, refusal, refusal]);
      assert.equal((await run(subject, {})).answer.text, "At last.");
      await assert.rejects(
        run(subject, {}),
        (error: { code?: unknown; status?: unknown }) =>
          error.status === status && error.code === (status === 500 ? "server_error" : "busy"),
      );
      assert.equal(subject.server.chats.length, 6);
    });
  }

  test(`[CHAT-1] ${name}: HTTP 400 is not tried again`, async (t) => {
    const subject = await setUp(t, [[{ status: 400, error: "no" }]]);
    await assert.rejects(run(subject, {}), (error: { status?: unknown }) => error.status === 400);
    assert.equal(subject.server.chats.length, 1);
  });

  test(`[CHAT-1] ${name}: a connection that is lost before the answer begins is tried again`, async (t) => {
    const subject = await setUp(t, [[{ cut: "reset" }], "Here."]);
    assert.equal((await run(subject, {})).answer.text, "Here.");
  });

  test(`[CHAT-1] ${name}: a server that is not there is unreachable`, async (t) => {
    const subject = await setUp(t, []);
    await subject.server.close();
    await assert.rejects(run(subject, {}), hasCode("unreachable"));
  });
}
