/** `tool-switchboard/voice`: a voice gateway, what it listens and speaks with, and its face on MQTT. */
export {
  BackgroundTranscriber,
  type AskOptions,
  type BackgroundTranscriberOptions,
  type HearOptions,
} from "./voice/background-transcriber.ts";
export type { VoiceEvent, VoiceState } from "./voice/events.ts";
export type { Player, Publisher, Speaker, Synthesizer, Transcriber, VoiceClient } from "./voice/ports.ts";
export type { TurnDurations, TurnEnd, TurnReport } from "./voice/turn-report.ts";
export type { WhenBusy } from "./voice/turn-queue.ts";
export { connectMqttVoice, type MqttVoice, type MqttVoiceOptions } from "./voice/mqtt-voice.ts";
export {
  createVoiceApproval,
  defaultGuardedWords,
  type VoiceApprovalOptions,
} from "./voice/voice-approval.ts";
export { fillSlots, toGrammar, type GrammarOptions, type SpokenSentence } from "./voice/grammar.ts";
export { hearUtterances, type HearUtterancesOptions } from "./voice/hear-utterances.ts";
export { parseSpeech, parseWav, toWav, type Sound } from "./voice/wav.ts";
export { EndOfSpeech, type EndOfSpeechOptions } from "./voice/end-of-speech.ts";

export { createFlite, type Flite, type FliteOptions } from "./voice/adapters/flite.ts";
export {
  createSoundSwallower,
  type SoundSwallower,
  type SoundSwallowerOptions,
} from "./voice/adapters/soundswallower.ts";
export { createWhisperCpp, type WhisperCppOptions } from "./voice/adapters/whisper-cpp.ts";
export { createPocketsphinx, type PocketsphinxOptions } from "./voice/adapters/pocketsphinx.ts";
export { createPiper, type PiperOptions } from "./voice/adapters/piper.ts";
export { createEspeak, type EspeakOptions } from "./voice/adapters/espeak-ng.ts";
export { createHttpTranscriber, type HttpTranscriberOptions } from "./voice/adapters/http-transcriber.ts";
export { createHttpSpeaker, type HttpSpeakerOptions } from "./voice/adapters/http-speaker.ts";
export {
  createProgramPlayer,
  createRecording,
  createSpeaker,
  type ProgramPlayerOptions,
  type Recording,
} from "./voice/adapters/player.ts";
export { listen, type MicrophoneOptions } from "./voice/adapters/microphone.ts";
export { findVoicePrograms, type VoiceProgram } from "./voice/adapters/find-programs.ts";
