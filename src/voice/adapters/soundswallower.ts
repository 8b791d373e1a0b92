import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { SwitchboardError } from "../../errors.ts";
import { speechSampleRate } from "../audio.ts";
import { toGrammar, wordsOf, type SpokenSentence } from "../grammar.ts";
import type { Transcriber } from "../ports.ts";
import { resolvePackage } from "./optional-package.ts";
import { serveAs, SpeechThread } from "./speech-thread.ts";
import type createSoundSwallowerModule from "soundswallower";
import type { SoundSwallowerModule } from "soundswallower";

export interface SoundSwallowerOptions {
  /** What can be said. Nothing else is understood. */
  readonly sentences: readonly SpokenSentence[];
  /** How a word sounds that the dictionary does not have, as `Z W EY V`; flite knows for every word. */
  readonly pronounce?: (word: string) => Promise<string>;
}

/** SoundSwallower from npm, in a thread of this process: nothing to install but `soundswallower` (VOX-5). */
export interface SoundSwallower extends Transcriber {
  /** For when the house has changed. */
  setSentences(sentences: readonly SpokenSentence[]): Promise<void>;
  close(): Promise<void>;
}

const role = "soundswallower";

export function createSoundSwallower({ sentences, pronounce }: SoundSwallowerOptions): SoundSwallower {
  let ready: Promise<void> | undefined;
  let wanted = sentences;
  const thread = new SpeechThread(role, import.meta.url, { onEnd: () => (ready = undefined) });

  const prepare = async (): Promise<void> => {
    const grammar = toGrammar(wanted, { other: `(${sounds.map(wordOfSound).join(" | ")})+` });
    const unknown = (await thread.run("unknownWords", wordsOf(grammar))) as string[];
    const added = await Promise.all(unknown.map(async (word) => [word, await soundsOf(word, pronounce)]));
    await thread.run("setGrammar", { grammar, added });
  };
  const setUp = (): Promise<void> => {
    const preparing = prepare();
    ready = preparing;
    // The next utterance tries again: the package may be there by then.
    preparing.catch(() => {
      if (ready === preparing) ready = undefined;
    });
    return preparing;
  };

  return {
    async transcribe(audio, { sampleRate, signal }) {
      if (sampleRate !== speechSampleRate) {
        const rates = `${speechSampleRate} Hz, got ${sampleRate}`;
        throw new SwitchboardError("invalid_audio", `SoundSwallower understands audio of ${rates}`);
      }
      await (ready ?? setUp());
      return (await thread.run("transcribe", audio, signal)) as string;
    },
    setSentences(next) {
      wanted = next;
      return setUp();
    },
    close: () => thread.close(),
  };
}

async function soundsOf(word: string, pronounce: SoundSwallowerOptions["pronounce"]): Promise<string> {
  if (pronounce !== undefined) return pronounce(word);
  const message = `SoundSwallower does not know how "${word}" sounds; give it \`pronounce\`, which flite has`;
  throw new SwitchboardError("unknown_word", message);
}

/** The sounds of English, which as words of one sound each make up anything that is none of the sentences. */
const vowels = ["AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"];
const hardSounds = ["B", "CH", "D", "G", "JH", "K", "P", "T"];
const softSounds = ["DH", "F", "HH", "L", "M", "N", "NG", "R", "S", "SH", "TH", "V", "W", "Y", "Z", "ZH"];
const sounds = [...vowels, ...hardSounds, ...softSounds];
const soundMark = "_";
const wordOfSound = (sound: string) => `${soundMark}${sound.toLowerCase()}`;

serveAs(role, async () => {
  const file = resolvePackage("soundswallower", "soundswallower", "Listening with SoundSwallower");
  const loaded = (await import(pathToFileURL(file).href)) as { default: typeof createSoundSwallowerModule };
  const quiet = { print: () => {}, printErr: () => {} };
  const options = { modelBase: join(dirname(file), "model"), ...quiet } as Partial<SoundSwallowerModule>;
  const { Decoder } = await loaded.default(options);
  const decoder = new Decoder({ samprate: speechSampleRate, loglevel: "ERROR" });
  await decoder.initialize();
  decoder.add_words(...sounds.map((sound): [string, string] => [wordOfSound(sound), sound]));
  return {
    unknownWords: (words: readonly string[]) => words.filter((word) => decoder.lookup_word(word) === null),
    setGrammar({ grammar, added }: { grammar: string; added: readonly [string, string][] }) {
      if (added.length > 0) decoder.add_words(...added);
      decoder.set_grammar(grammar);
    },
    transcribe(audio: Float32Array) {
      decoder.start();
      decoder.process_audio(audio, false, true);
      decoder.stop();
      const text = decoder.get_text();
      return text.includes(soundMark) ? "" : text;
    },
  };
});
