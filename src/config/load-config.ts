import { resolve } from "node:path";
import { isPlainObject } from "../schema/json-schema.ts";
import { checkConfig } from "./check-config.ts";
import { ConfigError, type ConfigProblem } from "./config-error.ts";
import { readConfigFile, type ConfigFile } from "./config-file.ts";
import { readEnvironment, type Variables } from "./environment.ts";
import { findConfigFiles, noFiles, projectFolderOf } from "./find-files.ts";
import { readSection, type Layer } from "./layers.ts";
import { readServers } from "./read-servers.ts";
import { findSecrets } from "./secrets.ts";
import type {
  ApprovalSettings,
  ConfigSource,
  LoadedConfig,
  ProviderSettings,
  Registry,
  Settings,
  ToolSettings,
  UntrustedFile,
} from "./settings.ts";
import { hashOf, toUntrusted, withoutHarm } from "./untrusted.ts";
import { readUserFolders } from "./user-folders.ts";

export interface LoadConfigOptions {
  readonly cwd?: string;
  /** Takes the place of the project's file. Who names a file trusts it. */
  readonly file?: string | undefined;
  /** What flags say, in the form of the file. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly variables?: Variables;
  /** Neither the project's files nor the user's count, only the one that is named. */
  readonly isStandalone?: boolean;
  /** Whether a person has looked at a project's file as it is now; without this, nobody has. */
  readonly isTrusted?: (file: string, hash: string) => boolean;
}

/** Flags before the environment, the project's file, its `.mcp.json`, the user's file, and what is built in. */
export function loadConfig(options: LoadConfigOptions = {}): LoadedConfig {
  const { cwd = process.cwd(), variables = process.env, isTrusted = () => false } = options;
  const found = options.isStandalone ? noFiles : findConfigFiles(cwd, readUserFolders(variables).config);
  const untrusted: UntrustedFile[] = [];
  const warnings: ConfigProblem[] = [];

  const readLayer = (kind: "project" | "mcp" | "user", file: string, isOwn = false): Layer | undefined => {
    const config = kind === "mcp" ? tryToRead(file, warnings) : readConfigFile(file);
    if (config === undefined) return undefined;
    if (kind !== "mcp") throwFaults(config);
    const whole = isPlainObject(config.value) ? config.value : {};
    // What else stands in files of other programs is theirs.
    const value = kind === "mcp" ? { ...pick(whole, "mcpServers"), ...pick(whole, "servers") } : whole;
    const layer = { source: { kind, file }, config, folder: projectFolderOf(file) };
    const harm =
      isOwn || kind === "user" || isTrusted(file, hashOf(config)) ? undefined : toUntrusted(config);
    if (harm === undefined) return { ...layer, value };
    untrusted.push(harm);
    return { ...layer, value: withoutHarm(value) };
  };

  const own = options.file === undefined ? undefined : resolve(cwd, options.file);
  const project = own ?? found.project;
  const layers: Layer[] = [
    { source: { kind: "flags" as const }, value: options.flags ?? {}, folder: cwd },
    { source: { kind: "environment" as const }, value: environmentSettings(variables), folder: cwd },
    project === undefined ? undefined : readLayer("project", project, own !== undefined),
    ...found.mcp.map((file) => readLayer("mcp", file)),
    found.user === undefined ? undefined : readLayer("user", found.user),
  ].filter((layer) => layer !== undefined);

  const servers = readServers(layers, variables);
  const settings = createSettings(layers, variables, servers.usable);
  return {
    settings,
    sources: layers.map(({ source }): ConfigSource => source),
    servers: servers.entries,
    untrusted,
    warnings: [...warnings, ...servers.warnings],
    secrets: findSecrets(settings),
  };
}

/** Every section is read when it is asked for: what nobody needs may be wrong. */
function createSettings(
  layers: readonly Layer[],
  variables: Variables,
  mcpServers: Settings["mcpServers"],
): Settings {
  const section = (key: string): Record<string, unknown> => {
    const value = readSection(layers, key, variables);
    return isPlainObject(value) ? value : {};
  };
  const provider = <Name extends keyof ProviderSettings>(name: Name): ProviderSettings[Name] => {
    const only = layers.map((layer) => ({
      ...layer,
      value: { providers: pick(layer.value["providers"], name) },
    }));
    const providers = readSection(only, "providers", variables) as Partial<ProviderSettings> | undefined;
    return providers?.[name] ?? {};
  };
  return {
    mcpServers,
    get model() {
      return readSection(layers, "model", variables) as string | undefined;
    },
    providers: {
      get ollama() {
        return provider("ollama");
      },
      get anthropic() {
        return provider("anthropic");
      },
      get openai() {
        return provider("openai");
      },
      get gemini() {
        return provider("gemini");
      },
    },
    get operator() {
      return section("operator");
    },
    get tools() {
      return { builtins: true, ...toolSettings(layers), registries: registriesOf(layers) };
    },
    get approval() {
      return { default: "ask", tools: {}, ...section("approval") } as ApprovalSettings;
    },
    get mqtt() {
      return section("mqtt");
    },
    get voice() {
      return section("voice");
    },
    get limits() {
      return section("limits");
    },
  };
}

/** Without the definitions: those stay with their files, and variables have no meaning in them. */
function toolSettings(layers: readonly Layer[]): Omit<Partial<ToolSettings>, "registries"> {
  const without = layers.map((layer) => {
    const { registry: _, ...tools } = isPlainObject(layer.value["tools"]) ? layer.value["tools"] : {};
    return { ...layer, value: { tools } };
  });
  return readSection(without, "tools", {}) as Omit<Partial<ToolSettings>, "registries">;
}

function registriesOf(layers: readonly Layer[]): Registry[] {
  return layers.flatMap(({ config, value }) => {
    const tools = value["tools"];
    if (config === undefined || !isPlainObject(tools) || tools["registry"] === undefined) return [];
    const lineOf = (index: number) => config.lineOf(["tools", "registry", index]);
    return [{ file: config.file, definitions: tools["registry"], lineOf }];
  });
}

function pick(record: unknown, key: string): Record<string, unknown> {
  return isPlainObject(record) && record[key] !== undefined ? { [key]: record[key] } : {};
}

/** What the environment says, in the form of the file. */
function environmentSettings(variables: Variables): Record<string, unknown> {
  const set = readEnvironment(variables);
  return {
    providers: {
      ollama: onlyDefined({ host: set.ollamaHost, model: set.ollamaModel }),
      anthropic: onlyDefined({ apiKey: set.anthropicApiKey }),
      openai: onlyDefined({ apiKey: set.openaiApiKey, baseUrl: set.openaiBaseUrl }),
      gemini: onlyDefined({ apiKey: set.googleApiKey }),
    },
    mqtt: onlyDefined({
      url: set.mqttBrokerUrl,
      username: set.mqttUsername,
      password: set.mqttPassword,
      prefix: set.zwavePrefix,
    }),
  };
}

function onlyDefined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function throwFaults(config: ConfigFile): void {
  const { faults } = checkConfig(config);
  if (faults.length > 0) throw new ConfigError(faults);
}

/** A file that belongs to other programs costs its servers when it is broken, and nothing else. */
function tryToRead(file: string, warnings: ConfigProblem[]): ConfigFile | undefined {
  try {
    return readConfigFile(file);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    warnings.push(...error.problems);
    return undefined;
  }
}
