import type { McpEvent } from "../mcp/events.ts";
import { lastLines } from "../mcp/last-lines.ts";
import type { Log } from "./log.ts";
import { messages } from "./messages.ts";
import type { Redact } from "./redact.ts";

/** A server's last words tell the most; they are in the log up to this length. */
const maxStderrLength = 2_000;

/** What a server says and writes may hold anything, secrets too. */
export function logMcpEvent(event: McpEvent, log: Log, redact: Redact, redactWhole: Redact): void {
  const { server } = event;
  const hide = (text: string): string => String(redact(text));
  // Hidden first, then cut: half a secret would not be recognised.
  const lastWords = (stderr: string): string => lastLines(String(redactWhole(stderr)), maxStderrLength);
  switch (event.type) {
    case "mcp.connecting": {
      const { attempt, attempts, delayMs } = event;
      return log.info(
        { server, attempt, delayMs },
        messages.mcpConnecting(server, attempt, attempts, delayMs),
      );
    }
    case "mcp.connected": {
      const { attempt, tools, protocolVersion } = event;
      return log.info(
        { server, attempt, tools, protocolVersion },
        messages.mcpConnected(server, attempt, tools),
      );
    }
    case "mcp.attempt.failed": {
      const { attempt, attempts, retryInMs } = event;
      const reason = hide(event.reason);
      return log.warn(
        { server, attempt, retryInMs, reason, stderr: lastWords(event.stderr) },
        messages.mcpAttemptFailed(attempt, attempts, reason, retryInMs),
      );
    }
    case "mcp.failed": {
      const failure = { ...event, reason: hide(event.reason), stderr: lastWords(event.stderr) };
      const { attempts, reason, stderr } = failure;
      return log.error({ server, attempts, reason, stderr }, messages.mcpFailed(failure));
    }
    case "mcp.died": {
      const { restartInMs } = event;
      const reason = hide(event.reason);
      return log.error(
        { server, reason, restartInMs, stderr: lastWords(event.stderr) },
        messages.mcpDied(reason, restartInMs),
      );
    }
    case "mcp.garbage":
      return log.warn({ server }, messages.mcpGarbage(server, hide(event.line)));
    case "mcp.problem": {
      // Over HTTP these are connections that come and go, and calls that are told of it themselves.
      const level = event.transport === "http" ? "debug" : "warn";
      return log[level]({ server }, messages.mcpProblem(server, hide(event.reason)));
    }
    case "mcp.tools.changed": {
      const { added, removed } = event;
      return log.info({ server, added, removed }, messages.mcpToolsChanged(server, added, removed));
    }
    case "mcp.refresh.failed":
      return log.warn({ server }, messages.mcpRefreshFailed(server, hide(event.reason)));
    case "mcp.tool.altered": {
      const { tool, changed, isQuarantined } = event;
      return log.warn(
        { server, tool, changed, isQuarantined },
        messages.mcpToolAltered(server, tool, changed, isQuarantined),
      );
    }
    case "mcp.trust.failed":
      return log.error({ server }, messages.mcpTrustFailed(server, hide(event.reason)));
  }
}
