/**
 * The bare limit: what a call cannot do without, written out by hand and nothing else. Look up the tool, validate
 * the arguments, set a time limit, await the tool, write a log line. With `--logging` the line is really made.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { pino } from "pino";
import { forecast, forecastName, forecastSchema, type ForecastCall } from "../../lib/forecast.ts";
import { serveCalls } from "../../lib/serve-calls.ts";

const logging = process.argv.includes("--logging");
const logger = pino({ level: logging ? "info" : "silent" }, { write: () => undefined });
const tools = new Map([
  [forecastName, { validate: new Ajv2020().compile(forecastSchema), invoke: forecast }],
]);

async function execute(call: ForecastCall): Promise<string> {
  const tool = tools.get(call.name);
  if (tool === undefined) throw new Error(`Unknown tool "${call.name}"`);
  if (!tool.validate(call.args)) throw new Error("Invalid arguments");
  const timer = setTimeout(failLate, 30_000);
  try {
    const result = await tool.invoke(call.args);
    logger.info({ tool: call.name, callId: call.id, args: call.args, result }, "Tool executed");
    return result;
  } finally {
    clearTimeout(timer);
  }
}

function failLate(): never {
  throw new Error("Timed out");
}

serveCalls({ execute, prepareTurn: (calls) => () => Promise.all(calls.map(execute)) });
