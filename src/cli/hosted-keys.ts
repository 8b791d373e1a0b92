import { hostedProviders } from "../choose-model.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Settings } from "../config/settings.ts";

export interface HostedKey {
  readonly provider: string;
  /** Whether there is a key; the key itself is nobody's business. */
  readonly isSet: boolean;
  readonly model: string;
  /** The variable that it would be read from. */
  readonly from: string;
}

export function hostedKeys({ providers }: Settings): HostedKey[] {
  return hostedProviders.map(({ provider, variable, defaultModel }) => {
    try {
      const { apiKey, model = defaultModel } = providers[provider];
      return { provider, isSet: apiKey !== undefined, model, from: variable };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { provider, isSet: false, model: defaultModel, from: variable };
    }
  });
}
