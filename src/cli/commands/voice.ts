import { readFile, writeFile } from "node:fs/promises";
import { messageOf } from "../../calls/failure.ts";
import { createRecording, createSpeaker } from "../../voice/adapters/player.ts";
import { listen } from "../../voice/adapters/microphone.ts";
import type { BackgroundTranscriber } from "../../voice/background-transcriber.ts";
import { hearUtterances } from "../../voice/hear-utterances.ts";
import type { Speaker } from "../../voice/ports.ts";
import type { TurnReport } from "../../voice/turn-report.ts";
import { parseSpeech } from "../../voice/wav.ts";
import type { CommandContext, DefineCommand } from "../command.ts";
import { toLine, toPlainResult } from "../event-json.ts";
import { exitCodeOf, exitCodes, UsageError, type ExitCode } from "../exit-codes.ts";
import { sanitize } from "../sanitize.ts";
import { openVoice, type Voice } from "../open-voice.ts";

interface VoiceCommandOptions {
  readonly wav?: string;
  readonly out?: string;
  readonly listen?: boolean;
  readonly say?: boolean;
  readonly microphone: boolean;
}

export const define: DefineCommand = (command, context) => {
  command
    .option("--wav <file>", "one turn with what is said in a WAV file")
    .option("--out <file>", "with --wav: write the spoken answer into a WAV file")
    .option("--listen", "go on listening: to MQTT (voice/request) and to a microphone where there is one")
    .option("--say", "speak the answers aloud; the default with --listen")
    .option("--no-say", "do not speak")
    .option("--no-microphone", "with --listen: MQTT alone")
    .addHelpText(
      "after",
      `
Examples:
  $ switchboard voice --wav command.wav --out answer.wav
  $ switchboard voice --listen
  $ switchboard voice --listen --no-microphone --no-say

It understands the sentences of the tools that it has; with voice.listen set to whisper or http, anything.`,
    )
    .action((options: VoiceCommandOptions) => run(options, context));
};

async function run(options: VoiceCommandOptions, context: CommandContext): Promise<void> {
  const { wav, listen: isListening = false } = options;
  if ((wav === undefined) === !isListening) {
    throw new UsageError("Say which: switchboard voice --wav <file>, or switchboard voice --listen");
  }
  const audio = wav === undefined ? undefined : await readSpeech(wav);
  const voice = await openVoice(context);
  try {
    if (audio !== undefined) await hearFile(voice, audio, options, context);
    else await keepListening(voice, options, context);
  } finally {
    await voice.close();
  }
}

async function readSpeech(file: string): Promise<Float32Array> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new UsageError(`${file} cannot be read: ${messageOf(cause)}`, { cause });
  });
  return parseSpeech(bytes);
}

async function hearFile(
  voice: Voice,
  audio: Float32Array,
  options: VoiceCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal, signal, globals } = context;
  const recording = createRecording();
  const speaker =
    options.out === undefined
      ? spokenTo(voice, options.say ?? false)
      : createSpeaker(voice.speech.voice, recording);
  const gateway = voice.createGateway({ speaker });
  const report = await gateway.hear(audio, { source: "wav", signal });
  if (options.out !== undefined) await writeFile(options.out, recording.toWav());
  if (globals().json) {
    const { error, ...rest } = report;
    const results = report.results.map(toPlainResult);
    terminal.print(toLine({ ...rest, results, ...(error !== undefined && { error: messageOf(error) }) }));
  } else tellTurn(report, context);
  context.exitCode = exitCodeOfTurn(report);
}

/** What went wrong has been told by the log. */
function exitCodeOfTurn({ end, error, results }: TurnReport): ExitCode {
  if (end === "failed") return exitCodeOf(error);
  if (end === "interrupted") return exitCodes.interrupted;
  const failures = results.filter((result) => !result.ok);
  if (failures.some(({ code }) => code === "denied")) return exitCodes.denied;
  return failures.length > 0 ? exitCodes.toolFailed : exitCodes.fine;
}

/** Until the person has enough. */
async function keepListening(
  voice: Voice,
  options: VoiceCommandOptions,
  context: CommandContext,
): Promise<void> {
  const { terminal, signal } = context;
  const hasMicrophone =
    options.microphone && voice.programs.some(({ purpose, path }) => purpose === "record" && path);
  if (voice.mqtt === undefined && !hasMicrophone) {
    throw new UsageError(
      "There is nothing to listen to: set mqtt.url (MQTT_BROKER_URL), or install arecord (apt install alsa-utils)",
    );
  }
  const gateway = voice.createGateway({
    speaker: spokenTo(voice, options.say ?? true),
    onTurn: (report) => tellTurn(report, context),
  });
  try {
    await voice.mqtt?.serve(gateway);
    const sources = [voice.mqtt?.broker.url, hasMicrophone ? "the microphone" : undefined];
    const named = sources.filter((source) => source !== undefined).join(" and ");
    terminal.tell(terminal.style.dim(`· listening to ${named}`));
    if (hasMicrophone) await hearMicrophone(voice, gateway, context);
    await untilAborted(signal);
  } finally {
    await gateway.close();
  }
}

async function hearMicrophone(
  { settings: { microphone, bargeIn }, mqtt }: Voice,
  gateway: BackgroundTranscriber,
  { terminal, signal }: CommandContext,
): Promise<void> {
  const utterances = listen(signal, microphone === undefined ? {} : { device: microphone });
  try {
    await hearUtterances(gateway, utterances, { bargeIn });
  } catch (error) {
    // A machine may have arecord and no microphone: then there is still MQTT.
    if (mqtt === undefined) throw error;
    terminal.tell(`${terminal.style.yellow("!")} ${sanitize(messageOf(error))}; listening to MQTT alone`);
  }
}

function spokenTo({ speech }: Voice, isAloud: boolean): Speaker | undefined {
  return isAloud ? createSpeaker(speech.voice, speech.player) : undefined;
}

function tellTurn({ end, question, answer }: TurnReport, { terminal }: CommandContext): void {
  const { style } = terminal;
  if (question !== "") terminal.tell(`${style.cyan("›")} ${style.bold(sanitize(question))}`);
  if (answer !== "") terminal.print(`${sanitize(answer)}\n`);
  if (end === "ignored") terminal.tell(style.dim("· nothing was understood"));
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
