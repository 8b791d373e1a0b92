import type { TestContext } from "node:test";
import type { ToolResult } from "../../src/calls/call.ts";
import { ToolExecutor } from "../../src/calls/executor.ts";
import { startHouse, type House, type HouseOptions } from "../../src/house/simulated-house.ts";
import { createZwaveTools } from "../../src/house/zwave-tools.ts";
import {
  connectBroker,
  type BrokerConnection,
  type BrokerMessage,
} from "../../src/mqtt/broker-connection.ts";
import { ToolManager } from "../../src/tools/manager.ts";

/** A house whose devices are quick, so that tests are. */
export async function openHouse(t: TestContext, options: HouseOptions = {}): Promise<House> {
  const house = await startHouse({ pollMs: 40, giveUpMs: 20, ...options });
  t.after(() => house.close());
  return house;
}

export async function connectTo(t: TestContext, url: string): Promise<BrokerConnection> {
  const broker = connectBroker({ url, retryDelayMs: 10 });
  t.after(() => broker.close());
  await broker.connected();
  return broker;
}

export type Call = (
  name: string,
  args?: Record<string, unknown>,
  signal?: AbortSignal,
) => Promise<ToolResult>;

/** The tools of a house, called as a model's calls are. */
export function openTools(
  broker: BrokerConnection,
  options: { confirmMs?: number; prefix?: string } = {},
): Call {
  const tools = new ToolManager();
  tools.add(createZwaveTools({ broker, confirmMs: 2_000, ...options }));
  const executor = new ToolExecutor({ tools });
  return (name, args = {}, signal) =>
    executor.execute({ id: "1", name, args }, signal === undefined ? {} : { signal });
}

/** Everything that is said under a filter, to be waited for. */
export async function listen(broker: BrokerConnection, filter: string) {
  const messages: BrokerMessage[] = [];
  const waiting = new Set<() => void>();
  await broker.subscribe(filter, (message) => {
    messages.push(message);
    for (const wake of waiting) wake();
  });
  const until = async (isWanted: (message: BrokerMessage) => boolean): Promise<BrokerMessage> => {
    for (;;) {
      const found = messages.find(isWanted);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  };
  return { messages, until };
}

/** What a result says as data, beside its text. */
export function structureOf(result: ToolResult): Record<string, unknown> {
  const value = result.ok ? result.value : undefined;
  return (value as { structuredContent: Record<string, unknown> }).structuredContent;
}
