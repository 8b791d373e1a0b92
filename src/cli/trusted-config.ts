import { describeProblem } from "../config/config-error.ts";
import { loadConfig } from "../config/load-config.ts";
import type { LoadedConfig, UntrustedFile } from "../config/settings.ts";
import { openFileTrust } from "../config/trust-store.ts";
import { readUserFolders } from "../config/user-folders.ts";
import type { CommandContext } from "./command.ts";
import type { Prompter } from "./prompter.ts";
import { rememberTrust } from "./remember-trust.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** What the flags say, in the form of the config file. */
function flagsOf({ globals }: CommandContext): Record<string, unknown> {
  const { model, allow = [] } = globals();
  const approval = { tools: Object.fromEntries(allow.map((pattern) => [pattern, "allow"])) };
  return { ...(model !== undefined && { model }), ...(allow.length > 0 && { approval }) };
}

interface TrustOptions {
  /** Asks about files that are new; without it they stay out, and that is told. */
  readonly prompter?: Prompter | undefined;
  /** Neither the project's files nor the user's count. */
  readonly isStandalone?: boolean | undefined;
  /** Files that nobody trusts yet stay out without a word. */
  readonly isSilent?: boolean;
}

/** The config with files of the project only as far as the person trusts them; asks once about each. */
export async function loadTrustedConfig(
  context: CommandContext,
  { prompter, isStandalone = false, isSilent = false }: TrustOptions = {},
): Promise<LoadedConfig> {
  const { terminal } = context;
  const trust = openFileTrust(readUserFolders().state);
  const load = () =>
    loadConfig({
      file: context.globals().config,
      flags: flagsOf(context),
      isStandalone,
      isTrusted: trust.isTrusted,
    });
  let config = load();
  let hasNews = false;
  for (const untrusted of isSilent ? [] : config.untrusted) {
    if (prompter === undefined || !(await wantsToTrust(untrusted, terminal, prompter, context.signal))) {
      tellUntrusted(untrusted, terminal);
      continue;
    }
    rememberTrust(trust, untrusted.file, untrusted.hash, terminal);
    hasNews = true;
  }
  if (hasNews) config = load();
  for (const warning of config.warnings) {
    terminal.tell(`${terminal.style.yellow("!")} ${sanitize(describeProblem(warning))}`);
  }
  return config;
}

async function wantsToTrust(
  { file, asksFor }: UntrustedFile,
  terminal: Terminal,
  prompter: Prompter,
  signal: AbortSignal,
): Promise<boolean> {
  const { style } = terminal;
  terminal.tell(`${style.yellow("?")} ${style.bold(sanitize(file))} is new or has changed. It wants:`);
  for (const line of asksFor) terminal.tell(`    ${sanitize(line).replaceAll("\n", " ")}`);
  const answer = await prompter.ask("  Trust it as it is now? [y]es, [n]o › ", signal);
  return /^y(?:es)?$/i.test(answer?.trim() ?? "");
}

function tellUntrusted({ file, asksFor }: UntrustedFile, { tell, style }: Terminal): void {
  tell(`${style.yellow("!")} ${sanitize(file)} is not trusted yet; left out of it:`);
  for (const line of asksFor) tell(`    ${sanitize(line).replaceAll("\n", " ")}`);
  tell(`  Look at it, then: switchboard mcp trust`);
}
