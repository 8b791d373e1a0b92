import { serveMcp } from "../../mcp/serve/serve-mcp.ts";
import type { CommandContext, DefineCommand } from "../command.ts";
import { UsageError } from "../exit-codes.ts";
import { openSession } from "../session.ts";

interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
}

export const define: DefineCommand = (command, context) => {
  command
    .option("--port <port>", "serve over HTTP on this port instead of stdio; 0 takes a free one")
    .option("--host <host>", "the address to listen on: 127.0.0.1")
    .addHelpText(
      "after",
      `
Nobody can be asked here: tools that change something run when the settings, or --allow, allow them.

Examples:
  $ switchboard serve-mcp --allow 'light_*'
  $ switchboard serve-mcp --port 8808`,
    )
    .action((options: ServeOptions) => serve(options, context));
};

async function serve({ port, host }: ServeOptions, context: CommandContext): Promise<void> {
  const { terminal, signal } = context;
  const session = await openSession(context);
  try {
    const { tools, executor } = session;
    const { allowed } = session.config.settings.tools;
    const serving = await serveMcp({
      tools,
      executor,
      ...(allowed !== undefined && { allowedTools: allowed }),
      transport: port === undefined ? "stdio" : { port: toPort(port), ...(host !== undefined && { host }) },
    });
    if (serving.url !== undefined) terminal.tell(`Serving MCP at ${serving.url}`);
    signal.addEventListener("abort", () => void serving.close(), { once: true });
    await serving.closed;
  } finally {
    await session.close();
  }
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535, got ${text}`);
}
