import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { suite, test } from "node:test";
import { createPlace, run, sideBySide } from "./support.ts";

/** How each shell is made to say what may follow these words, with the script that it was given. */
const shells = {
  bash: (script: string, words: readonly string[]) => `${script}
COMP_WORDS=(switchboard ${quoted(words)}); COMP_CWORD=${words.length}; _switchboard
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Outside of a line editor there is nobody to describe things to: what would be described is printed.
  zsh: (script: string, words: readonly string[]) => `compdef() { :; }
_describe() { print -rl -- "\${(@)\${(P)2}%%:*}"; }
${script}
words=(switchboard ${quoted(words)}); CURRENT=${words.length + 1}; _switchboard`,
  fish: (script: string, words: readonly string[]) => `${script}
complete -C ${quoted([["switchboard", ...words].join(" ")])} | string replace -r '\\t.*' ''`,
} as const;

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(" ");

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ["-c", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

suite("completion", sideBySide, () => {
  for (const [shell, ask] of Object.entries(shells)) {
    test(`${shell} finishes commands, subcommands and options, also behind arguments and the values of options`, async (t) => {
      if (!isInstalled(shell)) return t.skip(`NOT TESTED: no ${shell} here; apt-get install -y ${shell}`);
      const place = createPlace(t);
      const { stdout: script } = await run(place, ["completion", shell]);
      const complete = (...words: string[]) =>
        execFileSync(shell, ["-c", ask(script, words)], { encoding: "utf8", env: place.env })
          .trim()
          .split("\n")
          .filter((word) => word.startsWith(words.at(-1) ?? ""));
      assert.deepEqual(complete("do"), ["doctor"]);
      assert.deepEqual(complete("mcp", "re"), ["remove"]);
      assert.deepEqual(complete("ask", "--stream"), ["--stream-json"]);
      assert.deepEqual(complete("--verbose", "tools", "sh"), ["show"]);
      assert.deepEqual(complete("-m", "qwen3:0.6b", "tool"), ["tools"]);
      assert.deepEqual(complete("tools", "call", "calculate", "--ar"), ["--args"]);
    });
  }

  test("there is none for other shells", async (t) => {
    const { exitCode, stderr } = await run(createPlace(t), ["completion", "tcsh"]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /bash, zsh and fish, not for tcsh/);
  });
});
