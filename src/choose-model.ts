import type { ToolExecutor } from "./calls/executor.ts";
import type { ChatModel } from "./chat/model.ts";
import { ConfigError } from "./config/config-error.ts";
import type { HostedProvider, HostedSettings, ProviderSettings, Settings } from "./config/settings.ts";
import { SwitchboardError } from "./errors.ts";
import type { OllamaBackend } from "./providers/ollama/backend.ts";
import type { OllamaModelInfo } from "./providers/ollama/models.ts";
import type { OperatorOptions } from "./providers/operator/mind.ts";

/** Who is asked, and why it is this one: that is for the person to see. */
export interface ModelChoice {
  readonly model: ChatModel;
  readonly reason: string;
}

export interface ChooseModelOptions {
  readonly settings: Settings;
  /** Takes the place of the model that the settings name. */
  readonly name?: string | undefined;
  /** Runs the tools that list what a slot of the operator's sentences may be. */
  readonly executor: ToolExecutor;
  /** What the operator may be told for a parameter, where the settings do not say. */
  readonly operatorValues?: OperatorOptions["values"];
  readonly signal?: AbortSignal;
}

/** How long a server that may not be there is waited for when nobody asked for it, and when its address is set. */
const probeLimits = {
  unasked: { connectTimeoutMs: 1_500, firstByteTimeoutMs: 1_500, totalTimeoutMs: 3_000 },
  set: { connectTimeoutMs: 10_000, firstByteTimeoutMs: 10_000, totalTimeoutMs: 20_000 },
};

/** In the order in which they are tried. */
export const hostedProviders: readonly {
  readonly provider: HostedProvider;
  readonly variable: string;
  readonly defaultModel: string;
}[] = [
  { provider: "anthropic", variable: "ANTHROPIC_API_KEY", defaultModel: "claude-haiku-4-5" },
  { provider: "openai", variable: "OPENAI_API_KEY", defaultModel: "gpt-5-mini" },
  { provider: "gemini", variable: "GOOGLE_API_KEY", defaultModel: "gemini-3-flash" },
];

/**
 * The model that the settings name. Without one: Ollama's if it answers and has one that serves, else a hosted one whose
 * key is set, else the operator.
 */
export async function chooseModel(options: ChooseModelOptions): Promise<ModelChoice> {
  const named = parseModelName(options.name ?? options.settings.model);
  const { model, reason } = await (named === undefined
    ? chooseByWhatIsThere(options)
    : chooseNamed(named, options));
  return { model: model.provider === "operator" ? model : await withFastPath(model, options), reason };
}

async function chooseByWhatIsThere(options: ChooseModelOptions): Promise<ModelChoice> {
  const { settings, signal } = options;
  const { model: wanted } = settings.providers.ollama;
  const { backend, models, problem } = await probeOllama(settings, signal);
  const name = wanted ?? (problem === undefined ? await findServing(backend, models, signal) : undefined);
  if (problem === undefined && name !== undefined) {
    return {
      model: await createOllama(backend, name, settings),
      reason: `Ollama at ${backend.url.host} answers and has it`,
    };
  }
  const against = [problem ?? `Ollama at ${backend.url.host} has no model that can chat`];
  for (const { provider, variable, defaultModel } of hostedProviders) {
    const found = readIfSet(settings.providers, provider);
    // A server of one's own that speaks as OpenAI does may ask for no key.
    if (found === undefined || (found.apiKey === undefined && found.baseUrl === undefined)) continue;
    try {
      const model = await openHosted(provider, found, found.model ?? defaultModel);
      const why = found.apiKey === undefined ? `the address of ${provider} is set` : `${variable} is set`;
      return { model, reason: [...against, why].join("; ") };
    } catch (error) {
      if (!(error instanceof SwitchboardError && error.code === "missing_package")) throw error;
      against.push(`${variable} is set, but ${error.message}`);
    }
  }
  if (against.length === 1) against.push("no key of a hosted model is set");
  return { model: await openOperator(options), reason: against.join("; ") };
}

interface NamedModel {
  readonly provider: keyof ProviderSettings | "operator";
  readonly name: string | undefined;
}

/** `provider:name`, a provider alone, or the name of one of Ollama's, which may have a colon itself. */
export function parseModelName(text: string | undefined): NamedModel | undefined {
  if (text === undefined || text === "") return undefined;
  const [, prefix = "", name] = /^(ollama|anthropic|openai|gemini|operator)(?::(.*))?$/.exec(text) ?? [];
  if (prefix === "") return { provider: "ollama", name: text };
  return { provider: prefix as NamedModel["provider"], name: name || undefined };
}

async function chooseNamed(
  { provider, name }: NamedModel,
  options: ChooseModelOptions,
): Promise<ModelChoice> {
  const { settings, signal } = options;
  const reason = "as set";
  if (provider === "operator") return { model: await openOperator(options), reason };
  if (provider === "ollama") {
    const backend = await createOllamaBackend(settings);
    const known = name ?? settings.providers.ollama.model;
    const chosen = known ?? (await findServing(backend, await backend.models(signal && { signal }), signal));
    if (chosen !== undefined) return { model: await createOllama(backend, chosen, settings), reason };
    throw new SwitchboardError(
      "model_missing",
      `${backend.url.host} has no model that can chat. Get one with: switchboard models pull qwen3:0.6b`,
    );
  }
  const { variable, defaultModel } = hostedProviders.find(
    (each) => each.provider === provider,
  ) as (typeof hostedProviders)[number];
  const found = settings.providers[provider];
  if (found.apiKey === undefined && found.baseUrl === undefined) {
    throw new SwitchboardError(
      "unauthorized",
      `There is no key for ${provider}. Set ${variable}, or providers.${provider}.apiKey`,
    );
  }
  return { model: await openHosted(provider, found, name ?? found.model ?? defaultModel), reason };
}

/** A setting whose variable is not set counts as none here: another model may do. */
function readIfSet(providers: ProviderSettings, provider: HostedProvider): HostedSettings | undefined {
  try {
    return providers[provider];
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

async function openHosted(
  provider: HostedProvider,
  settings: HostedSettings,
  name: string,
): Promise<ChatModel> {
  const { createHostedModel } = await import("./providers/langchain/hosted-model.ts");
  return createHostedModel(provider, name, settings);
}

/** The embedded model, which needs nothing. */
async function openOperator(options: ChooseModelOptions): Promise<ChatModel> {
  const { createOperator } = await import("./providers/operator/operator.ts");
  return createOperator(await operatorOptions(options));
}

/** Before every turn, the operator may know what to do without asking the model. */
async function withFastPath(model: ChatModel, options: ChooseModelOptions): Promise<ChatModel> {
  if (options.settings.operator.fastPath !== true) return model;
  const { withOperator } = await import("./providers/operator/with-operator.ts");
  return withOperator(model, await operatorOptions(options));
}

async function operatorOptions({
  settings,
  executor,
  operatorValues,
}: ChooseModelOptions): Promise<OperatorOptions> {
  const { parseValues } = await import("./providers/operator/live-values.ts");
  const { templates = [], values } = settings.operator;
  return {
    templates,
    values: { ...operatorValues, ...values },
    resolveValues: async ({ tool, path }, signal) => {
      const result = await executor.execute({ id: "operator", name: tool, args: {} }, signal && { signal });
      // Without the names any name could be said: the operator has to know that they were not found.
      const problem = result.ok ? "its result has no list of names" : result.text;
      const names = result.ok ? parseValues(result.text, path) : undefined;
      if (names === undefined) throw new Error(`${tool}: ${problem}`);
      return names;
    },
  };
}

/** The Ollama server of the settings; as a `probe` it is not waited for long. */
export async function createOllamaBackend(settings: Settings, purpose?: "probe"): Promise<OllamaBackend> {
  const { OllamaBackend: Backend } = await import("./providers/ollama/backend.ts");
  const { host } = settings.providers.ollama;
  const limits = host === undefined ? probeLimits.unasked : probeLimits.set;
  return new Backend({ ...(host !== undefined && { host }), ...(purpose && { limits }) });
}

async function createOllama(backend: OllamaBackend, name: string, settings: Settings): Promise<ChatModel> {
  const { createOllamaModel } = await import("./providers/ollama/chat-model.ts");
  const { host: _, model: __, ...chatSettings } = settings.providers.ollama;
  return createOllamaModel(backend, name, chatSettings);
}

async function probeOllama(settings: Settings, signal: AbortSignal | undefined) {
  const probe = await createOllamaBackend(settings, "probe");
  const backend = await createOllamaBackend(settings);
  try {
    return { backend, models: await probe.models(signal && { signal }), problem: undefined };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof SwitchboardError)) throw error;
    return { backend, models: [], problem: `Ollama does not answer at ${backend.url.host}` };
  }
}

/** The first that takes tools, else the first that can chat: its tools then go through the prompt (OLL-9). */
async function findServing(
  backend: OllamaBackend,
  models: readonly OllamaModelInfo[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  let chatting: string | undefined;
  for (const { name } of models) {
    const { hasTools, capabilities } = await backend.capabilities(name, signal && { signal });
    if (hasTools) return name;
    if (capabilities.includes("completion")) chatting ??= name;
  }
  return chatting;
}
