import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toGrammar, type SpokenSentence } from "../grammar.ts";
import type { Transcriber } from "../ports.ts";
import { toWav } from "../wav.ts";
import { installLines } from "./install-lines.ts";
import { runProgram } from "./run-program.ts";
import { withTemporaryFile } from "./temporary-file.ts";

export interface PocketsphinxOptions {
  /** What can be said. Whatever else is said is heard as one of these: better for a button than for an open ear. */
  readonly sentences: readonly SpokenSentence[];
  /** `pocketsphinx` is version 5; `pocketsphinx_continuous` was its name before. */
  readonly command?: string;
  readonly timeoutMs?: number;
}

/** Debian's pocketsphinx with a grammar (VOX-5). */
export function createPocketsphinx(options: PocketsphinxOptions): Transcriber {
  const { sentences, command = "pocketsphinx", timeoutMs = 10_000 } = options;
  const grammar = toGrammar(sentences);
  const isOld = command.endsWith("_continuous");
  return {
    transcribe: (samples, { sampleRate, signal }) =>
      withTemporaryFile("speech.wav", async (file) => {
        const grammarFile = join(dirname(file), "house.jsgf");
        await Promise.all([writeFile(file, toWav({ samples, sampleRate })), writeFile(grammarFile, grammar)]);
        const args = isOld
          ? ["-infile", file, "-jsgf", grammarFile, "-logfn", "/dev/null"]
          : ["-jsgf", grammarFile, "single", file];
        const output = await runProgram(command, args, {
          signal,
          timeoutMs,
          install: installLines.pocketsphinx,
        });
        return isOld ? output.toString("utf8").trim() : readText(output.toString("utf8"));
      }),
  };
}

/** Version 5 writes JSON, with the text under `t`. */
function readText(line: string): string {
  const { t } = JSON.parse(line) as { t?: unknown };
  return typeof t === "string" ? t : "";
}
