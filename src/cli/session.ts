import { createApproval, type Approve, type AskPerson } from "../calls/approval.ts";
import { ToolExecutor } from "../calls/executor.ts";
import { chooseModel, type ChooseModelOptions, type ModelChoice } from "../choose-model.ts";
import { readChildEnvironment } from "../config/child-environment.ts";
import type { LoadedConfig, Settings } from "../config/settings.ts";
import { readUserFolders } from "../config/user-folders.ts";
import type { McpIntegration, McpIntegrationOptions } from "../mcp/integration.ts";
import type { McpServerConfig } from "../mcp/server-config.ts";
import type { Observer } from "../observer.ts";
import { ToolManager } from "../tools/manager.ts";
import { createApprovalPrompt } from "./approval-prompt.ts";
import type { CommandContext } from "./command.ts";
import { createElicit } from "./elicit.ts";
import { createLogObserver } from "./log-lines.ts";
import { loadTools } from "./load-tools.ts";
import type { Prompter } from "./prompter.ts";
import { loadTrustedConfig } from "./trusted-config.ts";

/** Tools, servers and settings, ready for use. */
export interface Session {
  readonly config: LoadedConfig;
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
  /** Absent where no server is configured. */
  readonly servers: McpIntegration | undefined;
  /** Every server has been tried once; who needs their tools waits for this. Throws when the signal fires. */
  readonly serversTried: (signal: AbortSignal) => Promise<void>;
  /** The model of the settings, or one of this name. */
  readonly chooseModel: (name?: string) => Promise<ModelChoice>;
  readonly close: () => Promise<void>;
}

export interface SessionOptions {
  /** Asks the person; without it nobody can be asked. */
  readonly prompter?: Prompter | undefined;
  /** Takes the place of the approval by the settings' policy and the person. */
  readonly approve?: (settings: Settings, ask: AskPerson | undefined) => Approve;
  /** Takes the place of the servers that the settings have. */
  readonly servers?: Readonly<Record<string, McpServerConfig>>;
  /** What the operator may be told for a parameter, where the settings do not say. */
  readonly operatorValues?: ChooseModelOptions["operatorValues"];
  /** Awaited before the session is used. */
  readonly prepare?: (session: Session, signal: AbortSignal) => Promise<void>;
  /** How often a server is tried; as its config says where it is left out. */
  readonly attempts?: number;
  /** The same on every machine: no file counts but the one that is named, and nothing is remembered. */
  readonly isStandalone?: boolean;
  /** Whoever opens it shows how servers are: their failures need no lines of their own. */
  readonly isQuiet?: boolean;
}

export async function openSession(context: CommandContext, options: SessionOptions = {}): Promise<Session> {
  const { terminal, signal } = context;
  const { prompter } = options;
  const config = await loadTrustedConfig(context, { prompter, isStandalone: options.isStandalone });
  signal.throwIfAborted();
  const { settings, secrets } = config;
  const log = createLogObserver(terminal, { isVerbose: context.globals().verbose ?? false, secrets });
  const observe: Observer = (event) => {
    if (!(options.isQuiet && event.type.startsWith("mcp."))) log(event);
  };
  const ask = prompter && createApprovalPrompt(terminal, prompter);
  const { allowed, timeoutMs, parameterMappings, ...sources } = settings.tools;
  const tools = new ToolManager({ observe });
  tools.add(loadTools(sources, observe));
  const executor = new ToolExecutor({
    tools,
    observe,
    approve: options.approve?.(settings, ask) ?? createApproval(settings.approval, ask),
    ...(allowed !== undefined && { allowedTools: allowed }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(parameterMappings !== undefined && { parameterMappings }),
  });
  const wanted = withAttempts(options.servers ?? settings.mcpServers, options.attempts);
  const servers = await startServers(
    wanted,
    {
      tools,
      observe,
      ...(prompter && { elicit: createElicit(terminal, prompter) }),
    },
    options.isStandalone ? "forgets" : "remembers",
  );
  const session: Session = {
    config,
    tools,
    executor,
    servers,
    serversTried: async (waiting) => {
      await servers?.tried(waiting);
      waiting.throwIfAborted();
    },
    chooseModel: (name) =>
      chooseModel({
        settings,
        name,
        executor,
        ...(options.operatorValues && { operatorValues: options.operatorValues }),
        signal,
      }),
    close: async () => servers?.close(),
  };
  try {
    await options.prepare?.(session, signal);
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}

function withAttempts(
  servers: Readonly<Record<string, McpServerConfig>>,
  attempts: number | undefined,
): Readonly<Record<string, McpServerConfig>> {
  if (attempts === undefined) return servers;
  return Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, { ...server, attempts }]));
}

/** What speaks to servers is loaded when there are some. */
async function startServers(
  servers: Readonly<Record<string, McpServerConfig>>,
  options: McpIntegrationOptions,
  memory: "remembers" | "forgets",
): Promise<McpIntegration | undefined> {
  if (Object.keys(servers).length === 0) return undefined;
  const { McpIntegration: Integration } = await import("../mcp/integration.ts");
  const trust =
    memory === "remembers" &&
    (await import("./known-tools.ts")).openKnownTools(readUserFolders().state, servers);
  const integration = new Integration(servers, {
    ...options,
    baseEnv: readChildEnvironment(),
    ...(trust && { trust }),
  });
  integration.start();
  return integration;
}
