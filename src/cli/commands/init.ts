import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfigFile } from "../../config/config-file.ts";
import { openFileTrust } from "../../config/trust-store.ts";
import { hashOf } from "../../config/untrusted.ts";
import { readUserFolders } from "../../config/user-folders.ts";
import type { DefineCommand } from "../command.ts";
import { UsageError } from "../exit-codes.ts";
import { rememberTrust } from "../remember-trust.ts";

/** Everything that it says is commented out: a new file changes nothing. */
export const configTemplate = `{
  "$schema": "./node_modules/tool-switchboard/docs/switchboard.schema.json",

  // Who is asked. Without this: Ollama if it answers, else a hosted model whose key is set, else the operator.
  // "model": "ollama:qwen3:0.6b",

  // How models are reached. Keys belong into the environment.
  // "providers": {
  //   "ollama": { "host": "127.0.0.1:11434", "maxNumCtx": 16384 },
  //   "openai": { "apiKey": "\${OPENAI_API_KEY}", "model": "gpt-5-mini" }
  // },

  // MCP servers, as in Claude, Cursor and VS Code. \`switchboard mcp add\` writes them for you.
  "mcpServers": {
    // "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] },
    // "search": { "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer \${SEARCH_TOKEN}" } }
  },

  "tools": {
    // Tools of your own.
    "registry": [
      // {
      //   "name": "get_weather",
      //   "description": "Tells the weather of a place.",
      //   "type": "function",
      //   "handler": "get_weather",
      //   "parameters": {
      //     "type": "object",
      //     "properties": { "place": { "type": "string" } },
      //     "required": ["place"]
      //   },
      //   "implementation": { "type": "mock", "mock_response": "Sunny, 21 °C" }
      // }
    ]
  },

  // Tools that only read run. Of the others you are asked, unless a rule says otherwise: ask, allow or deny.
  "approval": {
    "default": "ask",
    "tools": {
      // "light_*": "allow",
      // "delete_*": "deny"
    }
  }
}
`;

export const define: DefineCommand = (command, { terminal }) => {
  command
    .option("-f, --force", "write over a file that is there")
    .action(({ force = false }: { readonly force?: boolean }) => {
      const file = join(process.cwd(), "switchboard.config.jsonc");
      if (existsSync(file) && !force)
        throw new UsageError(`${file} is there already; --force writes over it`);
      const other = join(process.cwd(), "switchboard.config.json");
      if (existsSync(other))
        throw new UsageError(
          `${other} is this project's config; beside a new file it would not count any more`,
        );
      writeFileSync(file, configTemplate);
      // Who has it written need not be asked about it.
      const trust = openFileTrust(readUserFolders().state);
      rememberTrust(trust, file, hashOf(readConfigFile(file)), terminal);
      terminal.tell(`Wrote ${file}. What is wrong in it, \`switchboard doctor\` will say.`);
    });
};
