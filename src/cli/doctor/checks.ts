import { createOllamaBackend } from "../../choose-model.ts";
import { ConfigError, describeProblem } from "../../config/config-error.ts";
import type { LoadedConfig, Settings } from "../../config/settings.ts";
import { messageOf } from "../../calls/failure.ts";
import type { CommandContext } from "../command.ts";
import { hostedKeys } from "../hosted-keys.ts";
import { openSession, type Session } from "../session.ts";
import { checkBroker } from "./broker.ts";
import { checkVoice } from "./voice.ts";

/** One thing that was looked at: how it is, and the command that mends it where there is one. */
export interface Check {
  readonly state: "fine" | "better" | "broken";
  readonly subject: string;
  readonly fact: string;
  readonly mend?: string;
}

const oldestNode = [22, 18] as const;

/** Looks at everything that a run depends on, and tells each as soon as it is known. */
export async function* runChecks(context: CommandContext): AsyncGenerator<Check> {
  yield checkNode(process.versions.node);
  let session: Session;
  try {
    session = await openSession(context, { attempts: 1, isQuiet: true });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) {
      yield {
        state: "broken",
        subject: "config",
        fact: describeProblem(problem),
        mend: `edit ${problem.file}`,
      };
    }
    return;
  }
  try {
    const { settings } = session.config;
    yield* checkConfigFiles(session.config);
    yield* told("Ollama", checkOllama(settings, context.signal), context.signal);
    yield checkKeys(settings);
    yield* checkServers(session, context.signal);
    yield await checkBroker(settings, context.signal);
    yield await checkVoice(settings);
    yield await checkChoice(session);
  } finally {
    await session.close();
  }
}

/** What cannot even be looked at is broken; the other checks go on. */
async function* told(
  subject: string,
  checks: AsyncGenerator<Check>,
  signal: AbortSignal,
): AsyncGenerator<Check> {
  try {
    yield* checks;
  } catch (error) {
    signal.throwIfAborted();
    yield { state: "broken", subject, fact: messageOf(error) };
  }
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (isNewEnough) return { state: "fine", subject: "Node", fact: version };
  const fact = `${version} is too old; ${oldestNode.join(".")} or later is needed`;
  return { state: "broken", subject: "Node", fact, mend: "install it from https://nodejs.org" };
}

function* checkConfigFiles({ sources, untrusted }: LoadedConfig): Generator<Check> {
  const files = sources.filter(({ file }) => file !== undefined);
  if (files.length === 0) {
    yield {
      state: "fine",
      subject: "config",
      fact: "no file; all as it is built in",
      mend: "switchboard init",
    };
  }
  for (const { kind, file } of files) yield { state: "fine", subject: "config", fact: `${file} (${kind})` };
  for (const { file } of untrusted) {
    const fact = `${file} is not trusted yet, so that its servers are not started`;
    yield { state: "better", subject: "config", fact, mend: "look at it, then: switchboard mcp trust" };
  }
}

async function* checkOllama(settings: Settings, signal: AbortSignal): AsyncGenerator<Check> {
  const subject = "Ollama";
  const backend = await createOllamaBackend(settings, "probe");
  const health = await backend.health({ signal });
  if (!health.isUp) {
    const fact = `does not answer at ${backend.url.host}`;
    yield { state: "better", subject, fact, mend: "ollama serve (get it from https://ollama.com)" };
    return;
  }
  yield { state: "fine", subject, fact: `${health.version} at ${backend.url.host}` };
  const models = await backend.models({ signal });
  if (models.length === 0) {
    yield { state: "better", subject, fact: "has no model", mend: "switchboard models pull qwen3:0.6b" };
  }
  const withTools: string[] = [];
  for (const { name } of models) {
    if ((await backend.capabilities(name, { signal })).hasTools) withTools.push(name);
  }
  if (withTools.length > 0) {
    yield { state: "fine", subject: "models", fact: `${withTools.join(", ")} can call tools` };
  } else if (models.length > 0) {
    const fact = "none of its models can call tools by itself; they get them through the prompt";
    yield { state: "better", subject: "models", fact, mend: "switchboard models pull qwen3:0.6b" };
  }
}

function checkKeys(settings: Settings): Check {
  const keys = hostedKeys(settings);
  const present = keys.filter(({ isSet }) => isSet).map(({ provider }) => provider);
  if (present.length > 0) return { state: "fine", subject: "keys", fact: `set for ${present.join(", ")}` };
  return { state: "fine", subject: "keys", fact: `none is set (${keys.map(({ from }) => from).join(", ")})` };
}

async function* checkServers(
  { servers, config, serversTried }: Session,
  signal: AbortSignal,
): AsyncGenerator<Check> {
  await serversTried(signal);
  for (const { name, state, tools, reason, stderr } of servers?.servers ?? []) {
    const subject = `MCP ${name}`;
    if (state === "ready") yield { state: "fine", subject, fact: `${tools.length} tools` };
    else if (state === "disabled") yield { state: "fine", subject, fact: "disabled in its config" };
    else {
      const fact = [reason ?? state, ...stderr.trim().split("\n").slice(-3)].filter((line) => line !== "");
      yield { state: "broken", subject, fact: fact.join("\n"), mend: `switchboard mcp test ${name}` };
    }
  }
  for (const { name, file, problem } of config.servers) {
    if (problem === undefined) continue;
    yield { state: "broken", subject: `MCP ${name}`, fact: describeProblem(problem), mend: `edit ${file}` };
  }
}

async function checkChoice(session: Session): Promise<Check> {
  try {
    const { model, reason } = await session.chooseModel();
    return { state: "fine", subject: "model", fact: `${model.provider}:${model.model} is asked: ${reason}` };
  } catch (error) {
    return { state: "broken", subject: "model", fact: messageOf(error) };
  }
}
