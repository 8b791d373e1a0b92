import type { Settings } from "./settings.ts";

const secretName = /key|token|secret|pass|auth|cookie|credential/i;

/** Keys and passwords among the settings, so that a log can leave them out. */
export function findSecrets(settings: Settings): string[] {
  const read = (get: () => string | undefined): string | undefined => {
    try {
      return get();
    } catch {
      // It needs a variable that is not set; whoever needs it will be told.
      return undefined;
    }
  };
  const { providers, mcpServers } = settings;
  const ofServers = Object.values(mcpServers).flatMap((server) =>
    Object.entries(("url" in server ? server.headers : server.env) ?? {})
      .filter(([name]) => secretName.test(name))
      .map(([, value]) => value),
  );
  const others = [
    read(() => providers.anthropic.apiKey),
    read(() => providers.openai.apiKey),
    read(() => providers.gemini.apiKey),
    read(() => settings.mqtt.password),
  ];
  return [...ofServers, ...others.filter((value) => value !== undefined)];
}
