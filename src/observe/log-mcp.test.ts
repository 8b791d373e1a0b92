import assert from "node:assert/strict";
import test from "node:test";
import type { McpEvent, McpFailure } from "../mcp/events.ts";
import { logEvents, type Log } from "./log.ts";

interface Line {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

function logged(event: McpEvent, secrets: readonly string[] = []): Line {
  const lines: Line[] = [];
  const write =
    (level: string) =>
    (fields: Readonly<Record<string, unknown>>, message: string): void =>
      void lines.push({ level, fields, message });
  const log: Log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  logEvents(log, { secrets })(event);
  assert.equal(lines.length, 1);
  return lines[0] ?? assert.fail();
}

const server = "zwave";

const failure: McpFailure = {
  server,
  attempts: 3,
  reason: "Connection to stdio server 'zwave' failed: it exited with code 1",
  stderr: "Error: connect ECONNREFUSED 127.0.0.1:1883\n",
  check: ["MQTT broker running", "zwave-mcp-server installed"],
  localTools: ["datetime", "search", "volume"],
  readyServers: [],
};

test("[MCP-2] each attempt is logged with its number and its delay", () => {
  const { level, fields, message } = logged({
    type: "mcp.connecting",
    server,
    attempt: 2,
    attempts: 3,
    delayMs: 2_000,
  });
  assert.equal(level, "info");
  assert.deepEqual(fields, { server, attempt: 2, delayMs: 2_000 });
  assert.equal(message, "Connecting to MCP server 'zwave': attempt 2 of 3, delay 2s");
});

test("[MCP-2] an attempt that fails is logged with the reason and the wait before the next", () => {
  const { level, message } = logged({
    type: "mcp.attempt.failed",
    server,
    attempt: 1,
    attempts: 3,
    reason: "no broker",
    stderr: "",
    retryInMs: 2_000,
  });
  assert.equal(level, "warn");
  assert.equal(message, "MCP connection attempt 1 of 3 failed, next in 2s: no broker");
});

test("[MCP-3] a later success says on which attempt", () => {
  const { level, message } = logged({
    type: "mcp.connected",
    server,
    attempt: 2,
    tools: 4,
    protocolVersion: "2025-11-25",
  });
  assert.equal(level, "info");
  assert.equal(message, "MCP connection succeeded on attempt 2: 'zwave', 4 tools");
});

test("[MCP-4] the last failure says the reason, the server's words, what to check and what goes on", () => {
  const { level, message } = logged({ type: "mcp.failed", ...failure });
  assert.equal(level, "error");
  assert.equal(
    message,
    [
      "MCP connection failed after 3 attempts",
      "❌ Failed to initialize MCP tools after 3 attempts",
      "   Reason: Connection to stdio server 'zwave' failed: it exited with code 1",
      "   MCP Server stderr: Error: connect ECONNREFUSED 127.0.0.1:1883",
      "   Check: MQTT broker running, zwave-mcp-server installed",
      "⚠️ Continuing with local tools only (datetime, search, volume)",
    ].join("\n"),
  );
});

test("[MCP-4] servers that are there are not forgotten, and where nothing is to be checked the config is", () => {
  const { message } = logged({
    type: "mcp.failed",
    ...failure,
    check: [],
    stderr: "",
    readyServers: ["memory"],
  });
  assert.match(message, /MCP Server stderr: \(nothing\)/);
  assert.match(message, /Check: the server's command or URL in the configuration/);
  assert.match(message, /Continuing with local tools \(datetime, search, volume\) and those of memory$/);
});

test("[MCP-5] of a long stderr the end is logged, and no secret in it", () => {
  const stderr = `${"noise\n".repeat(5_000)}password=hunter2 for s3cr3t-value\nthe end`;
  const { message, fields } = logged({ type: "mcp.failed", ...failure, stderr }, ["s3cr3t-value"]);
  assert.match(message, /the end/);
  assert.ok(message.length < 5_000);
  assert.doesNotMatch(JSON.stringify([message, fields]), /hunter2|s3cr3t/);
});

test("[MCP-8] a line that is not JSON-RPC is a warning with the line itself", () => {
  const { level, message } = logged({ type: "mcp.garbage", server, line: "Debugger listening" });
  assert.equal(level, "warn");
  assert.equal(
    message,
    "MCP server 'zwave' wrote a line to stdout that is not JSON-RPC; it is skipped: Debugger listening",
  );
});

test("[MCP-10] a death is an error that says when the server is started again", () => {
  const died = {
    type: "mcp.died",
    server,
    reason: "MCP server 'zwave' is gone: it exited with code 1",
    stderr: "",
  } as const;
  assert.equal(
    logged({ ...died, restartInMs: 0 }).message,
    "MCP server 'zwave' is gone: it exited with code 1. It is started again at once",
  );
  assert.match(logged({ ...died, restartInMs: 4_000 }).message, /started again in 4s$/);
});

test("a tool that is not what it was is a warning that names what changed", () => {
  const altered = {
    type: "mcp.tool.altered",
    server,
    tool: "lock",
    changed: ["description", "schema"],
  } as const;
  const { level, message } = logged({ ...altered, isQuarantined: true });
  assert.equal(level, "warn");
  assert.equal(
    message,
    `Tool "lock" of MCP server 'zwave' is not what it was: its description and schema changed. ` +
      "It is kept back until it is approved",
  );
  assert.doesNotMatch(logged({ ...altered, isQuarantined: false }).message, /kept back/);
});

test("other tools, a failed refresh, a problem and a failed store are told in a line each", () => {
  const changed = logged({ type: "mcp.tools.changed", server, added: ["on"], removed: ["off", "dim"] });
  assert.equal(changed.message, "MCP server 'zwave' has other tools now; new: on; gone: off, dim");
  assert.match(logged({ type: "mcp.refresh.failed", server, reason: "busy" }).message, /busy/);
  const problem = { type: "mcp.problem", server, reason: "odd" } as const;
  assert.match(logged({ ...problem, transport: "stdio" }).message, /^MCP server 'zwave': odd$/);
  assert.equal(logged({ ...problem, transport: "stdio" }).level, "warn");
  assert.equal(logged({ ...problem, transport: "http" }).level, "debug");
  assert.equal(logged({ type: "mcp.trust.failed", server, reason: "disk full" }).level, "error");
});
