#!/usr/bin/env node
import type { CallEvent } from "../calls/events.ts";
import { messageOf } from "../calls/failure.ts";
import { formatDuration } from "../calls/format-duration.ts";
import { readHouseEnvironment } from "../config/house-environment.ts";
import { packageVersion } from "../mcp/package-version.ts";
import type { ServeEvent } from "../mcp/serve/events.ts";
import { serveMcp } from "../mcp/serve/serve-mcp.ts";
import { connectBroker, type BrokerEvent } from "../mqtt/broker-connection.ts";
import { describeBrokerEvent } from "../observe/log-broker.ts";
import { ToolManager } from "../tools/manager.ts";
import { createZwaveTools } from "./zwave-tools.ts";

const help = `zwave-mcp-server: a Z-Wave house as tools for any MCP client, over stdio.

It speaks MQTT with the gateway of zwave-js-ui (gateway type "named topics", with "retain").
A client starts it with these in its environment:

  MQTT_BROKER_URL   the broker, such as mqtt://localhost:1883 or mqtts://host:8883 (needed)
  MQTT_USERNAME     credentials, where the broker wants them
  MQTT_PASSWORD
  MQTT_CA           a file with the certificate authority of a broker with TLS
  ZWAVE_PREFIX      the prefix of zwave-js-ui's topics (zwave)

Options:
  --help            shows this
  --version         shows the version
`;

const exitCodes = { fine: 0, usage: 2 } as const;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const [option] = args;
  if (option === "--help" || option === "-h") return print(help);
  if (option === "--version") return print(`${packageVersion()}\n`);
  if (option !== undefined) return refuse(`"${option}" is no option of zwave-mcp-server. See --help.`);
  try {
    return await serve();
  } catch (error) {
    return refuse(messageOf(error));
  }
}

async function serve(): Promise<number> {
  const { broker: address, prefix } = readHouseEnvironment();
  if (address === undefined)
    return refuse("MQTT_BROKER_URL is not set. Set it to your broker, such as mqtt://localhost:1883.");
  const broker = connectBroker({ ...address, observe: log });
  const tools = new ToolManager();
  tools.add(createZwaveTools({ broker, ...(prefix !== undefined && { prefix }) }));
  const serving = await serveMcp({
    tools,
    name: "zwave-mcp-server",
    instructions: "These tools control a real house. A command that fails was not confirmed by the device.",
    transport: "stdio",
    observe: log,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void serving.close());
  await serving.closed;
  await broker.close();
  return exitCodes.fine;
}

/** stdout is the protocol's; what a person should know goes to stderr (MCP-9). */
function log(event: BrokerEvent | CallEvent | ServeEvent): void {
  const line = describe(event);
  if (line !== undefined) process.stderr.write(`zwave-mcp-server: ${line}\n`);
}

function describe(event: BrokerEvent | CallEvent | ServeEvent): string | undefined {
  switch (event.type) {
    case "broker.connected":
    case "broker.lost":
    case "broker.refused":
    case "broker.dropped":
      return describeBrokerEvent(event);
    case "call.ended":
      return `${event.result.name}: ${event.result.text.split("\n", 1)[0] ?? ""} (${formatDuration(event.result.durationMs)})`.slice(
        0,
        300,
      );
    case "serve.problem":
      return event.error.message;
    default:
      return undefined;
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return exitCodes.fine;
}

function refuse(reason: string): number {
  process.stderr.write(`zwave-mcp-server: ${reason}\n`);
  return exitCodes.usage;
}
