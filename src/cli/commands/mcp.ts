import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { checkConfig } from "../../config/check-config.ts";
import { addServer, findServer, removeServer } from "../../config/edit-servers.ts";
import { findConfigFiles } from "../../config/find-files.ts";
import { parseConfigFile, readConfigFile, type ConfigFile } from "../../config/config-file.ts";
import { ConfigError, describeProblem } from "../../config/config-error.ts";
import { openFileTrust, type FileTrust } from "../../config/trust-store.ts";
import { describeServerEntry, hashOf, toUntrusted } from "../../config/untrusted.ts";
import { readUserFolders } from "../../config/user-folders.ts";
import type { McpServerConfig } from "../../mcp/server-config.ts";
import { collect } from "../collect.ts";
import type { CommandContext, DefineCommand } from "../command.ts";
import { toLine } from "../event-json.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { createPrompter } from "../prompter.ts";
import { rememberTrust } from "../remember-trust.ts";
import { sanitize } from "../sanitize.ts";
import { describeServer } from "../server-lines.ts";
import { openSession, type Session } from "../session.ts";
import { toTable } from "../table.ts";
import type { Terminal } from "../terminal.ts";

interface AddOptions {
  readonly user?: boolean;
  readonly url?: string;
  readonly env?: readonly string[];
  readonly header?: readonly string[];
  readonly force?: boolean;
}

export const define: DefineCommand = (command, context) => {
  command.addHelpText(
    "after",
    `
Examples:
  $ switchboard mcp add files -- npx -y @modelcontextprotocol/server-filesystem .
  $ switchboard mcp add search --url https://example.com/mcp --header 'Authorization=Bearer \${SEARCH_TOKEN}'
  $ switchboard mcp list
  $ switchboard mcp test files`,
  );
  command
    .command("list", { isDefault: true })
    .description("start every server, and show its state, its tools, and what it said where it is not well")
    .action(() => withServers(context, (session) => list(session, context)));
  command
    .command("add <name> [command...]")
    .description("add a server to the project's config, or with --user to your own")
    .option("-u, --user", "for all your projects")
    .option("--url <url>", "a server over HTTP instead of a command")
    .option("-e, --env <NAME=value>", "an environment variable of the server; may be repeated", collect)
    .option("-H, --header <Name=value>", "a header of the requests; may be repeated", collect)
    .option("-f, --force", "take the place of a server that has this name")
    .action((name: string, words: readonly string[], options: AddOptions) =>
      add(name, words, options, context),
    );
  command
    .command("remove <name>")
    .description("remove a server from the config")
    .action((name: string) => remove(name, context));
  command
    .command("test <name>")
    .description("start one server and list its tools")
    .action((name: string) => withServers(context, (session) => test(session, name, context)));
  command
    .command("trust")
    .description("trust the project's config files as they are now")
    .action(() => trust(context));
};

async function withServers(context: CommandContext, use: (session: Session) => void): Promise<void> {
  const { terminal } = context;
  const prompter = terminal.isInteractive ? createPrompter(terminal) : undefined;
  const session = await openSession(context, { prompter, attempts: 1, isQuiet: true });
  try {
    await session.serversTried(context.signal);
    use(session);
  } finally {
    await session.close();
  }
}

function list({ servers, config }: Session, { terminal, globals }: CommandContext): void {
  const states = servers?.servers ?? [];
  const broken = config.servers.filter(({ problem }) => problem !== undefined);
  if (globals().json) return terminal.print(toLine([...states, ...broken]));
  if (states.length + broken.length === 0) {
    terminal.tell("No MCP server is configured. Add one: switchboard mcp add NAME -- COMMAND");
  }
  const { outputStyle: style } = terminal;
  for (const server of states) {
    for (const line of describeServer(server, style)) terminal.print(`${line}\n`);
  }
  for (const { name, problem } of broken) {
    terminal.print(`${style.red("✗")} ${style.bold(sanitize(name))}  not usable\n`);
    if (problem !== undefined) terminal.print(`    ${sanitize(describeProblem(problem))}\n`);
  }
}

function test({ servers, tools, config }: Session, name: string, context: CommandContext): void {
  const { terminal, globals } = context;
  const status = servers?.servers.find((server) => server.name === name);
  if (status === undefined) {
    const problem = config.servers.find((server) => server.name === name)?.problem;
    if (problem !== undefined) throw new ConfigError([problem]);
    throw noServer(
      name,
      config.servers.map((server) => server.name),
    );
  }
  if (globals().json) terminal.print(toLine(status));
  else for (const line of describeServer(status, terminal.outputStyle)) terminal.print(`${line}\n`);
  if (status.state !== "ready") {
    context.exitCode = exitCodes.unreachable;
    return;
  }
  if (globals().json) return;
  const rows = status.tools.map((tool) => ["   ", tool, tools.find(tool)?.description ?? ""]);
  const width = terminal.output.isTTY ? terminal.width : Infinity;
  for (const line of toTable(rows, width)) terminal.print(`${line}\n`);
}

function add(
  name: string,
  words: readonly string[],
  options: AddOptions,
  { terminal, globals }: CommandContext,
): void {
  const server = toServer(words, options);
  throwFaults(name, server);
  const folders = readUserFolders();
  const found = findConfigFiles(process.cwd(), folders.config);
  const own = globals().config;
  const file = options.user
    ? join(folders.config, "config.jsonc")
    : (own ?? found.project ?? found.mcp[0] ?? ".mcp.json");
  if (options.force !== true) throwIfThere(resolve(file), name);
  addTo(resolve(file), name, server, terminal);
}

/** Nobody loses a server by choosing its name again. */
function throwIfThere(file: string, name: string): void {
  const found = findServer(file, name);
  if (found === undefined) return;
  throw new UsageError(
    `${relative(process.cwd(), file)} has a server "${name}" already: ${describeServerEntry(found.entry)}\n` +
      `Choose another name, or replace it with --force`,
  );
}

function addTo(file: string, name: string, server: McpServerConfig, terminal: Terminal): void {
  const trustStore = openFileTrust(readUserFolders().state);
  const isKnown = !existsSync(file) || isHarmless(readConfigFile(file), trustStore);
  addServer(file, name, server);
  // Adding one server is no word about what else stands in a file that was never looked at.
  if (isKnown) rememberTrust(trustStore, file, hashOf(readConfigFile(file)), terminal);
  terminal.tell(
    sanitize(`Added ${name} to ${relative(process.cwd(), file)}. Try it: switchboard mcp test ${name}`),
  );
}

function toServer([command, ...args]: readonly string[], { url, env, header }: AddOptions): McpServerConfig {
  if (url !== undefined && command === undefined) {
    return { url, ...(header && { headers: toRecord(header) }) };
  }
  if (command === undefined || url !== undefined) {
    throw new UsageError("Say how the server is reached: either -- COMMAND ARGS, or --url URL");
  }
  return { command, ...(args.length > 0 && { args }), ...(env && { env: toRecord(env) }) };
}

function isHarmless(config: ConfigFile, { isTrusted }: FileTrust): boolean {
  return toUntrusted(config) === undefined || isTrusted(config.file, hashOf(config));
}

/** What is to be said against a server; it would not be started, so that it is not written either. */
function throwFaults(name: string, server: McpServerConfig): void {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _.@/-]*$/u.test(name))
    throw new UsageError(`"${name}" is no name for a server: write letters, digits and _ . @ / -`);
  const written = parseConfigFile("", JSON.stringify({ mcpServers: { [name]: server } }));
  const problem = checkConfig(written).brokenServers.get(name);
  if (problem !== undefined) throw new UsageError(`${problem.path}: ${problem.message}`);
}

function remove(name: string, { terminal, globals }: CommandContext): void {
  const folders = readUserFolders();
  const { project, mcp, user } = findConfigFiles(process.cwd(), folders.config);
  const own = globals().config;
  const files = (own === undefined ? [project, ...mcp, user] : [resolve(own)]).filter(
    (file) => file !== undefined,
  );
  const trustStore = openFileTrust(folders.state);
  for (const file of files) {
    const isKnown = trustStore.isTrusted(file, hashOf(readConfigFile(file)));
    if (!removeServer(file, name)) continue;
    if (isKnown) rememberTrust(trustStore, file, hashOf(readConfigFile(file)), terminal);
    terminal.tell(sanitize(`Removed ${name} from ${relative(process.cwd(), file)}`));
    return;
  }
  throw noServer(name, []);
}

function trust({ terminal }: CommandContext): void {
  const folders = readUserFolders();
  const { project, mcp } = findConfigFiles(process.cwd(), folders.config);
  const store = openFileTrust(folders.state);
  const files = [project, ...mcp].filter((file) => file !== undefined);
  if (files.length === 0) terminal.tell("This project has no config file.");
  for (const file of files) {
    store.trust(file, hashOf(readConfigFile(file)));
    terminal.tell(sanitize(`Trusted as it is now: ${file}`));
  }
}

function noServer(name: string, known: readonly string[]): UsageError {
  const hint = known.length === 0 ? "" : ` There are: ${known.join(", ")}`;
  return new UsageError(`No server "${name}" is configured.${hint}`);
}

function toRecord(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new UsageError(`"${pair}" must be NAME=value`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
