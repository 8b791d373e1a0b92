import type { CallEvent } from "../../calls/events.ts";
import { ToolExecutor } from "../../calls/executor.ts";
import { guardObserver, type Observer } from "../../observer.ts";
import type { ToolManager } from "../../tools/manager.ts";
import { packageVersion } from "../package-version.ts";
import type { ServeEvent } from "./events.ts";
import { serveOverHttp, type HttpServingOptions } from "./serve-http.ts";
import { serveOverStdio } from "./serve-stdio.ts";
import type { McpServing, ServingParts, TransportServing } from "./serving.ts";
import { createToolServer, type ServedTools } from "./tool-server.ts";

export interface ServeMcpOptions {
  readonly tools: ToolManager;
  /** Runs the calls: one with the usual limits where none is given. */
  readonly executor?: ToolExecutor;
  /** Only these are offered and may be called; `undefined` means all. */
  readonly allowedTools?: readonly string[];
  /** What the server calls itself: "tool-switchboard", in the version of this package. */
  readonly name?: string;
  readonly version?: string;
  /** What clients may tell their model about these tools as a whole. */
  readonly instructions?: string;
  readonly transport: "stdio" | HttpServingOptions;
  /** Without one, what goes wrong becomes a process warning. It sees the calls too, where no executor is given. */
  readonly observe?: Observer<ServeEvent | CallEvent>;
}

/** Serves the tools of a manager, gathered ones too, to MCP clients of either protocol era. */
export async function serveMcp(options: ServeMcpOptions): Promise<McpServing> {
  const { tools, transport, allowedTools, instructions } = options;
  const observe = guardObserver(options.observe ?? warnOf);
  const served: ServedTools = {
    tools,
    executor: options.executor ?? new ToolExecutor({ tools, ...(options.observe && { observe }) }),
    allowedTools,
    name: options.name ?? "tool-switchboard",
    version: options.version ?? packageVersion(),
    instructions,
  };
  const load = async (): Promise<ServingParts> => {
    const sdk = await import("@modelcontextprotocol/server");
    return {
      sdk,
      createServer: () => createToolServer(sdk, served),
      onError: (error) => observe({ type: "serve.problem", error }),
    };
  };
  const serving = await (transport === "stdio" ? serveOverStdio(load) : serveOverHttp(load, transport));
  tellChanges(tools, serving);
  return serving;
}

/** Clients are told once, however many changes one turn of the event loop brings. */
function tellChanges(tools: ToolManager, serving: TransportServing): void {
  let isToldSoon = false;
  const unsubscribe = tools.onChange(() => {
    if (isToldSoon) return;
    isToldSoon = true;
    setImmediate(() => {
      isToldSoon = false;
      serving.tellChange();
    });
  });
  void serving.closed.then(unsubscribe);
}

function warnOf(event: ServeEvent | CallEvent): void {
  if (event.type === "serve.problem") process.emitWarning(event.error.message, "SwitchboardWarning");
}
