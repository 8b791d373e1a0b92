import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createApproval } from "../../calls/approval.ts";
import { startHouse, type House } from "../../house/simulated-house.ts";
import type { McpServerConfig } from "../../mcp/server-config.ts";
import { chat } from "../chat-loop.ts";
import type { CommandContext, DefineCommand } from "../command.ts";
import { runTour } from "../tour.ts";
import type { SessionOptions } from "../session.ts";

export const define: DefineCommand = (command, context) => {
  command
    .option("--tour", "run a tour of requests and end, as without a terminal")
    .addHelpText(
      "after",
      `
A house with a dozen Z-Wave devices behind a real MQTT broker, and the Z-Wave MCP server in a process of its own.
Try: "turn on the ceiling light", "dim the floor lamp to 40 %", "what does the climate sensor say", "unlock the front door".`,
    )
    .action((options: { readonly tour?: boolean }) => demo(options, context));
};

async function demo({ tour = false }: { readonly tour?: boolean }, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const house = await startHouse();
  try {
    const options = houseSession(house);
    const greeting = [
      `A house of ${house.devices.length} devices behind a real MQTT broker. Try:`,
      '  "turn on the ceiling light", "dim the floor lamp to 40 percent", "read the climate sensor",',
      '  "unlock the front door" (which needs your approval)',
    ].map((line) => terminal.style.dim(line));
    context.exitCode =
      tour || !terminal.isInteractive
        ? await runTour(context, options)
        : await chat(context, { ...options, greeting });
  } finally {
    await house.close();
  }
}

function houseSession(house: House): SessionOptions {
  const { brokerUrl, prefix } = house;
  return {
    prepare: ({ serversTried }, signal) => serversTried(signal),
    servers: { zwave: { ...zwaveServer(), env: { MQTT_BROKER_URL: brokerUrl, ZWAVE_PREFIX: prefix } } },
    isStandalone: true,
    operatorValues: { deviceName: { tool: "list_zwave_devices", path: "devices[].name" } },
    // Lights and heating are what a demo is for; doors are asked about.
    approve: ({ approval }, ask) =>
      createApproval(
        {
          ...approval,
          tools: { control_zwave_device: "allow", set_thermostat: "allow", ...approval.tools },
        },
        ask,
      ),
  };
}

/** The server's program, as this one is run: from the source or from the bundle. */
function zwaveServer(): McpServerConfig {
  const root = dirname(createRequire(import.meta.url).resolve("tool-switchboard/package.json"));
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? "src/house/zwave-mcp-server.ts" : "dist/zwave-mcp-server.js";
  return { command: process.execPath, args: [join(root, file)] };
}
