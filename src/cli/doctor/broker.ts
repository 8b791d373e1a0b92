import { readFileSync } from "node:fs";
import { messageOf } from "../../calls/failure.ts";
import type { Settings } from "../../config/settings.ts";
import type { BrokerConnection } from "../../mqtt/broker-connection.ts";
import type { Check } from "./checks.ts";

/** A broker in the house answers at once, or not at all. */
const patienceMs = 3_000;

export async function checkBroker(settings: Settings, signal: AbortSignal): Promise<Check> {
  const subject = "MQTT";
  try {
    const { url, username, password, ca } = settings.mqtt;
    if (url === undefined) {
      return {
        state: "fine",
        subject,
        fact: "no broker is set (mqtt.url, MQTT_BROKER_URL); the demo has its own",
      };
    }
    const { connectBroker } = await import("../../mqtt/broker-connection.ts");
    const broker = connectBroker({
      url,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(ca !== undefined && { ca: readFileSync(ca, "utf8") }),
    });
    try {
      await connectOnce(broker, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
      return { state: "fine", subject, fact: `${broker.url} lets us in` };
    } catch {
      const fact = `${broker.url} does not let us in: ${broker.trouble ?? "no answer"}`;
      return { state: "broken", subject, fact, mend: "start the broker, or mend mqtt.url (MQTT_BROKER_URL)" };
    } finally {
      await broker.close();
    }
  } catch (error) {
    return { state: "broken", subject, fact: messageOf(error) };
  }
}

/** The connection goes on trying; its first failure is what a person wants to know. */
async function connectOnce(broker: BrokerConnection, signal: AbortSignal): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    broker.onState(({ isConnected, reason }) => {
      if (!isConnected) reject(new Error(reason));
    });
  });
  await Promise.race([broker.connected(signal), failed]);
}
