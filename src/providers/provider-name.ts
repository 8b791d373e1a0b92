import { SwitchboardError } from "../errors.ts";

export const providerNames = ["openai", "ollama", "gemini", "anthropic"] as const;

export type ProviderName = (typeof providerNames)[number];

/** The provider that a word names; throws `unknown_provider` where it names none (REG-12). */
export function parseProviderName(name: string): ProviderName {
  const known = providerNames.find((provider) => provider === name);
  if (known !== undefined) return known;
  throw new SwitchboardError(
    "unknown_provider",
    `Unknown provider "${name}": tools can be given to ${providerNames.join(", ")}`,
  );
}
