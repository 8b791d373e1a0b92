import assert from "node:assert/strict";
import { test } from "node:test";
import type { VoiceEvent } from "../voice/events.ts";
import { logEvents, type Log } from "./log.ts";

function linesOf(event: VoiceEvent): [string, string, Readonly<Record<string, unknown>>][] {
  const lines: [string, string, Readonly<Record<string, unknown>>][] = [];
  const write = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push([level, message, fields]);
  const log: Log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  logEvents(log, { secrets: ["s3cret"] })(event);
  return lines;
}

test("[VOX-1] every action of a voice is in the log with the words that caused it, without secrets", () => {
  const call = { id: "1", name: "turn_on", args: { device: "lamp", password: "x" } };
  const result = {
    ok: true,
    id: "1",
    name: "turn_on",
    text: "on",
    value: "on",
    args: {},
    durationMs: 1,
    repairs: [],
  } as const;
  const [[level, message, fields] = []] = linesOf({
    type: "action.taken",
    words: "turn on the s3cret lamp",
    source: "kitchen",
    call,
    result,
  });
  assert.equal(level, "info");
  assert.match(message ?? "", /^"turn on the .* lamp" → turn_on: ok$/);
  assert.ok(!JSON.stringify([message, fields]).includes("s3cret"));
  assert.notDeepEqual(fields?.["args"], call.args);
});

test("[VOX-3] a turn that failed is an error in the log, one that was dropped a warning", () => {
  const report = { source: "x", question: "", answer: "", results: [], durations: { totalMs: 1 } };
  const failed = linesOf({
    type: "turn.ended",
    report: { ...report, end: "failed", error: new Error("no model") },
  });
  assert.deepEqual(failed[0]?.slice(0, 2), ["error", "The turn failed: no model"]);
  assert.equal(linesOf({ type: "turn.ended", report: { ...report, end: "dropped" } })[0]?.[0], "warn");
});
