import { isPlainObject } from "../schema/json-schema.ts";
import { connectBroker, type BrokerConnection, type BrokerOptions } from "../mqtt/broker-connection.ts";
import type { BackgroundTranscriber } from "./background-transcriber.ts";
import { voiceTopics } from "./payloads.ts";
import type { Publisher } from "./ports.ts";

export interface MqttVoiceOptions extends Omit<BrokerOptions, "will" | "availability"> {
  /** What all topics start with: `voice`. */
  readonly topicPrefix?: string;
}

/** The MQTT face of a voice gateway (VOX-4): publishes what it hears and answers, and takes questions in writing. */
export interface MqttVoice extends Publisher {
  readonly broker: BrokerConnection;
  /** Answers what is asked on `voice/request`, from now on; done when the broker knows, or at once without one. */
  serve(gateway: Pick<BackgroundTranscriber, "ask">): Promise<void>;
  close(): Promise<void>;
}

/** Longer than anything that a person asks. */
const maxRequestLength = 4000;

export function connectMqttVoice({ topicPrefix = "voice", ...options }: MqttVoiceOptions): MqttVoice {
  const topic = `${topicPrefix}/${voiceTopics.status}`;
  const broker = connectBroker({ ...options, availability: { topic, online: "online", offline: "offline" } });
  return {
    broker,
    publish: (to, payload) => broker.publish(to, payload, { qos: 1 }),
    async serve(gateway) {
      await broker.subscribe(`${topicPrefix}/${voiceTopics.request}`, ({ payload, isRetained }) => {
        // A retained command would be obeyed again with every connection.
        const request = isRetained ? undefined : parseRequest(payload);
        if (request === undefined) return;
        const { text, ...from } = request;
        void gateway.ask(text, { source: "mqtt", ...from });
      });
    },
    close: () => broker.close(),
  };
}

interface VoiceRequest {
  readonly text: string;
  readonly session?: string;
  readonly id?: string;
}

/** `{text, session?, id?}`, or just the text. Anything else is nobody's question. */
function parseRequest(payload: string): VoiceRequest | undefined {
  if (payload.length > maxRequestLength) return undefined;
  const parsed = parseJson(payload);
  if (!isPlainObject(parsed)) return typeof parsed === "string" ? { text: parsed } : undefined;
  const { text, session, id } = parsed;
  if (typeof text !== "string") return undefined;
  return {
    text,
    ...(isLabel(session) && { session: String(session) }),
    ...(isLabel(id) && { id: String(id) }),
  };
}

/** Text that is no JSON is what somebody wrote. */
function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload.trimStart().startsWith("{") ? undefined : payload;
  }
}

function isLabel(value: unknown): value is string | number {
  return (typeof value === "string" && value.length <= 200) || typeof value === "number";
}
