/**
 * Switchboard as a program has it: repair, validation, deadline, events, and a log that listens to them. With
 * `--logging` the lines are really made.
 */
import { pino } from "pino";
import { ToolExecutor } from "../../../src/calls/executor.ts";
import { logEvents } from "../../../src/observe/log.ts";
import { ToolManager } from "../../../src/tools/manager.ts";
import { forecast, forecastDescription, forecastName, forecastSchema } from "../../lib/forecast.ts";
import { serveCalls } from "../../lib/serve-calls.ts";

const logging = process.argv.includes("--logging");
const logger = pino({ level: logging ? "info" : "silent" }, { write: () => undefined });
const tools = new ToolManager();
tools.add({ name: forecastName, description: forecastDescription, schema: forecastSchema, invoke: forecast });
const executor = new ToolExecutor({ tools, observe: logEvents(logger) });

serveCalls({
  execute: (call) => executor.execute(call),
  prepareTurn: (calls) => () => executor.executeAll(calls),
});
