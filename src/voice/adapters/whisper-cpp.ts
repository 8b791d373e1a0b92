import { writeFile } from "node:fs/promises";
import type { Transcriber } from "../ports.ts";
import { toWav } from "../wav.ts";
import { installLines } from "./install-lines.ts";
import { runProgram } from "./run-program.ts";
import { withTemporaryFile } from "./temporary-file.ts";

export interface WhisperCppOptions {
  /** The path of a ggml model, such as `ggml-base.en.bin`. */
  readonly model: string;
  readonly language?: string;
  readonly command?: string;
  readonly timeoutMs?: number;
}

/** whisper.cpp's `whisper-cli`: understands anything, given time (VOX-5). */
export function createWhisperCpp(options: WhisperCppOptions): Transcriber {
  const { model, language = "en", command = "whisper-cli", timeoutMs = 30_000 } = options;
  return {
    transcribe: (samples, { sampleRate, signal }) =>
      withTemporaryFile("speech.wav", async (file) => {
        await writeFile(file, toWav({ samples, sampleRate }));
        const args = [
          "--model",
          model,
          "--language",
          language,
          "--no-timestamps",
          "--no-prints",
          "--file",
          file,
        ];
        const output = await runProgram(command, args, { signal, timeoutMs, install: installLines.whisper });
        return withoutSoundMarks(output.toString("utf8"));
      }),
  };
}

/** What whisper writes for sounds that are no words: `[BLANK_AUDIO]`, `(wind blowing)`. */
function withoutSoundMarks(text: string): string {
  return text
    .replaceAll(/\[[^\]]*\]|\([^)]*\)/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
