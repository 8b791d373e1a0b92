import { systemClock, type Clock } from "../clock.ts";
import type { BrokerConnection } from "../mqtt/broker-connection.ts";
import { checkPositive } from "../options.ts";
import { createControlTools } from "./control-tools.ts";
import { HouseAccess } from "./house-access.ts";
import type { HouseTool } from "./house-tool.ts";
import { createReadingTools } from "./reading-tools.ts";
import { ZwaveNetwork } from "./zwave-network.ts";

export interface ZwaveToolsOptions {
  readonly broker: BrokerConnection;
  /** What stands before all topics of the gateway: `zwave`. */
  readonly prefix?: string;
  /** How long a device may take to report the state that a command asked for: 5 s. */
  readonly confirmMs?: number;
  readonly clock?: Clock;
}

/** Lists, reads, controls and verifies the devices of a Z-Wave house behind zwave-js-ui's MQTT gateway (VOX-6). */
export function createZwaveTools(options: ZwaveToolsOptions): readonly HouseTool[] {
  const { broker, prefix = "zwave", clock = systemClock } = options;
  const confirmMs = checkPositive("confirmMs", options.confirmMs ?? 5_000);
  const network = new ZwaveNetwork({ broker, prefix, clock });
  const house = new HouseAccess({ network, clock, confirmMs });
  return [...createReadingTools(house), ...createControlTools(house)];
}
