import { createServer, type AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { ToolExecutor } from "../../src/calls/executor.ts";
import { McpIntegration } from "../../src/mcp/integration.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { createAuth } from "./client-auth.ts";

interface Scenario {
  readonly url: string;
  readonly scenario: string;
  /** JSON with what the scenario gives its client to know. */
  readonly context?: string;
}

interface PlannedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Less than the suite has itself: thirty scenarios at a time on a busy machine take theirs. */
const patienceMs = 25_000;

export interface ClientHost {
  readonly port: number;
  close(): void;
}

/**
 * Runs the scenarios that the suite's clients hand over. The suite starts some thirty clients at a time, and each would
 * take half a second of one core to load its packages.
 */
export async function startClientHost(): Promise<ClientHost> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    json(socket)
      .then((scenario) => runScenario(scenario as Scenario))
      .then(
        (log) => socket.end(log),
        (error: unknown) => socket.end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** An ordinary program: it connects, calls every tool it finds, and leaves. Gives back what it saw. */
async function runScenario({ url, scenario, context: contextText = "{}" }: Scenario): Promise<string> {
  const context = JSON.parse(contextText) as Record<string, string> & { toolCalls?: PlannedCall[] };
  const tools = new ToolManager();
  const executor = new ToolExecutor({ tools, timeoutMs: patienceMs });
  const integration = new McpIntegration(
    { server: { url, attempts: 1, connectTimeoutMs: patienceMs } },
    {
      tools,
      // What the answer leaves out takes its default.
      elicit: () => ({ action: "accept", content: {} }),
      ...(scenario.startsWith("auth/") && { auth: { server: createAuth(scenario, context) } }),
    },
  );
  integration.start();
  await integration.settled();
  const log = integration.servers.map(({ state, reason = "" }) => `${state} ${reason}`);
  for (const call of context.toolCalls ?? planCalls(tools.tools)) {
    const { text } = await executor.execute({ id: call.name, name: call.name, args: call.arguments });
    log.push(`${call.name}: ${text}`);
  }
  await integration.close();
  return log.join("\n");
}

const samples: Readonly<Record<string, unknown>> = { number: 1, integer: 1, boolean: true, string: "text" };

function planCalls(tools: readonly Tool[]): readonly PlannedCall[] {
  // One scenario wants to be told, word for word, the schema that it gave to its first tool.
  const values = { ...samples, object: tools[0]?.schema };
  return tools.map(({ name, schema }) => ({ name, arguments: sampleArguments(schema, values) }));
}

function sampleArguments(
  schema: unknown,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type: string }> };
  return Object.fromEntries(Object.entries(properties).map(([key, { type }]) => [key, values[type]]));
}
