import { spawn } from "node:child_process";
import { onAbort } from "../../calls/on-abort.ts";
import { SwitchboardError } from "../../errors.ts";
import { speechSampleRate } from "../audio.ts";
import { EndOfSpeech, frameSamples, type EndOfSpeechOptions } from "../end-of-speech.ts";
import { installLines } from "./install-lines.ts";

export interface MicrophoneOptions extends EndOfSpeechOptions {
  /** ALSA's name of it, as `arecord -L` lists them; the default one otherwise. */
  readonly device?: string;
  readonly command?: string;
}

const frameBytes = frameSamples * 2;

/** What is said into a microphone, utterance by utterance, until the signal aborts. Throws where there is none. */
export async function* listen(
  signal: AbortSignal,
  { device, command = "arecord", ...options }: MicrophoneOptions = {},
): AsyncGenerator<Float32Array, void, undefined> {
  if (signal.aborted) return;
  const where = device === undefined ? [] : ["-D", device];
  const format = ["-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", String(speechSampleRate)];
  const child = spawn(command, [...where, ...format], { stdio: ["ignore", "pipe", "pipe"], shell: false });
  const ended = Promise.withResolvers<void>();
  child.on("error", (cause: NodeJS.ErrnoException) => {
    const reason = cause.code === "ENOENT" ? `is not installed: ${installLines.recorder}` : cause.message;
    ended.reject(new SwitchboardError("microphone", `${command} ${reason}`, { cause }));
  });
  // What was not started may have no pipes, whatever its type says: with EMFILE it has none.
  if (child.pid === undefined) return ended.promise;
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-500)));
  child.on("close", (code) => {
    if (signal.aborted) return ended.resolve();
    ended.reject(new SwitchboardError("microphone", `${command} ended with ${code}: ${lastLine(errors)}`));
  });
  ended.promise.catch(() => {});
  const forget = onAbort(signal, () => child.kill());
  const speech = new EndOfSpeech(options);
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk]);
      const wholeBytes = bytes.length - (bytes.length % frameBytes);
      for (let at = 0; at < wholeBytes; at += frameBytes) {
        const utterance = speech.push(toFrame(bytes, at));
        if (utterance !== undefined) yield utterance;
      }
      rest = bytes.subarray(wholeBytes);
    }
    await ended.promise;
  } finally {
    forget();
    child.kill();
  }
}

/** Before it, ALSA tells where in its own sources it came to grief. */
function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

function toFrame(bytes: Buffer, at: number): Float32Array {
  const frame = new Float32Array(frameSamples);
  for (let index = 0; index < frameSamples; index += 1) {
    frame[index] = bytes.readInt16LE(at + index * 2) / 32_768;
  }
  return frame;
}
