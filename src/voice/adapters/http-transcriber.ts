import type { Transcriber } from "../ports.ts";
import { toWav } from "../wav.ts";
import { requestAudio, unexpectedAnswer, type AudioServer } from "./audio-server.ts";

export interface HttpTranscriberOptions extends AudioServer {
  readonly model?: string;
  readonly language?: string;
}

/** Any server with `/v1/audio/transcriptions` (VOX-5). */
export function createHttpTranscriber(options: HttpTranscriberOptions): Transcriber {
  const { model = "whisper-1", language } = options;
  return {
    async transcribe(samples, { sampleRate, signal }) {
      const wav = toWav({ samples, sampleRate });
      const form = new FormData();
      form.append("file", new Blob([wav], { type: "audio/wav" }), "speech.wav");
      form.append("model", model);
      form.append("response_format", "json");
      if (language !== undefined) form.append("language", language);
      const response = await requestAudio(options, "audio/transcriptions", { body: form }, signal);
      const text = parseTranscript(await response.text());
      if (text === undefined) throw unexpectedAnswer(response, "a transcript in JSON");
      return text.trim();
    },
  };
}

function parseTranscript(body: string): string | undefined {
  try {
    const { text } = JSON.parse(body) as { text?: unknown };
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}
