import type { TestContext } from "node:test";
import { parseJson } from "../../src/house/zwave-payload.ts";
import {
  commandClassIds,
  parseValueTopic,
  toNamedValueTopic,
  toNodeTopic,
  type CommandClass,
} from "../../src/house/zwave-topics.ts";
import { connectBroker, type BrokerConnection } from "../../src/mqtt/broker-connection.ts";
import type { Driver, DriverNode, NamedValueId, ValueId } from "./driver-package.ts";

export interface NamedNode {
  readonly id: number;
  readonly name: string;
  readonly location: string;
}

const gateway = "zwave/_CLIENTS/ZWAVE_GATEWAY-bridge";

/** What zwave-js-ui is between the driver and the broker, as far as this test needs it; it is not on npm itself. */
export async function startBridge(
  t: TestContext,
  driver: Driver,
  url: string,
  names: readonly NamedNode[],
): Promise<void> {
  const broker = connectBroker({ url });
  t.after(() => broker.close());
  await broker.connected();
  for (const name of names) {
    const node = driver.controller.nodes.get(name.id);
    if (node !== undefined) await bridgeNode(broker, node, toNodeTopic(name));
  }
  await broker.publish(`${gateway}/status`, '{"value":true}', { retain: true });
}

async function bridgeNode(broker: BrokerConnection, node: DriverNode, topic: string): Promise<void> {
  const publish = (end: string, content: Record<string, unknown>) =>
    broker.publish(`zwave/${topic}/${end}`, JSON.stringify({ time: Date.now(), ...content }), {
      retain: true,
    });
  const publishStatus = (isAlive: boolean) =>
    publish("status", { value: isAlive, status: isAlive ? "Alive" : "Dead", nodeId: node.id });
  const publishValue = (_node: DriverNode, { newValue, ...valueId }: NamedValueId) => {
    const end = toTopicEnd(valueId);
    if (end !== undefined) void publish(end, { value: newValue });
  };
  node.on("value added", publishValue);
  node.on("value updated", publishValue);
  node.on("dead", () => void publishStatus(false));
  node.on("alive", () => void publishStatus(true));
  await publishStatus(true);
  for (const valueId of node.getDefinedValueIDs())
    publishValue(node, { ...valueId, newValue: node.getValue(valueId) });
  await broker.subscribe(`zwave/${topic}/#`, (message) => {
    if (!message.topic.endsWith("/set")) return;
    const parsed = parseValueTopic(message.topic.slice("zwave/".length, -"/set".length));
    const wanted = (parseJson(message.payload) as { value: unknown }).value;
    // A node that does not answer rejects; its status tells.
    if (parsed !== undefined) node.setValue(toValueId(parsed.place), wanted).catch(() => {});
  });
  await broker.subscribe(`${gateway}/api/pollValue/set`, ({ payload }) => {
    void answerPoll(broker, node, payload);
  });
}

async function answerPoll(broker: BrokerConnection, node: DriverNode, payload: string): Promise<void> {
  const origin = parseJson(payload) as { args: [ValueId & { nodeId: number }] };
  const [{ nodeId, ...valueId }] = origin.args;
  if (nodeId !== node.id) return;
  const answer = await node.pollValue(valueId).then(
    (result) => ({ success: true, message: "Success zwave api call", result }),
    (error: Error) => ({ success: false, message: error.message }),
  );
  await broker.publish(`${gateway}/api/pollValue`, JSON.stringify({ ...answer, origin }));
}

function toTopicEnd({
  commandClass,
  endpoint = 0,
  property,
  propertyName,
}: NamedValueId): string | undefined {
  const names = Object.keys(commandClassIds) as CommandClass[];
  const name = names.find((each) => commandClassIds[each] === commandClass);
  return (
    name && toNamedValueTopic({ commandClass: name, endpoint, property: propertyName ?? String(property) })
  );
}

function toValueId({
  commandClass,
  endpoint,
  property,
}: NonNullable<ReturnType<typeof parseValueTopic>>["place"]): ValueId {
  return { commandClass: commandClassIds[commandClass], endpoint, property };
}
