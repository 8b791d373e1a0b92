import { writeFileSync } from "node:fs";
import { messageOf } from "../calls/failure.ts";
import { nearestNames } from "../tools/nearest-names.ts";
import { toolName } from "../tools/tool.ts";
import type { Conversation } from "./conversation.ts";
import { describeArguments } from "./describe-values.ts";
import { sanitize } from "./sanitize.ts";
import { describeServer } from "./server-lines.ts";
import { toTable } from "./table.ts";
import { nameOf, tellChoice } from "./tell-choice.ts";
import type { Terminal } from "./terminal.ts";

interface SlashCommand {
  readonly does: string;
  readonly run: (argument: string, conversation: Conversation, terminal: Terminal) => void | Promise<void>;
}

const slashCommands: Readonly<Record<string, SlashCommand>> = {
  "/tools": {
    does: "what can be called",
    run: (_, { session }, { tell, width }) => {
      const rows = session.tools.tools.map((tool) => [toolName(tool), tool.description]);
      for (const line of toTable(rows, width)) tell(line);
    },
  },
  "/model": {
    does: "which model is asked; /model NAME asks another from now on",
    run: async (name, conversation, terminal) => {
      if (name !== "") conversation.choice = await conversation.session.chooseModel(name);
      tellChoice(conversation.choice, terminal);
    },
  },
  "/servers": {
    does: "the MCP servers, and how they are",
    run: (_, { session }, { tell, style }) => {
      const servers = session.servers?.servers ?? [];
      if (servers.length === 0)
        tell("No MCP server is configured. Add one: switchboard mcp add NAME -- COMMAND");
      for (const server of servers) for (const line of describeServer(server, style)) tell(line);
    },
  },
  "/history": {
    does: "what has been said; /history clear forgets it",
    run: (argument, conversation, { tell, style }) => {
      if (argument === "clear") return conversation.forget();
      for (const message of conversation.messages) {
        const { role, content } = message;
        if (content !== "") tell(`${style.dim(`${role}:`)} ${sanitize(content)}`);
        for (const { name, args } of (role === "assistant" && message.toolCalls) || []) {
          tell(`${style.dim(`${role}:`)} → ${sanitize(name)}  ${describeArguments(args)}`.trimEnd());
        }
      }
    },
  },
  "/save": {
    does: "/save FILE writes the conversation as JSON",
    run: (file, { messages, choice }, { tell }) => {
      if (file === "") return tell("Where to? /save FILE");
      writeFileSync(file, `${JSON.stringify({ model: nameOf(choice.model), messages }, undefined, 2)}\n`);
      tell(`Saved ${messages.length} messages to ${sanitize(file)}`);
    },
  },
  "/help": {
    does: "this list",
    run: (_, __, { tell, width }) => {
      const rows = Object.entries(slashCommands).map(([name, { does }]) => [name, does]);
      for (const line of toTable([...rows, ["/bye", "leave (or Ctrl-D)"]], width)) tell(line);
      tell("Ctrl-C stops the answer; twice, the program.");
    },
  },
};

/** Runs a line that begins with a slash. What goes wrong is told, and the conversation goes on. */
export async function runSlashCommand(
  line: string,
  conversation: Conversation,
  terminal: Terminal,
): Promise<void> {
  const [, name = "", argument = ""] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? [];
  const command = Object.hasOwn(slashCommands, name) ? slashCommands[name] : undefined;
  if (command === undefined) {
    const [nearest] = nearestNames(name, [...Object.keys(slashCommands), "/bye"], 1);
    terminal.tell(
      `There is no ${sanitize(name)}. ${nearest === undefined ? "Try /help" : `Did you mean ${nearest}?`}`,
    );
    return;
  }
  try {
    await command.run(argument.trim(), conversation, terminal);
  } catch (error) {
    terminal.tell(`${terminal.style.red("✗")} ${sanitize(messageOf(error))}`);
  }
}
