import type { Synthesizer } from "../ports.ts";
import { isWav } from "../wav.ts";
import { requestAudio, unexpectedAnswer, type AudioServer } from "./audio-server.ts";

export interface HttpSpeakerOptions extends AudioServer {
  readonly model?: string;
  readonly voice?: string;
}

/** Any server with `/v1/audio/speech` (VOX-5). */
export function createHttpSpeaker(options: HttpSpeakerOptions): Synthesizer {
  const { model = "tts-1", voice = "alloy" } = options;
  return {
    async synthesize(text, { signal }) {
      const body = JSON.stringify({ model, voice, input: text, response_format: "wav" });
      const headers = { "content-type": "application/json" };
      const response = await requestAudio(options, "audio/speech", { body, headers }, signal);
      const wav = new Uint8Array(await response.arrayBuffer());
      if (!isWav(wav)) throw unexpectedAnswer(response, "a WAV file");
      return wav;
    },
  };
}
