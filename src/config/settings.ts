import type { McpServerConfig } from "../mcp/server-config.ts";
import type { ConfigProblem } from "./config-error.ts";

/** Everything that can be set, from all files, the environment and flags put together. */
export interface Settings {
  /** `provider:name`, the name of an Ollama model, or `operator`; chosen by what is there where nothing is said. */
  readonly model: string | undefined;
  /** Read one when it is needed: a variable that is not set is an error then, and not before. */
  readonly providers: ProviderSettings;
  readonly operator: OperatorSettings;
  readonly tools: ToolSettings;
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>;
  readonly approval: ApprovalSettings;
  readonly mqtt: MqttSettings;
  readonly voice: Readonly<Record<string, unknown>>;
  readonly limits: LimitSettings;
}

export interface ProviderSettings {
  readonly ollama: OllamaSettings;
  readonly anthropic: HostedSettings;
  readonly openai: HostedSettings;
  readonly gemini: HostedSettings;
}

interface OllamaSettings {
  readonly host?: string;
  readonly model?: string;
  /** As Ollama names them: `num_ctx`, `temperature` … */
  readonly options?: Readonly<Record<string, unknown>>;
  /** How far `num_ctx` may be raised when a conversation needs more. */
  readonly maxNumCtx?: number;
  readonly keepAlive?: string | number;
  readonly think?: boolean;
}

export type HostedProvider = Exclude<keyof ProviderSettings, "ollama">;

export interface HostedSettings {
  readonly apiKey?: string;
  readonly model?: string;
  readonly baseUrl?: string;
}

interface OperatorSettings {
  readonly templates?: readonly SentenceTemplateSettings[];
  /** What may be said for a parameter, by its name or by `tool.name`. */
  readonly values?: Readonly<Record<string, SlotValues>>;
  /** Lets the operator answer what it is sure of before a model is asked. */
  readonly fastPath?: boolean;
}

interface SentenceTemplateSettings {
  readonly sentence: string;
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, SlotValues>>;
  readonly answer?: string;
}

/** A list, or a tool that gives one and where in its result it stands. */
type SlotValues = readonly string[] | { readonly tool: string; readonly path?: string };

export interface ToolSettings {
  /** The definitions of each file, the nearest file first. */
  readonly registries: readonly Registry[];
  /** Which of the builtin tools there are: all of them, none, or these. */
  readonly builtins: boolean | readonly string[];
  readonly allowed?: readonly string[];
  readonly timeoutMs?: number;
  readonly parameterMappings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Registry {
  readonly file: string;
  /** What stands under `tools.registry`, unchecked: each definition is checked when it is registered (REG-1). */
  readonly definitions: unknown;
  /** The line of a place such as `tools.registry[2].name`. */
  readonly lineOf: (index: number) => number;
}

type ApprovalRule = "ask" | "allow" | "deny";

export interface ApprovalSettings {
  /** For tools that change something and have no rule of their own. */
  readonly default: ApprovalRule;
  /** By name or pattern: `lock_*`. */
  readonly tools: Readonly<Record<string, ApprovalRule>>;
}

interface MqttSettings {
  readonly url?: string;
  readonly username?: string;
  readonly password?: string;
  readonly prefix?: string;
  readonly ca?: string;
}

interface LimitSettings {
  readonly maxRounds?: number;
  readonly maxCallsPerRound?: number;
  readonly totalMs?: number;
}

/** Where settings came from, the strongest first. */
export interface ConfigSource {
  readonly kind: "flags" | "environment" | "project" | "mcp" | "user";
  readonly file?: string;
}

/** A server that is configured, whether it can be used or not. */
export interface ServerEntry {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Why it is not in `settings.mcpServers`. */
  readonly problem?: ConfigProblem;
}

/** A file of the project that the person has not seen yet. What could do harm in it is left out until then. */
export interface UntrustedFile {
  readonly file: string;
  readonly hash: string;
  /** What it would do, in lines for a person: the commands and addresses of its servers, and what else it sets. */
  readonly asksFor: readonly string[];
}

export interface LoadedConfig {
  readonly settings: Settings;
  readonly sources: readonly ConfigSource[];
  readonly servers: readonly ServerEntry[];
  readonly untrusted: readonly UntrustedFile[];
  readonly warnings: readonly ConfigProblem[];
  /** Keys and passwords that were read, to be kept out of logs. */
  readonly secrets: readonly string[];
}
