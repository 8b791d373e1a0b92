import type { ProviderName } from "./provider-name.ts";

/** What happens when tools are turned into a provider's form. */
export type FormatEvent = ToolsConverted | ToolSkipped;

interface ToolsConverted {
  readonly type: "tools.converted";
  readonly count: number;
  readonly provider: string;
}

/** A tool that cannot be offered, as its schema cannot be converted. The others are. */
export interface ToolSkipped {
  readonly type: "tool.skipped";
  readonly name: string;
  readonly provider: ProviderName;
  readonly error: unknown;
}
