/**
 * Switchboard as a program has it: a supervised server, and calls through the executor with repair, validation, deadline
 * and events to a log whose level is off. With `--invoke`, the tool alone, as a LangChain agent would use it.
 */
import { pino } from "pino";
import { ToolExecutor } from "../../../src/calls/executor.ts";
import { readChildEnvironment } from "../../../src/config/child-environment.ts";
import { McpIntegration } from "../../../src/mcp/integration.ts";
import { logEvents } from "../../../src/observe/log.ts";
import { ToolManager } from "../../../src/tools/manager.ts";
import { forecastName } from "../../lib/forecast.ts";
import { serveMcpCalls } from "../../lib/serve-mcp.ts";

const isInvoke = process.argv.includes("--invoke");
const observe = logEvents(pino({ level: "silent" }, { write: () => undefined }));

serveMcpCalls(async (server) => {
  const tools = new ToolManager();
  const executor = new ToolExecutor({ tools, observe });
  const integration = new McpIntegration(
    { forecast: server },
    { tools, observe, baseEnv: readChildEnvironment() },
  );
  integration.start();
  await integration.settled();
  const tool = tools.find(forecastName);
  return {
    async call(call) {
      if (isInvoke) {
        const value = await tool?.invoke({ ...call.args });
        return Array.isArray(value) ? value[0] : undefined;
      }
      const result = await executor.execute(call);
      return result.text;
    },
    close: () => integration.close(),
  };
});
