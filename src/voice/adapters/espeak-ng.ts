import { readFile } from "node:fs/promises";
import type { Synthesizer } from "../ports.ts";
import { installLines } from "./install-lines.ts";
import { runProgram } from "./run-program.ts";
import { withTemporaryFile } from "./temporary-file.ts";

export interface EspeakOptions {
  /** `en`, `de`, `en-us` … */
  readonly voice?: string;
  readonly command?: string;
  readonly timeoutMs?: number;
}

/** espeak-ng: small, quick, a hundred languages (VOX-5). */
export function createEspeak(options: EspeakOptions = {}): Synthesizer {
  const { voice = "en", command = "espeak-ng", timeoutMs = 10_000 } = options;
  return {
    synthesize: (text, { signal }) =>
      // Into a file: written to a pipe, the WAV would not know its own length.
      withTemporaryFile("speech.wav", async (file) => {
        const args = ["-v", voice, "-w", file, "--stdin"];
        await runProgram(command, args, { signal, timeoutMs, input: text, install: installLines.espeak });
        return readFile(file);
      }),
  };
}
