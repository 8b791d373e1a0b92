import { createEspeak } from "./adapters/espeak-ng.ts";
import type { VoiceProgram } from "./adapters/find-programs.ts";
import { createFlite } from "./adapters/flite.ts";
import { createHttpSpeaker } from "./adapters/http-speaker.ts";
import { createHttpTranscriber } from "./adapters/http-transcriber.ts";
import { createPiper } from "./adapters/piper.ts";
import { createProgramPlayer } from "./adapters/player.ts";
import { createPocketsphinx } from "./adapters/pocketsphinx.ts";
import { createSoundSwallower } from "./adapters/soundswallower.ts";
import { createWhisperCpp } from "./adapters/whisper-cpp.ts";
import type { SpokenSentence } from "./grammar.ts";
import type { Player, Synthesizer, Transcriber } from "./ports.ts";
import type { VoiceSettings } from "./voice-settings.ts";

/** What a gateway listens and speaks with, as its settings say. */
export interface Speech {
  readonly transcriber: Transcriber;
  readonly voice: Synthesizer;
  readonly player: Player;
  /** What can be said now, for an ear that has to know; others understand anything. */
  setSentences(sentences: readonly SpokenSentence[]): Promise<void>;
  close(): Promise<void>;
}

export function createSpeech(
  settings: VoiceSettings,
  programs: readonly VoiceProgram[],
  sentences: readonly SpokenSentence[],
): Speech {
  const closers: (() => Promise<void>)[] = [];
  const opened = <T extends { close(): Promise<void> }>(part: T): T => {
    closers.push(() => part.close());
    return part;
  };
  const command =
    settings.player ?? programs.find(({ purpose, path }) => purpose === "play" && path)?.command;
  const ear = createEar(settings, programs, sentences, opened);
  return {
    transcriber: ear,
    voice: createVoice(settings, opened),
    player: createProgramPlayer(command === undefined ? {} : { command }),
    setSentences: async (next) => ear.setSentences?.(next),
    close: async () => void (await Promise.all(closers.map((close) => close()))),
  };
}

type Opened = <T extends { close(): Promise<void> }>(part: T) => T;

interface Ear extends Transcriber {
  setSentences?(sentences: readonly SpokenSentence[]): Promise<void>;
}

function createEar(
  settings: VoiceSettings,
  programs: readonly VoiceProgram[],
  sentences: readonly SpokenSentence[],
  opened: Opened,
): Ear {
  switch (settings.listen) {
    case "soundswallower":
      return opened(createSoundSwallower({ sentences, pronounce: opened(createFlite()).pronounce }));
    case "pocketsphinx": {
      const found = programs.find(({ command, path }) => command.startsWith("pocketsphinx") && path);
      const command = found && { command: found.command };
      let ear = createPocketsphinx({ sentences, ...command });
      return {
        transcribe: (audio, options) => ear.transcribe(audio, options),
        setSentences: async (next) => void (ear = createPocketsphinx({ sentences: next, ...command })),
      };
    }
    case "whisper":
      return createWhisperCpp({ model: settings.whisperModel ?? "" });
    case "http":
      return createHttpTranscriber(serverOf(settings));
  }
}

function createVoice(settings: VoiceSettings, opened: Opened): Synthesizer {
  const voice = settings.voice === undefined ? {} : { voice: settings.voice };
  switch (settings.speak) {
    case "flite":
      return opened(createFlite(voice));
    case "espeak-ng":
      return createEspeak(voice);
    case "piper":
      return createPiper({ model: settings.piperModel ?? "" });
    case "http":
      return createHttpSpeaker({ ...serverOf(settings), ...voice });
  }
}

function serverOf({ url = "", apiKey }: VoiceSettings) {
  return { url, ...(apiKey !== undefined && { apiKey }) };
}
