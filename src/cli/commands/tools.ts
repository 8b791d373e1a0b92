import { createApproval, type ApprovalPolicy } from "../../calls/approval.ts";
import type { ToolFailure } from "../../calls/call.ts";
import { describeLosses } from "../../schema/loss.ts";
import { toJsonSchema } from "../../schema/to-json-schema.ts";
import { nearestNames } from "../../tools/nearest-names.ts";
import { toolName, type Tool } from "../../tools/tool.ts";
import type { CommandContext, DefineCommand } from "../command.ts";
import { toLine, toPlainResult } from "../event-json.ts";
import { ToolFailedError, UsageError } from "../exit-codes.ts";
import { createPrompter } from "../prompter.ts";
import { sanitize } from "../sanitize.ts";
import { openSession, type Session } from "../session.ts";
import { toTable } from "../table.ts";

export const define: DefineCommand = (command, context) => {
  command.addHelpText(
    "after",
    `
Examples:
  $ switchboard tools
  $ switchboard tools show calculate --provider ollama
  $ switchboard tools call calculate expression="2^10"
  $ switchboard tools call echo --args '{"text": "hello"}'`,
  );
  command
    .command("list", { isDefault: true })
    .description("list every tool that can be called")
    .action(() => withTools(context, (session) => list(session, context)));
  command
    .command("show <name>")
    .description("show a tool; with --provider as that provider is sent it, and what is lost on the way")
    .option("-p, --provider <provider>", "ollama, openai, anthropic or gemini")
    .action((name: string, options: { readonly provider?: string }) =>
      withTools(context, (session) => show(findTool(session, name), options.provider, context)),
    );
  command
    .command("call <name> [values...]")
    .description("call a tool without a model: key=value …, or --args with JSON")
    .option("-a, --args <json>", "the arguments as a JSON object")
    .action((name: string, values: readonly string[], options: { readonly args?: string }) =>
      withTools(context, (session) => call(session, name, parseArguments(values, options.args), context)),
    );
};

/** Who calls a tool by hand has approved it; what the settings forbid stays forbidden. */
function approvedByHand({ tools = {} }: ApprovalPolicy): ApprovalPolicy {
  const denied = Object.entries(tools).filter(([, rule]) => rule === "deny");
  return { default: "allow", tools: Object.fromEntries(denied) };
}

async function withTools(
  context: CommandContext,
  use: (session: Session) => void | Promise<void>,
): Promise<void> {
  const { terminal } = context;
  const session = await openSession(context, {
    prompter: terminal.isInteractive ? createPrompter(terminal) : undefined,
    approve: ({ approval }) => createApproval(approvedByHand(approval)),
    attempts: 1,
  });
  try {
    await session.serversTried(context.signal);
    await use(session);
  } finally {
    await session.close();
  }
}

function list({ tools: manager }: Session, { terminal, globals }: CommandContext): void {
  const { tools } = manager;
  if (globals().json) {
    terminal.print(toLine(tools.map((tool) => ({ name: toolName(tool), description: tool.description }))));
    return;
  }
  const width = terminal.output.isTTY ? terminal.width : Infinity;
  const rows = tools.map((tool) => [toolName(tool), tool.description]);
  for (const line of toTable(rows, width)) terminal.print(`${line}\n`);
}

async function show(tool: Tool, provider: string | undefined, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const name = toolName(tool);
  const print = (value: unknown) => terminal.print(`${sanitize(JSON.stringify(value, undefined, 2))}\n`);
  if (provider === undefined) {
    return print({ name, description: tool.description, parameters: toJsonSchema(tool.schema) });
  }
  const { lossesOf, toProviderTools } = await import("../../providers/formats.ts");
  print(toProviderTools([tool], provider)[0]);
  const losses = describeLosses(name, provider, lossesOf(tool, provider));
  terminal.tell(sanitize(losses === "" ? `Nothing is lost on the way to ${provider}.` : losses));
}

async function call(session: Session, name: string, args: unknown, context: CommandContext): Promise<void> {
  const { terminal, signal, globals } = context;
  const result = await session.executor.execute({ id: "cli", name, args }, { signal });
  if (!result.ok) throw toError(result);
  terminal.print(globals().json ? toLine(toPlainResult(result)) : `${sanitize(result.text)}\n`);
}

function toError({ code, text, error }: ToolFailure): ToolFailedError {
  return new ToolFailedError(code, text.replace(/^Error: /, ""), { cause: error });
}

function findTool({ tools }: Session, name: string): Tool {
  const tool = tools.find(name);
  if (tool !== undefined) return tool;
  const [nearest] = nearestNames(name, tools.tools.map(toolName), 1);
  throw new UsageError(
    `There is no tool "${name}". ${nearest === undefined ? "" : `Did you mean ${nearest}?`}`.trim(),
  );
}

/** Values are text here; the executor reads them as what the tool's schema asks for (FIX-2). */
function parseArguments(values: readonly string[], json: string | undefined): unknown {
  if (values.length === 0 && json !== undefined) return json;
  const given: unknown = json === undefined ? {} : parseJson(json);
  const pairs = values.map((value) => {
    const at = value.indexOf("=");
    if (at < 1) throw new UsageError(`"${value}" is no argument: write key=value, or use --args '{…}'`);
    return [value.slice(0, at), value.slice(at + 1)] as const;
  });
  return { ...(given as object), ...Object.fromEntries(pairs) };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new UsageError(`--args is no JSON: ${(cause as Error).message}`, { cause });
  }
}
