import type { Command } from "commander";
import type { CommandContext, DefineCommand } from "../command.ts";
import { UsageError } from "../exit-codes.ts";

export const define: DefineCommand = (command, context) => {
  command
    .argument("<shell>", "bash, zsh or fish")
    .addHelpText(
      "after",
      `
To have it in every shell:
  bash:  echo 'source <(switchboard completion bash)' >> ~/.bashrc
  zsh:   echo 'source <(switchboard completion zsh)' >> ~/.zshrc
  fish:  switchboard completion fish > ~/.config/fish/completions/switchboard.fish`,
    )
    .action((shell: string) => print(shell, command, context));
};

function print(shell: string, { parent }: Command, { terminal }: CommandContext): void {
  const write = { bash: toBash, zsh: toZsh, fish: toFish }[shell];
  if (write === undefined || parent === null) {
    throw new UsageError(`There is a completion for bash, zsh and fish, not for ${shell}`);
  }
  terminal.print(write(toWords(parent)));
}

/** What can follow the words before it: commands and options with their descriptions. */
interface Words {
  /** The commands so far, such as `mcp add`; empty for the program itself. */
  readonly after: string;
  readonly next: readonly { readonly word: string; readonly does: string }[];
}

function toWords(program: Command): Words[] {
  const globals = optionsOf(program);
  const collect = (command: Command, after: string): Words[] => {
    const subcommands = command.commands.map((each) => ({ word: each.name(), does: each.description() }));
    const own = command === program ? [] : optionsOf(command);
    const here = { after, next: [...subcommands, ...own, ...globals] };
    return [here, ...command.commands.flatMap((each) => collect(each, `${after} ${each.name()}`.trim()))];
  };
  return collect(program, "");
}

function optionsOf(command: Command): Words["next"] {
  return command.options.map(({ long, short, description }) => ({
    word: long ?? short ?? "",
    does: description,
  }));
}

/**
 * Finds in `at` which command the words so far name. What is no command there is an argument, or the value of an option.
 * Bash and zsh read it alike.
 */
function toWalk(words: readonly Words[]): string {
  const known = words.map(({ after }) => `"${after}"`).filter((after) => after !== '""');
  return `    case "\${at:+$at }$word" in
      ${known.join("|")}) at="\${at:+$at }$word" ;;
    esac`;
}

function toBash(words: readonly Words[]): string {
  const cases = words.map(
    ({ after, next }) => `    "${after}") words="${next.map(({ word }) => word).join(" ")}" ;;`,
  );
  return `# switchboard completion for bash
_switchboard() {
  local words at="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${toWalk(words)}
  done
  case "$at" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _switchboard switchboard
`;
}

function toZsh(words: readonly Words[]): string {
  const cases = words.map(({ after, next }) => {
    const items = next.map(({ word, does }) => `'${word.replaceAll(":", "\\:")}:${quote(does)}'`);
    return `    "${after}") items=(${items.join(" ")}) ;;`;
  });
  return `#compdef switchboard
# switchboard completion for zsh
_switchboard() {
  local -a items
  local at="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
${toWalk(words)}
  done
  case "$at" in
${cases.join("\n")}
  esac
  _describe 'switchboard' items || _files
}
# Sourced it registers itself; in a folder of $fpath it is the function.
if [[ "\${funcstack[1]}" == _switchboard ]]; then
  _switchboard "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _switchboard switchboard
fi
`;
}

function toFish(words: readonly Words[]): string {
  const known = words.map(({ after }) => `'${after}'`).filter((after) => after !== "''");
  const lines = words.flatMap(({ after, next }) =>
    next.map(({ word, does }) => {
      const form = word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c switchboard -n '_switchboard_after "${after}"' ${form} -d '${quote(does)}'`;
    }),
  );
  return `# switchboard completion for fish
function _switchboard_after
  set -l at ""
  for word in (commandline -opc)[2..]
    set -l next (string trim -- "$at $word")
    contains -- $next ${known.join(" ")}; and set at $next
  end
  test "$at" = "$argv[1]"
end
${lines.join("\n")}
`;
}

/** For a place between single quotes, on one line. */
function quote(text: string): string {
  return text.replaceAll("'", "’").replaceAll(/\s+/g, " ");
}
