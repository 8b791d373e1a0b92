import { readFileSync } from "node:fs";
import { SwitchboardError } from "../errors.ts";
import { readEnvironment, type Variables } from "./environment.ts";

/** What the Z-Wave MCP server is told by its environment. */
export interface HouseEnvironment {
  /** Absent where no broker is named. */
  readonly broker?: {
    readonly url: string;
    readonly username?: string;
    readonly password?: string;
    /** The certificate authority, as PEM text. */
    readonly ca?: string;
  };
  readonly prefix?: string;
}

export function readHouseEnvironment(variables: Variables = process.env): HouseEnvironment {
  const { mqttBrokerUrl: url, mqttUsername, mqttPassword, zwavePrefix } = readEnvironment(variables);
  const caFile = variables["MQTT_CA"] || undefined;
  return {
    ...(url !== undefined && {
      broker: {
        url,
        ...(mqttUsername !== undefined && { username: mqttUsername }),
        ...(mqttPassword !== undefined && { password: mqttPassword }),
        ...(caFile !== undefined && { ca: readCertificate(caFile) }),
      },
    }),
    // "zwave/" and "zwave" are the same prefix to people.
    ...(zwavePrefix !== undefined && { prefix: zwavePrefix.replace(/\/+$/, "") }),
  };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SwitchboardError("invalid_option", `MQTT_CA must name a file that can be read: ${reason}`, {
      cause: error,
    });
  }
}
