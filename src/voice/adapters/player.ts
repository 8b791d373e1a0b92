import { writeFile } from "node:fs/promises";
import { joinSamples, speechSampleRate } from "../audio.ts";
import type { Player, Speaker, Synthesizer } from "../ports.ts";
import { parseWav, toWav, type Sound } from "../wav.ts";
import { installLines } from "./install-lines.ts";
import { runProgram } from "./run-program.ts";
import { withTemporaryFile } from "./temporary-file.ts";

export interface ProgramPlayerOptions {
  /** `aplay`, `paplay`, `afplay`, or anything that plays the WAV file that it is given. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly timeoutMs?: number;
}

/** Plays through a program of the machine. */
export function createProgramPlayer(options: ProgramPlayerOptions = {}): Player {
  const { command = "aplay", args = command === "aplay" ? ["-q"] : [], timeoutMs = 60_000 } = options;
  return {
    play: (wav, { signal }) =>
      withTemporaryFile("speech.wav", async (file) => {
        await writeFile(file, wav);
        await runProgram(command, [...args, file], { signal, timeoutMs, install: installLines.player });
      }),
  };
}

/** A player for nobody's ears: it keeps what it is given, and `toWav` gives it back as one file. */
export interface Recording extends Player {
  toWav(): Uint8Array;
}

export function createRecording(): Recording {
  const sounds: Sound[] = [];
  return {
    play(wav) {
      sounds.push(parseWav(wav));
      return Promise.resolve();
    },
    toWav() {
      const sampleRate = sounds[0]?.sampleRate ?? speechSampleRate;
      return toWav({ samples: joinSamples(sounds.map(({ samples }) => samples)), sampleRate });
    },
  };
}

/** A voice and something to hear it with. */
export function createSpeaker(synthesizer: Synthesizer, player: Player): Speaker {
  return {
    async speak(text, { signal }) {
      const wav = await synthesizer.synthesize(text, { signal });
      signal.throwIfAborted();
      await player.play(wav, { signal });
    },
  };
}
