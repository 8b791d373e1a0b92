import { isPlainObject } from "../../schema/json-schema.ts";
import { commandClassIds } from "../zwave-topics.ts";
import { writeStatus, type SimulatedNode, type SimulatedValue } from "./simulated-node.ts";

/** What zwave-js-ui answers to an API call. */
interface ApiAnswer {
  readonly success: boolean;
  readonly message: string;
  readonly args?: readonly unknown[];
  readonly result?: unknown;
}

/** The calls that the tools use, and a few that people try first. */
export async function callApi(
  nodes: readonly SimulatedNode[],
  call: string,
  request: unknown,
): Promise<ApiAnswer> {
  const args: unknown = isPlainObject(request) ? (request["args"] ?? []) : [];
  if (!Array.isArray(args)) return { success: false, message: "Args must be an array" };
  const [first, second] = args as unknown[];
  const succeed = (result: unknown) => ({ success: true, message: "Success zwave api call", args, result });
  const fail = (message: string) => ({ success: false, message, args });

  switch (call) {
    case "getNodes":
      return succeed(nodes.map(toApiNode));
    case "pingNode": {
      const node = nodes.find(({ id }) => id === first);
      return node === undefined ? fail(`Node ${String(first)} not found`) : succeed(await node.ping());
    }
    case "pollValue": {
      const found = findValue(nodes, first);
      if (found === undefined) return fail("Value not found");
      const polled = await found.node.poll(found.value);
      return polled === undefined ? fail(`The node ${found.node.id} did not respond`) : succeed(polled);
    }
    case "writeValue": {
      const found = findValue(nodes, first);
      if (found === undefined) return fail("Value not found");
      if (typeof second !== "boolean" && typeof second !== "number")
        return succeed({ status: writeStatus.invalidValue });
      return succeed({ status: await found.node.write(found.value, second) });
    }
    default:
      return fail("Unknown API");
  }
}

export function toApiValue(node: SimulatedNode, value: SimulatedValue): Record<string, unknown> {
  const { commandClass, endpoint, property, propertyKey, label, type, unit, writeable, states, current } =
    value;
  const id = [commandClassIds[commandClass], endpoint, property, propertyKey].filter(
    (part) => part !== undefined,
  );
  return {
    id: `${node.id}-${id.join("-")}`,
    nodeId: node.id,
    commandClass: commandClassIds[commandClass],
    endpoint,
    property,
    propertyName: property,
    ...(propertyKey !== undefined && { propertyKey }),
    type,
    readable: true,
    writeable: writeable !== undefined,
    label,
    ...(typeof writeable === "object" && writeable),
    ...(unit !== undefined && { unit }),
    ...(states !== undefined && {
      list: true,
      states: Object.entries(states).map(([state, text]) => ({ text, value: Number(state) })),
    }),
    ...(current !== undefined && { currentValue: current }),
    value: value.value,
    lastUpdate: value.lastUpdate,
  };
}

function toApiNode(node: SimulatedNode): Record<string, unknown> {
  return {
    id: node.id,
    name: node.name,
    loc: node.location,
    productDescription: node.product,
    ready: true,
    available: !node.isDead,
    failed: node.isDead,
    status: node.status,
    lastActive: node.lastActive,
    interviewStage: "Complete",
    values: node.values.map((value) => toApiValue(node, value)),
  };
}

function findValue(nodes: readonly SimulatedNode[], id: unknown) {
  if (!isPlainObject(id)) return undefined;
  const node = nodes.find(({ id: nodeId }) => nodeId === id["nodeId"]);
  const value = node?.values.find(
    ({ commandClass, endpoint, property, propertyKey }) =>
      commandClassIds[commandClass] === id["commandClass"] &&
      endpoint === (id["endpoint"] ?? 0) &&
      property === id["property"] &&
      propertyKey === (id["propertyKey"] === undefined ? undefined : String(id["propertyKey"])),
  );
  return node && value && { node, value };
}
