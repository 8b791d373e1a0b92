// Makes docs/images/demo.svg from what the program itself writes when somebody uses the demo in a terminal.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { spawn } from "@lydell/node-pty";
import { toScreen } from "./picture/terminal-screen.ts";
import { toSvg } from "./picture/to-svg.ts";

const columns = 96;
const requests = [
  "turn on the ceiling light",
  "dim the floor lamp to 40 percent and turn off the fan",
  "what does the climate sensor say?",
  "unlock the front door",
];

const root = join(import.meta.dirname, "..");
const home = mkdtempSync(join(tmpdir(), "switchboard-picture-"));
const terminal = spawn(process.execPath, [join(root, "src", "cli", "main.ts"), "demo"], {
  cols: columns,
  rows: 50,
  cwd: home,
  // A home of its own, and nowhere an Ollama: the picture is what a person sees who has nothing installed.
  env: {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TERM: "xterm-256color",
    OLLAMA_HOST: "127.0.0.1:11434",
  },
});

let output = "";
let seen = 0;
let look = (): void => {};
terminal.onData((text) => {
  output += text;
  look();
});

/** Waits for the prompt, or for the question about a door. */
function waitFor(...texts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    look = () => {
      const shown = stripVTControlCharacters(output);
      const found = texts.find((text) => shown.includes(text, seen));
      if (found === undefined) return;
      seen = shown.length;
      look = () => {};
      resolve(found);
    };
    look();
  });
}

const [prompt, question] = ["› ", "[n]o › "];
await waitFor(prompt);
for (const request of requests) {
  terminal.write(`${request}\r`);
  await waitFor(request);
  if ((await waitFor(question, prompt)) === question) {
    terminal.write("o\r");
    await waitFor(prompt);
  }
}
terminal.kill();
rmSync(home, { recursive: true, force: true });

const lines = toScreen(output, columns);
// The last prompt has nothing behind it.
writeFileSync(
  join(root, "docs", "images", "demo.svg"),
  toSvg(lines.slice(0, -1), columns, "switchboard demo"),
);
