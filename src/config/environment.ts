/** What the environment says; nowhere else is it read. */
export interface Environment {
  readonly ollamaHost: string | undefined;
  readonly ollamaModel: string | undefined;
  readonly anthropicApiKey: string | undefined;
  readonly openaiApiKey: string | undefined;
  readonly openaiBaseUrl: string | undefined;
  readonly googleApiKey: string | undefined;
  readonly mqttBrokerUrl: string | undefined;
  readonly mqttUsername: string | undefined;
  readonly mqttPassword: string | undefined;
  /** What stands before the device in the topics of the Z-Wave gateway. */
  readonly zwavePrefix: string | undefined;
  /** Any value but an empty one means no colours (no-color.org). */
  readonly noColor: boolean;
  /** It knows no commands, not even to move. */
  readonly isDumbTerminal: boolean;
}

export type Variables = Readonly<Record<string, string | undefined>>;

export function readEnvironment(variables: Variables = process.env): Environment {
  /** Scripts unset a variable by making it empty. */
  const read = (name: string): string | undefined => variables[name] || undefined;
  return {
    ollamaHost: read("OLLAMA_HOST"),
    ollamaModel: read("OLLAMA_MODEL"),
    anthropicApiKey: read("ANTHROPIC_API_KEY"),
    openaiApiKey: read("OPENAI_API_KEY"),
    openaiBaseUrl: read("OPENAI_BASE_URL"),
    googleApiKey: read("GOOGLE_API_KEY"),
    mqttBrokerUrl: read("MQTT_BROKER_URL"),
    mqttUsername: read("MQTT_USERNAME"),
    mqttPassword: read("MQTT_PASSWORD"),
    zwavePrefix: read("ZWAVE_PREFIX"),
    noColor: read("NO_COLOR") !== undefined,
    isDumbTerminal: read("TERM") === "dumb",
  };
}
