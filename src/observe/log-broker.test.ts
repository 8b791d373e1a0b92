import assert from "node:assert/strict";
import test from "node:test";
import type { Log } from "./log.ts";
import { logEvents } from "./log.ts";

test("what happens to the connection to a broker is in the log", () => {
  const lines: string[] = [];
  const at = (level: string) => (_fields: unknown, message: string) => void lines.push(`${level} ${message}`);
  const log: Log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const observe = logEvents(log);
  const url = "mqtt://localhost:1883";
  observe({ type: "broker.connected", url } as { type: string });
  observe({ type: "broker.lost", url, reason: "it was closed", retryInMs: 500 } as { type: string });
  observe({ type: "broker.refused", url, filters: ["zwave/#"] } as { type: string });
  observe({ type: "broker.dropped", topic: "a/b", reason: "stale" } as { type: string });
  assert.deepEqual(lines, [
    "info Connected to the MQTT broker at mqtt://localhost:1883",
    "warn No connection to the MQTT broker at mqtt://localhost:1883: it was closed. Next attempt in 500ms",
    "warn The MQTT broker at mqtt://localhost:1883 refuses to send what is published to zwave/#. Check what this user may read",
    'warn A message to the topic "a/b" was not sent: it waited too long',
  ]);
});
