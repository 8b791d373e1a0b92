import { spawn as spawnChild } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestContext } from "node:test";
import { spawn as spawnInTerminal } from "@lydell/node-pty";
import { buildProgram } from "../fixtures/built-program.ts";
import { makeTemporaryFolder } from "../fixtures/temporary-folder.ts";

export const program = await buildProgram();
/** As `npm start` runs it. */
export const sourceProgram = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");
/** Where nothing listens: a test must not find the Ollama of the machine that it runs on. */
const nowhere = "127.0.0.1:9";

/** For the tests of a file: most of their time is the start of programs, which need no more than one processor each. */
export const sideBySide = { concurrency: 2 };

/** A folder of its own to be called in, and a home without settings. */
export interface Place {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Ends the programs of a test that has taken too long. */
  readonly signal: AbortSignal;
  write(file: string, text: string | object): void;
}

export function createPlace(t: TestContext, files: Readonly<Record<string, string | object>> = {}): Place {
  const root = makeTemporaryFolder();
  const folder = join(root, "project");
  mkdirSync(join(folder, ".git"), { recursive: true });
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    XDG_CONFIG_HOME: join(root, "config"),
    XDG_STATE_HOME: join(root, "state"),
    OLLAMA_HOST: nowhere,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
  };
  const write = (file: string, text: string | object): void => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof text === "string" ? text : JSON.stringify(text));
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { folder, env, signal: t.signal, write };
}

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  /** Somebody may still write to it. */
  readonly keepsInputOpen?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Another than the built one. */
  readonly program?: string;
  /** Told the process when it has written this to stderr or stdout. */
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The real program, as a pipe. */
export function run(place: Place, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawnChild(process.execPath, [options.program ?? program, ...args], {
    cwd: place.folder,
    env: { ...place.env, ...options.env },
    signal: place.signal,
    killSignal: "SIGKILL",
  });
  let stdout = "";
  let stderr = "";
  const tell = () => options.onOutput?.(stdout + stderr, (signal) => void child.kill(signal));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    tell();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    tell();
  });
  child.stdin.on("error", () => {});
  if (options.keepsInputOpen !== true) child.stdin.end(options.input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

export interface Screen {
  /** Everything that was written, with the terminal's commands in it. */
  readonly raw: string;
  /** The same without them. */
  readonly text: string;
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves when this has been written since the last time; fails with all that was written when the program ends. */
  shows(expected: string | RegExp): Promise<void>;
  readonly ended: Promise<number>;
}

export const keys = { enter: "\r", ctrlC: "\x03", ctrlD: "\x04", up: "\x1b[A" } as const;

/** The real program in a pseudo-terminal. */
export function open(
  t: TestContext,
  place: Place,
  args: readonly string[],
  options: { readonly columns?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Screen {
  const terminal = spawnInTerminal(process.execPath, [program, ...args], {
    cols: options.columns ?? 100,
    rows: 30,
    cwd: place.folder,
    env: { ...place.env, ...options.env },
  });
  let raw = "";
  let seen = 0;
  let hasEnded = false;
  let look: () => void = () => {};
  terminal.onData((text) => {
    raw += text;
    look();
  });
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => {
      hasEnded = true;
      look();
      resolve(exitCode);
    });
  });
  t.after(() => {
    if (!hasEnded) terminal.kill("SIGKILL");
  });
  const textOf = () => stripVTControlCharacters(raw);
  return {
    get raw() {
      return raw;
    },
    get text() {
      return textOf();
    },
    ended,
    type: (typed) => terminal.write(typed),
    resize: (columns, rows) => terminal.resize(columns, rows),
    shows: (expected) =>
      new Promise((resolve, reject) => {
        look = () => {
          const fresh = textOf().slice(seen);
          const found = typeof expected === "string" ? fresh.indexOf(expected) : fresh.search(expected);
          if (found >= 0) {
            seen += found + 1;
            look = () => {};
            resolve();
          } else if (hasEnded) {
            reject(new Error(`The program ended without showing ${String(expected)}:\n${textOf()}`));
          }
        };
        look();
      }),
  };
}
