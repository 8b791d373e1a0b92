import { fileURLToPath } from "node:url";
import { createCalls, type ForecastCall } from "./forecast.ts";
import { costPer, measure, type Cost } from "./measure.ts";
import { serve } from "./serve.ts";

export interface ServerCommand {
  readonly command: string;
  readonly args: string[];
}

export interface McpSession {
  /** One call; gives back the text that the server answered with. */
  call(call: ForecastCall): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts the server, and is done when its tools are known. */
export type ConnectMcp = (server: ServerCommand) => Promise<McpSession>;

export type McpTask =
  | { readonly kind: "connect" }
  | { readonly kind: "calls"; readonly calls: number; readonly inFlight: number };

export interface McpExchange {
  readonly task: McpTask;
  /** The cost of one call, or of one connection. */
  readonly answer: Cost;
}

const server: ServerCommand = {
  command: process.execPath,
  args: [fileURLToPath(new URL("../servers/mcp.ts", import.meta.url))],
};

export function serveMcpCalls(connect: ConnectMcp): void {
  const samples = createCalls(1_000);
  let session: Promise<McpSession> | undefined;
  serve<McpExchange>(async (task) => {
    if (task.kind === "connect") return measureConnect(connect);
    session ??= connect(server);
    const open = await session;
    const { calls, inFlight } = task;
    let right = 0;
    const work = async (worker: number) => {
      for (let index = worker; index < calls; index += inFlight) {
        const sample = samples[index % samples.length];
        // One after the other is what a worker does.
        // oxlint-disable-next-line no-await-in-loop
        if (sample !== undefined && (await open.call(sample)) === sample.args.city) right += 1;
      }
    };
    const cost = await measure(() =>
      Promise.all(Array.from({ length: inFlight }, (_, worker) => work(worker))),
    );
    if (right !== calls) throw new Error(`${right} of ${calls} calls were answered rightly.`);
    return costPer(cost, calls);
  });
}

async function measureConnect(connect: ConnectMcp): Promise<Cost> {
  let opened: McpSession | undefined;
  const cost = await measure(async () => {
    opened = await connect(server);
  });
  await opened?.close();
  return cost;
}
