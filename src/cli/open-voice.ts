import { readFileSync } from "node:fs";
import { createApproval, type Approve, type AskPerson } from "../calls/approval.ts";
import { converse } from "../chat/loop.ts";
import { readChildEnvironment } from "../config/child-environment.ts";
import type { Settings } from "../config/settings.ts";
import type { Observer } from "../observer.ts";
import { findVoicePrograms, type VoiceProgram } from "../voice/adapters/find-programs.ts";
import { BackgroundTranscriber } from "../voice/background-transcriber.ts";
import { createSpeech, type Speech } from "../voice/create-speech.ts";
import type { VoiceEvent } from "../voice/events.ts";
import type { SpokenSentence } from "../voice/grammar.ts";
import { connectMqttVoice, type MqttVoice } from "../voice/mqtt-voice.ts";
import type { Speaker } from "../voice/ports.ts";
import type { TurnReport } from "../voice/turn-report.ts";
import { createVoiceApproval } from "../voice/voice-approval.ts";
import { parseVoiceSettings, type VoiceSettings } from "../voice/voice-settings.ts";
import type { CommandContext } from "./command.ts";
import { createLogObserver } from "./log-lines.ts";
import { openSession } from "./session.ts";
import { createSentenceFinder, houseNames, offeredTools, type FindSentences } from "./spoken-sentences.ts";
import { tellChoice } from "./tell-choice.ts";

/** All that a voice gateway is made of, from the settings. */
export interface Voice {
  readonly settings: VoiceSettings;
  readonly programs: readonly VoiceProgram[];
  readonly speech: Speech;
  /** Absent where no broker is set. */
  readonly mqtt: MqttVoice | undefined;
  createGateway(options: GatewayOptions): BackgroundTranscriber;
  close(): Promise<void>;
}

interface GatewayOptions {
  readonly speaker: Speaker | undefined;
  readonly onTurn?: (report: TurnReport) => void;
}

/** A house changes now and then: so often its names are asked for again. */
const refreshMs = 60_000;

export async function openVoice(context: CommandContext): Promise<Voice> {
  const { terminal } = context;
  const session = await openSession(context, { operatorValues: houseNames, approve: approveForVoice });
  try {
    const { settings: all, secrets } = session.config;
    const settings = parseVoiceSettings(all.voice);
    await session.serversTried(context.signal);
    const choice = await session.chooseModel();
    if (!context.globals().json) tellChoice(choice, terminal);
    const programs = await findVoicePrograms(readChildEnvironment()["PATH"] ?? "");
    const findSentences = createSentenceFinder(session);
    const sentences = await findSentences();
    const speech = createSpeech(settings, programs, sentences);
    // Now, so that what is missing is told now, and the first who speaks does not wait.
    await speech.setSentences(sentences);
    const log = createLogObserver(terminal, { isVerbose: context.globals().verbose ?? false, secrets });
    const mqtt = connectMqtt(all.mqtt, settings, log);
    const stopRefreshing = keepSentences(speech, findSentences, sentences);
    return {
      settings,
      programs,
      speech,
      mqtt,
      createGateway: ({ speaker, onTurn }) =>
        new BackgroundTranscriber({
          ...optionsOf(settings),
          client: {
            executor: session.executor,
            converse: (messages, loop) =>
              converse(choice.model, session.executor, messages, {
                ...all.limits,
                tools: offeredTools(session),
                ...loop,
              }),
          },
          model: choice.model,
          transcriber: speech.transcriber,
          ...(speaker !== undefined && { speaker }),
          ...(mqtt !== undefined && { publisher: mqtt }),
          observe: (event: VoiceEvent) => {
            log(event);
            if (event.type === "turn.ended") onTurn?.(event.report);
          },
        }),
      async close() {
        stopRefreshing();
        await Promise.all([mqtt?.close(), speech.close(), session.close()]);
      },
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** What a voice moves without asking is lights and heating; the settings' rules for tools hold as everywhere. */
function approveForVoice({ approval, voice }: Settings, ask: AskPerson | undefined): Approve {
  const { guardedWords } = parseVoiceSettings(voice);
  return createVoiceApproval({
    ask: createApproval(approval, ask),
    otherwise: createApproval(
      { ...approval, default: approval.default === "ask" ? "allow" : approval.default },
      ask,
    ),
    ...(guardedWords !== undefined && { guardedWords }),
  });
}

function optionsOf({ instructions, whenBusy, bargeIn, maxActions, topicPrefix }: VoiceSettings) {
  return {
    bargeIn,
    ...(instructions !== undefined && { instructions }),
    ...(whenBusy !== undefined && { whenBusy }),
    ...(maxActions !== undefined && { maxActions }),
    ...(topicPrefix !== undefined && { topicPrefix }),
  };
}

function connectMqtt(
  { url, username, password, ca }: Settings["mqtt"],
  { topicPrefix }: VoiceSettings,
  observe: Observer,
): MqttVoice | undefined {
  if (url === undefined) return undefined;
  return connectMqttVoice({
    url,
    observe,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(ca !== undefined && { ca: readFileSync(ca, "utf8") }),
    ...(topicPrefix !== undefined && { topicPrefix }),
  });
}

/** Asks again from time to time, as devices come and go. */
function keepSentences(speech: Speech, find: FindSentences, before: readonly SpokenSentence[]): () => void {
  let known = JSON.stringify(before);
  const refresh = async () => {
    const sentences = await find();
    const text = JSON.stringify(sentences);
    if (text !== known) await speech.setSentences(sentences);
    known = text;
  };
  const timer = setInterval(() => void refresh().catch(() => {}), refreshMs);
  timer.unref();
  return () => clearInterval(timer);
}
