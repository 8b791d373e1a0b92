import assert from "node:assert/strict";
import { test } from "node:test";
import type { Message } from "../chat/model.ts";
import { FakeClock } from "../testing.ts";
import { Conversations } from "./conversations.ts";

const turn = (text: string): Message[] => [
  { role: "user", content: text },
  { role: "assistant", content: "", toolCalls: [{ id: text, name: "t", args: {} }] },
  { role: "tool", content: "ok", toolCallId: text, toolName: "t" },
  { role: "assistant", content: `done ${text}` },
];

test("[VOX-1] a conversation starts afresh after two quiet minutes, and not before", () => {
  const clock = new FakeClock();
  const conversations = new Conversations({ quietMs: 120_000, maxTurns: 10 }, clock);
  assert.equal(conversations.add("voice", turn("a")), 1);
  clock.advance(119_999);
  assert.equal(conversations.messagesOf("voice").length, 4);
  assert.equal(conversations.add("voice", turn("b")), 2);
  clock.advance(120_000);
  assert.deepEqual(conversations.messagesOf("voice"), []);
  assert.equal(conversations.add("voice", turn("c")), 1);
});

test("[VOX-1] a long conversation is cut in front of a question, so that no result loses its call", () => {
  const conversations = new Conversations({ quietMs: 1000, maxTurns: 2 }, new FakeClock());
  const system: Message = { role: "system", content: "be short" };
  conversations.add("voice", [system, ...turn("a"), ...turn("b"), ...turn("c")]);
  assert.deepEqual(conversations.messagesOf("voice"), [...turn("b"), ...turn("c")]);
});

test("sessions know nothing of each other, and only so many are kept", () => {
  const conversations = new Conversations({ quietMs: 1000, maxTurns: 2 }, new FakeClock());
  conversations.add("anna", turn("a"));
  assert.deepEqual(conversations.messagesOf("ben"), []);
  for (let index = 0; index < 100; index += 1) conversations.add(`s${index}`, turn("x"));
  assert.deepEqual(conversations.messagesOf("anna"), []);
  assert.equal(conversations.messagesOf("s0").length, 4);
});
