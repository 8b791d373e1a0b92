import { ToolExecutor, type ToolExecutorOptions } from "./calls/executor.ts";
import { loadDefinitions } from "./config/load-definitions.ts";
import { readConfig } from "./config/read-config.ts";
import { logEvents, type Log } from "./observe/log.ts";
import { createLogger } from "./observe/logger.ts";
import { guardObserver, type Observer } from "./observer.ts";
import { ToolRegistry } from "./providers/registry.ts";
import { builtinTools } from "./tools/builtins/index.ts";
import type { Handler } from "./tools/definition.ts";
import { ToolManager } from "./tools/manager.ts";
import type { Tool } from "./tools/tool.ts";

export interface SwitchboardOptions extends Omit<ToolExecutorOptions, "tools" | "observe"> {
  /** A config object, or the path of a JSON file, with definitions under `tools.registry`. */
  readonly config?: string | Readonly<Record<string, unknown>>;
  /** Tools from code: LangChain's, or plain objects of that shape. They come after those of the config. */
  readonly tools?: Iterable<Tool>;
  /** Services of this program that definitions of type `internal` may name. */
  readonly internals?: Readonly<Record<string, Handler>>;
  /** Where log lines go: pino on stderr. `false` turns logging off. */
  readonly log?: Log | false;
  /** Values that must not appear in the log, such as API keys. */
  readonly secrets?: readonly string[];
  /** Sees every event, beside the log. */
  readonly observe?: Observer;
}

export interface Switchboard {
  readonly registry: ToolRegistry;
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
}

/** Puts the parts together: definitions and tools in, an executor out. */
export function createSwitchboard(options: SwitchboardOptions = {}): Switchboard {
  const { config = {}, tools: ownTools = [], internals = {}, log, secrets, observe, ...limits } = options;
  const notify = combine(logTo(log, secrets), observe);

  const registry = new ToolRegistry({ builtins: builtinTools, internals });
  const isFile = typeof config === "string";
  loadDefinitions(registry, isFile ? readConfig(config) : config, isFile ? config : "config", notify);

  const tools = new ToolManager({ observe: notify });
  tools.add(registry.toTools());
  tools.add(ownTools);
  return { registry, tools, executor: new ToolExecutor({ ...limits, tools, observe: notify }) };
}

function logTo(log: Log | false | undefined, secrets: readonly string[] = []): Observer | undefined {
  return log === false ? undefined : logEvents(log ?? createLogger(), { secrets });
}

function combine(...observers: readonly (Observer | undefined)[]): Observer {
  const present = observers.filter((observer) => observer !== undefined).map(guardObserver);
  return (event) => {
    for (const observer of present) observer(event);
  };
}
