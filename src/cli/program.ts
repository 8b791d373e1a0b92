import type { Command } from "commander";
import { readEnvironment } from "../config/environment.ts";
import { packageVersion } from "../mcp/package-version.ts";
import { nearestNames } from "../tools/nearest-names.ts";
import { collect } from "./collect.ts";
import type { CommandContext, DefineCommand, GlobalOptions } from "./command.ts";
import { exitCodes, UsageError, type ExitCode } from "./exit-codes.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { showError } from "./show-error.ts";
import { createTerminal, withTell, type Terminal } from "./terminal.ts";

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<{ readonly define: DefineCommand }>;
}

/** Every command, in the order of the help. A command's file is loaded when it is the one that runs. */
const commands: Readonly<Record<string, CommandEntry>> = {
  chat: {
    summary: "talk with a model that has tools (the default)",
    load: () => import("./commands/chat.ts"),
  },
  ask: { summary: "ask one question and print the answer", load: () => import("./commands/ask.ts") },
  tools: { summary: "list, show and call tools, without a model", load: () => import("./commands/tools.ts") },
  mcp: { summary: "list, add, remove and test MCP servers", load: () => import("./commands/mcp.ts") },
  models: { summary: "show what models there are, and pull one", load: () => import("./commands/models.ts") },
  doctor: { summary: "check everything, and say how to mend it", load: () => import("./commands/doctor.ts") },
  init: { summary: "write a config file with comments", load: () => import("./commands/init.ts") },
  demo: { summary: "try it all in a simulated house", load: () => import("./commands/demo.ts") },
  voice: { summary: "speak with the house, or let it listen", load: () => import("./commands/voice.ts") },
  "serve-mcp": { summary: "offer the tools as an MCP server", load: () => import("./commands/serve-mcp.ts") },
  completion: {
    summary: "print the completion script of a shell",
    load: () => import("./commands/completion.ts"),
  },
};

const examples = `
Examples:
  $ switchboard demo                                  a simulated house, nothing to install
  $ switchboard ask "What is 12.5 % of 840?"
  $ git log -5 | switchboard ask "Sum this up in a line"
  $ switchboard tools call calculate expression="2^10"
  $ switchboard mcp add files -- npx -y @modelcontextprotocol/server-filesystem .
  $ switchboard doctor

Exit codes: 0 fine, 1 unexpected, 2 usage or config, 3 authentication, 4 unreachable, 5 tool error, 6 denied,
7 limit reached, 130 interrupted.`;

/** Runs the command that the arguments name, and gives what the program ends with. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  // What follows a lone -- are words, or another program's options.
  const own = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined);
  const asJson = own.some((word) => word === "--json" || word === "--stream-json");
  const terminal = openTerminal(args, asJson);
  const context: CommandContext = {
    terminal,
    globals: () => ({}),
    signal: listenForInterrupts(),
    exitCode: exitCodes.fine,
  };
  try {
    const program = await createProgram(args, context);
    await program.parseAsync(args, { from: "user" });
    return context.exitCode;
  } catch (error) {
    if (isHelp(error)) return exitCodes.fine;
    return fail(error, terminal, asJson);
  }
}

/** A program that reads JSON gets nothing else on stderr either. */
function openTerminal(args: readonly string[], asJson: boolean): Terminal {
  const { noColor, isDumbTerminal } = readEnvironment();
  const terminal = createTerminal(!asJson && !noColor && !args.includes("--no-color"), isDumbTerminal);
  if (!asJson) return terminal;
  return withTell(terminal, (notice) => void terminal.error.write(`${JSON.stringify({ notice })}\n`));
}

/** With the named command whole, and of the others what the help needs. */
async function createProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const { Command } = await import("commander");
  const program = new Command("switchboard");
  program
    .description(
      "Makes a model's tool calls go through: local and hosted models, your tools, your MCP servers.",
    )
    .version(packageVersion())
    .option("-c, --config <file>", "use this config file instead of the project's")
    .option("-m, --model <model>", "for example operator, qwen3:0.6b, ollama:qwen3:0.6b or openai:gpt-5-mini")
    .option(
      "--allow <pattern>",
      "run these tools without a question: a name, or light_*; may be repeated",
      collect,
    )
    .option("--json", "print JSON; an error is then one JSON line on stderr")
    .option("-v, --verbose", "show the log")
    .option("--no-color", "no colours, as with NO_COLOR")
    .addHelpText("after", examples)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    // What went wrong is told in one place, at the end.
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError(true);
  context.globals = () => program.opts<GlobalOptions>();

  const [name = "chat", ...words] = program.parseOptions([...args]).operands;
  if (name !== "help" && !Object.hasOwn(commands, name)) throw unknownCommand(name, words);
  const needsAll = name === "help" || name === "completion";
  for (const [each, { summary, load }] of Object.entries(commands)) {
    const command = program
      .command(each, { isDefault: each === "chat" })
      .summary(summary)
      .description(summary);
    if (each === name || needsAll) (await load()).define(command, context);
    if (each === name) checkSubcommand(command, words);
  }
  return program;
}

/** Otherwise it would be taken for an argument of the subcommand that is meant where none is named. */
function checkSubcommand(command: Command, [word]: readonly string[]): void {
  const known = command.commands.map((each) => each.name());
  if (known.length === 0 || word === undefined || word === "help" || known.includes(word)) return;
  const [nearest] = nearestNames(word, known, 1);
  const hint = nearest === undefined ? `There are: ${known.join(", ")}` : `Did you mean ${nearest}?`;
  throw new UsageError(`There is no command "${command.name()} ${word}". ${hint}`);
}

function unknownCommand(name: string, words: readonly string[]): UsageError {
  const [nearest] = nearestNames(name, Object.keys(commands), 1);
  const mayBeQuestion = words.length > 0 || name.includes(" ");
  const hints = [
    ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
    ...(mayBeQuestion ? ['A question is asked with: switchboard ask "…"'] : []),
  ];
  return new UsageError(
    `There is no command "${name}". ${hints.join(" ") || "`switchboard --help` lists them"}`,
  );
}

function isHelp(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === "commander.helpDisplayed" || code === "commander.help" || code === "commander.version";
}

function fail(error: unknown, terminal: Terminal, asJson: boolean): ExitCode {
  const { code } = error as { code?: unknown };
  const isUsage = typeof code === "string" && code.startsWith("commander.");
  const told = isUsage ? new UsageError((error as Error).message.replace(/^error: /, "")) : error;
  return showError(told, terminal, asJson);
}
