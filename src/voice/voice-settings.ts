import { SwitchboardError } from "../errors.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import type { WhenBusy } from "./turn-queue.ts";

const ears = ["soundswallower", "pocketsphinx", "whisper", "http"] as const;
const voices = ["flite", "espeak-ng", "piper", "http"] as const;

/** What stands under `voice` in a config. */
export interface VoiceSettings {
  /** What listens: SoundSwallower, from npm. */
  readonly listen: (typeof ears)[number];
  /** What speaks: flite, from npm. */
  readonly speak: (typeof voices)[number];
  /** The file of whisper.cpp's model. */
  readonly whisperModel?: string;
  /** The file of piper's voice. */
  readonly piperModel?: string;
  /** Which of the voices of flite, of espeak-ng or of the server. */
  readonly voice?: string;
  /** A server with `/audio/transcriptions` and `/audio/speech`, up to and with the version. */
  readonly url?: string;
  readonly apiKey?: string;
  /** The program that plays; the first of paplay, aplay and afplay that is there. */
  readonly player?: string;
  /** ALSA's name of the microphone. */
  readonly microphone?: string;
  /** What the model is told before every conversation. */
  readonly instructions?: string;
  readonly whenBusy?: WhenBusy;
  /** For a microphone that does not hear the speaker. */
  readonly bargeIn: boolean;
  readonly maxActions?: number;
  /** What a voice alone must not move. */
  readonly guardedWords?: readonly string[];
  readonly topicPrefix?: string;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "";
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && values.includes(value);

const checks: Readonly<Record<keyof VoiceSettings, readonly [Check, string]>> = {
  listen: [oneOf(ears), `one of ${ears.join(", ")}`],
  speak: [oneOf(voices), `one of ${voices.join(", ")}`],
  whisperModel: [isText, "the path of a model"],
  piperModel: [isText, "the path of a voice"],
  voice: [isText, "the name of a voice"],
  url: [isText, "an address such as http://localhost:8000/v1"],
  apiKey: [isText, "a text"],
  player: [isText, "the name of a program"],
  microphone: [isText, "a device that arecord -L lists"],
  instructions: [isText, "a text"],
  whenBusy: [oneOf(["queue", "drop"]), "queue or drop"],
  bargeIn: [(value) => typeof value === "boolean", "true or false"],
  maxActions: [(value) => Number.isInteger(value) && Number(value) > 0, "a whole number above 0"],
  guardedWords: [(value) => Array.isArray(value) && value.every(isText), "a list of words"],
  topicPrefix: [(value) => isText(value) && !/[+#]/.test(String(value)), "a topic without + and #"],
};

/** Gives the settings back, typed and with defaults, or throws an error that names the setting. */
export function parseVoiceSettings(input: unknown): VoiceSettings {
  if (!isPlainObject(input)) throw invalid("voice", "an object");
  for (const [name, value] of Object.entries(input)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof VoiceSettings] : undefined;
    if (check === undefined) throw invalid(`voice.${name}`, `one of ${Object.keys(checks).join(", ")}`);
    if (!check[0](value)) throw invalid(`voice.${name}`, check[1]);
  }
  const settings = { listen: "soundswallower", speak: "flite", bargeIn: false, ...input } as VoiceSettings;
  if (settings.listen === "whisper") requireSetting(settings, "whisperModel");
  if (settings.speak === "piper") requireSetting(settings, "piperModel");
  if (settings.listen === "http" || settings.speak === "http") requireSetting(settings, "url");
  return settings;
}

function requireSetting(settings: VoiceSettings, name: keyof VoiceSettings): void {
  if (settings[name] === undefined) throw invalid(`voice.${name}`, checks[name][1]);
}

function invalid(name: string, expected: string): SwitchboardError {
  return new SwitchboardError("invalid_config", `${name} must be ${expected}`);
}
