import { ask, converse, type LoopOptions } from "./chat/loop.ts";
import type { Answer, ChatEvent } from "./chat/events.ts";
import type { ChatModel, Message } from "./chat/model.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./calls/executor.ts";
import { readChildEnvironment } from "./config/child-environment.ts";
import { loadDefinitions } from "./config/load-definitions.ts";
import { readConfig } from "./config/read-config.ts";
import { SwitchboardError } from "./errors.ts";
import type { McpAuth } from "./mcp/auth.ts";
import type { Elicit } from "./mcp/elicitation.ts";
import { McpIntegration } from "./mcp/integration.ts";
import type { McpServerConfig } from "./mcp/server-config.ts";
import type { TrustStore } from "./mcp/trust.ts";
import { logEvents, type Log, type SwitchboardEvent } from "./observe/log.ts";
import { createLogger } from "./observe/logger.ts";
import { guardObserver, type Observer } from "./observer.ts";
import { ToolRegistry } from "./providers/registry.ts";
import { builtinTools } from "./tools/builtins/index.ts";
import type { Handler } from "./tools/definition.ts";
import { ToolManager } from "./tools/manager.ts";
import { toolName, type Tool } from "./tools/tool.ts";

export interface SwitchboardOptions extends Omit<ToolExecutorOptions, "tools" | "observe"> {
  /** A config object, or the path of a JSON file, with definitions under `tools.registry`. */
  readonly config?: string | Readonly<Record<string, unknown>>;
  /** Tools from code: LangChain's, or plain objects of that shape. They come after those of the config. */
  readonly tools?: Iterable<Tool>;
  /** Services of this program that definitions of type `internal` may name. */
  readonly internals?: Readonly<Record<string, Handler>>;
  /** MCP servers by name. They are connected to in the background, at once; `close()` ends them. */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>>;
  /** Asks the person on a server's behalf; without it, servers are told that the person declined. */
  readonly elicit?: Elicit;
  /** How to prove who we are to servers over HTTP, by name, where headers are not enough. */
  readonly mcpAuth?: Readonly<Record<string, McpAuth>>;
  /** What is known about servers' tools from earlier runs. */
  readonly trust?: TrustStore;
  /** Who is asked by `ask` and `converse`. */
  readonly model?: ChatModel;
  /** Where log lines go: pino on stderr. `false` turns logging off. */
  readonly log?: Log | false;
  /** Values that must not appear in the log, such as API keys. */
  readonly secrets?: readonly string[];
  /** Sees every event, beside the log. */
  readonly observe?: Observer<SwitchboardEvent>;
}

export interface Switchboard {
  readonly registry: ToolRegistry;
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
  /** The MCP servers: how they are, and what can be done about it. */
  readonly servers: McpIntegration;
  /** Asks the model, with every tool offered unless `options.tools` says otherwise, and gives its answer. */
  ask(question: string | readonly Message[], options?: LoopOptions): Promise<Answer>;
  /** The same as events: text and thinking as they come, tools as they start and end. */
  converse(question: string | readonly Message[], options?: LoopOptions): AsyncGenerator<ChatEvent, Answer>;
  /** Ends the MCP servers and all that they started. */
  close(): Promise<void>;
}

/** Puts the parts together: definitions, tools and a model in; calls, results and answers out. */
export function createSwitchboard(options: SwitchboardOptions = {}): Switchboard {
  const {
    config = {},
    tools: ownTools = [],
    internals = {},
    mcpServers = {},
    elicit,
    mcpAuth,
    trust,
    model,
    log,
    secrets,
    observe,
    ...limits
  } = options;
  checkModel(model);
  // Each part says with its own types what it tells; together they are all that there is.
  const notify = combine(logTo(log, secrets), observe as Observer | undefined);

  const registry = new ToolRegistry({ builtins: builtinTools, internals });
  const isFile = typeof config === "string";
  loadDefinitions(registry, isFile ? readConfig(config) : config, isFile ? config : "config", notify);

  const tools = new ToolManager({ observe: notify });
  tools.add(registry.toTools());
  tools.add(ownTools);
  const executor = new ToolExecutor({ ...limits, tools, observe: notify });
  const { allowedTools, clock } = limits;
  const servers = new McpIntegration(mcpServers, {
    tools,
    observe: notify,
    baseEnv: readChildEnvironment(),
    ...(elicit !== undefined && { elicit }),
    ...(mcpAuth !== undefined && { auth: mcpAuth }),
    ...(trust !== undefined && { trust }),
    ...(clock !== undefined && { clock }),
  });
  servers.start();
  const offered = () => tools.tools.filter((tool) => allowedTools?.includes(toolName(tool)) ?? true);
  const withDefaults = (loop: LoopOptions = {}): LoopOptions => ({
    tools: offered(),
    observe: notify,
    ...(clock !== undefined && { clock }),
    ...loop,
  });
  return {
    registry,
    tools,
    executor,
    servers,
    async ask(question, loop) {
      const asked = required(model);
      if (!servers.isTried) await servers.tried(loop?.signal);
      return ask(asked, executor, toMessages(question), withDefaults(loop));
    },
    converse(question, loop) {
      const asked = required(model);
      const begin = () => converse(asked, executor, toMessages(question), withDefaults(loop));
      return servers.isTried ? begin() : converseWhen(servers.tried(loop?.signal), begin);
    },
    close: () => servers.close(),
  };
}

async function* converseWhen(
  isReady: Promise<void>,
  begin: () => AsyncGenerator<ChatEvent, Answer>,
): AsyncGenerator<ChatEvent, Answer> {
  await isReady;
  return yield* begin();
}

function toMessages(question: string | readonly Message[]): readonly Message[] {
  return typeof question === "string" ? [{ role: "user", content: question }] : question;
}

function required(model: ChatModel | undefined): ChatModel {
  if (model !== undefined) return model;
  throw new SwitchboardError("no_model", "There is no model to ask: give createSwitchboard one, as `model`");
}

/** A program without types may hand over a model's name, or a model of LangChain, which streams in its own way. */
function checkModel(model: unknown): void {
  if (model === undefined) return;
  const { stream, invoke } = (model ?? {}) as { stream?: unknown; invoke?: unknown };
  if (typeof stream === "function" && typeof invoke !== "function") return;
  const advice =
    typeof stream === "function"
      ? "this is one of LangChain, which fromLangChain() of tool-switchboard/langchain makes one"
      : "createOllamaModel(), createOpenAIModel(), fromLangChain() and createOperator() make one";
  throw new SwitchboardError(
    "invalid_option",
    `model must be a ChatModel, with a method stream(): ${advice}`,
  );
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
