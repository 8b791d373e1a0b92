import type { Clock } from "../clock.ts";
import type { BrokerConnection } from "../mqtt/broker-connection.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import { parseJson } from "./zwave-payload.ts";

export interface ApiAnswer {
  readonly success: boolean;
  readonly message: string;
  readonly result: unknown;
}

/** How long a gateway gets for an answer: it may have to ask a sleeping radio. */
const answerMs = 5_000;

const clientTopic = /^_CLIENTS\/(ZWAVE_GATEWAY-[^/]+)\/(.+)$/;

/** The API of a zwave-js-ui gateway over MQTT. Gateways are found by the status that they keep at the broker. */
export class GatewayApi {
  readonly #broker: BrokerConnection;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #gateways = new Map<string, boolean>();
  readonly #waiting = new Map<string, Set<(answer: Record<string, unknown>) => void>>();
  readonly #calls = new Set<() => void>();

  constructor(broker: BrokerConnection, prefix: string, clock: Clock) {
    this.#broker = broker;
    this.#prefix = prefix;
    this.#clock = clock;
  }

  /** Whether a gateway is there; `undefined` where none has ever said so. */
  get isOnline(): boolean | undefined {
    if (this.#gateways.size === 0) return undefined;
    return [...this.#gateways.values()].includes(true);
  }

  /** Takes in what was said under `_CLIENTS`. */
  onMessage(path: string, payload: string): void {
    const [, gateway = "", rest = ""] = clientTopic.exec(path) ?? [];
    const parsed = parseJson(payload);
    if (rest === "status")
      this.#gateways.set(gateway, isPlainObject(parsed) ? parsed["value"] === true : parsed === true);
    if (isPlainObject(parsed)) for (const take of this.#waiting.get(path) ?? []) take(parsed);
  }

  /** The connection is lost: nobody waits for an answer that would come to nobody. */
  giveUp(): void {
    for (const settle of this.#calls) settle();
  }

  /** Calls the gateway's API; `undefined` where no gateway is there or none answers. */
  async call(name: string, args: readonly unknown[], signal?: AbortSignal): Promise<ApiAnswer | undefined> {
    const [gateway] = [...this.#gateways].find(([, isOnline]) => isOnline) ?? [];
    if (gateway === undefined || signal?.aborted === true) return undefined;
    const path = `_CLIENTS/${gateway}/api/${name}`;
    const request = JSON.stringify({ args });
    return new Promise((resolve) => {
      const settle = (answer?: ApiAnswer) => {
        alarm.stop();
        signal?.removeEventListener("abort", onAborted);
        waiting.delete(take);
        this.#calls.delete(settle);
        resolve(answer);
      };
      const onAborted = () => settle();
      const take = (answer: Record<string, unknown>) => {
        // Everybody's answers come on one topic; ours repeats what we asked.
        if (JSON.stringify(answer["origin"]) !== request) return;
        const { success, message, result } = answer;
        settle({ success: success === true, message: String(message), result });
      };
      const waiting = this.#waiting.get(path) ?? new Set();
      this.#waiting.set(path, waiting.add(take));
      this.#calls.add(settle);
      const alarm = this.#clock.schedule(this.#clock.now(), answerMs, { ring: () => settle() });
      signal?.addEventListener("abort", onAborted, { once: true });
      void this.#broker.publish(`${this.#prefix}/${path}/set`, request, { staleAfterMs: answerMs });
    });
  }
}
