/** `tool-switchboard/house`: a Z-Wave house as tools, and a simulated one to try them with. */
export {
  startHouse,
  type House,
  type HouseDevice,
  type HouseOptions,
  type NodeFault,
} from "./house/simulated-house.ts";
export type { HouseTool } from "./house/house-tool.ts";
export { createZwaveTools, type ZwaveToolsOptions } from "./house/zwave-tools.ts";
export {
  connectBroker,
  type BrokerConnection,
  type BrokerEvent,
  type BrokerMessage,
  type BrokerOptions,
  type BrokerState,
  type MessageListener,
  type PublishOptions,
} from "./mqtt/broker-connection.ts";
