import { resolve } from "node:path";
import type { McpServerConfig } from "../mcp/server-config.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import { ConfigError, type ConfigProblem } from "./config-error.ts";
import { checkConfig, serverSections } from "./check-config.ts";
import type { Variables } from "./environment.ts";
import { fillIn, type Layer } from "./layers.ts";
import type { ServerEntry } from "./settings.ts";

export interface ReadServers {
  readonly usable: Readonly<Record<string, McpServerConfig>>;
  readonly entries: readonly ServerEntry[];
  readonly warnings: readonly ConfigProblem[];
}

/** The servers of all layers, each whole from the strongest that has it. A broken entry costs that server only. */
export function readServers(layers: readonly Layer[], variables: Variables): ReadServers {
  const usable: Record<string, McpServerConfig> = {};
  const entries = new Map<string, ServerEntry>();
  const warnings: ConfigProblem[] = [];
  for (const layer of layers) {
    const { config } = layer;
    const sections = serverSections(layer.value);
    if (config === undefined || sections.length === 0) continue;
    const checked = checkConfig(config);
    warnings.push(...checked.warnings);
    for (const { section, name, entry } of sections) {
      if (entries.has(name)) continue;
      const place = { name, file: config.file, line: config.lineOf([section, name]) };
      try {
        const broken = checked.brokenServers.get(name);
        if (broken !== undefined) throw new ConfigError([broken]);
        usable[name] = withFolder(fillIn(entry, [section, name], [layer], variables), layer);
        entries.set(name, place);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        const [problem] = error.problems;
        entries.set(name, { ...place, ...(problem !== undefined && { problem }) });
        warnings.push(...error.problems);
      }
    }
  }
  return { usable, entries: [...entries.values()], warnings };
}

/** A project's server is started in the project's folder, wherever in it the program was called. */
function withFolder(entry: unknown, { source, folder }: Layer): McpServerConfig {
  const server = entry as McpServerConfig;
  if (!isPlainObject(entry) || !("command" in server)) return server;
  if (source.kind === "user" && server.cwd === undefined) return server;
  return { ...server, cwd: resolve(folder, server.cwd ?? ".") };
}
