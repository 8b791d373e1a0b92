import { readFile } from "node:fs/promises";
import type { Synthesizer } from "../ports.ts";
import { installLines } from "./install-lines.ts";
import { runProgram } from "./run-program.ts";
import { withTemporaryFile } from "./temporary-file.ts";

export interface PiperOptions {
  /** The path of a voice, such as `en_US-lessac-medium.onnx`. */
  readonly model: string;
  readonly command?: string;
  readonly timeoutMs?: number;
}

/** Piper: the most natural of the voices that run at home (VOX-5). */
export function createPiper({ model, command = "piper", timeoutMs = 30_000 }: PiperOptions): Synthesizer {
  return {
    synthesize: (text, { signal }) =>
      withTemporaryFile("speech.wav", async (file) => {
        const args = ["--model", model, "--output_file", file];
        // One line is one utterance.
        const input = `${text.replaceAll(/\s+/g, " ")}\n`;
        await runProgram(command, args, { signal, timeoutMs, input, install: installLines.piper });
        return readFile(file);
      }),
  };
}
