import { readFileSync } from "node:fs";
import { createApproval, type Approve, type AskPerson } from "../calls/approval.ts";
import { converse } from "../chat/loop.ts";
import { readChildEnvironment } from "../config/child-environment.ts";
import type { Settings } from "../config/settings.ts";
import type { Observer } from "../observer.ts";
import { parseValues } from "../providers/operator/live-values.ts";
import { createOperator } from "../providers/operator/operator.ts";
import { toolName } from "../tools/tool.ts";
import { findVoicePrograms, type VoiceProgram } from "../voice/adapters/find-programs.ts";
import { BackgroundTranscriber } from "../voice/background-transcriber.ts";
import { createSpeech, type Speech } from "../voice/create-speech.ts";
import type { VoiceEvent } from "../voice/events.ts";
import { fillSlots, type SpokenSentence } from "../voice/grammar.ts";
import { connectMqttVoice, type MqttVoice } from "../voice/mqtt-voice.ts";
import type { Speaker } from "../voice/ports.ts";
import type { TurnReport } from "../voice/turn-report.ts";
import { createVoiceApproval } from "../voice/voice-approval.ts";
import { parseVoiceSettings, type VoiceSettings } from "../voice/voice-settings.ts";
import type { CommandContext } from "./command.ts";
import { createLogObserver } from "./log-lines.ts";
import { openSession, type Session } from "./session.ts";
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

/** Where the names of a Z-Wave house are found, unless the settings say otherwise. */
const houseNames = { deviceName: { tool: "list_zwave_devices", path: "devices[].name" } } as const;
/** A house changes now and then: so often its names are asked for again. */
const refreshMs = 60_000;

export async function openVoice(context: CommandContext): Promise<Voice> {
  const { terminal } = context;
  const session = await openSession(context, { operatorValues: houseNames, approve: approveForVoice });
  try {
    const { settings: all, secrets } = session.config;
    const settings = parseVoiceSettings(all.voice);
    await session.serversTried();
    const choice = await session.chooseModel();
    if (!context.globals().json) tellChoice(choice, terminal);
    const programs = await findVoicePrograms(readChildEnvironment()["PATH"] ?? "");
    const sentences = await findSentences(session);
    const speech = createSpeech(settings, programs, sentences);
    // Now, so that what is missing is told now, and the first who speaks does not wait.
    await speech.setSentences(sentences);
    const log = createLogObserver(terminal, { isVerbose: context.globals().verbose ?? false, secrets });
    const mqtt = connectMqtt(all.mqtt, settings, log);
    const stopRefreshing = keepSentences(session, speech);
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

function offeredTools({ tools, config }: Session) {
  const { allowed } = config.settings.tools;
  return tools.tools.filter((tool) => allowed?.includes(toolName(tool)) ?? true);
}

/** What can be said: the sentences of the tools, with the names that the house has now. */
async function findSentences(session: Session): Promise<readonly SpokenSentence[]> {
  const { templates = [], values = {} } = session.config.settings.operator;
  const sources = Object.entries({ ...houseNames, ...values });
  const names = await Promise.all(
    sources.map(async ([slot, source]) => {
      const listed = "tool" in source ? await listNames(session, source) : source;
      return [slot.slice(slot.lastIndexOf(".") + 1), listed] as const;
    }),
  );
  const operator = createOperator({ templates, values });
  return fillSlots(operator.vocabulary(offeredTools(session)), Object.fromEntries(names));
}

async function listNames(
  { executor, tools }: Session,
  { tool, path }: { tool: string; path?: string },
): Promise<readonly string[]> {
  if (tools.find(tool) === undefined) return [];
  const result = await executor.execute({ id: "names", name: tool, args: {} });
  return (result.ok ? parseValues(result.text, path) : undefined) ?? [];
}

/** Asks again from time to time, as devices come and go; a house that cannot say so keeps the names it had. */
function keepSentences(session: Session, speech: Speech): () => void {
  let known = "";
  const refresh = async () => {
    const sentences = await findSentences(session);
    const text = JSON.stringify(sentences);
    if (text !== known) await speech.setSentences(sentences);
    known = text;
  };
  const timer = setInterval(() => void refresh().catch(() => {}), refreshMs);
  timer.unref();
  return () => clearInterval(timer);
}
