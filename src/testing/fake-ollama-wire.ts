import { createHash, randomInt } from "node:crypto";

import type { ScriptedCall, ScriptedEnd } from "./script.ts";

/** A model that the fake server has. */
export interface FakeModel {
  readonly name: string;
  /** As `/api/show` lists them; `["completion", "tools"]` by default. */
  readonly capabilities?: readonly string[];
  readonly digest?: string;
  readonly family?: string;
  readonly contextLength?: number;
  readonly template?: string;
  /** The `PARAMETER` lines of its Modelfile, e.g. `num_ctx 4096`. */
  readonly parameters?: string;
}

const defaultContextLength = 40_960;
export const defaultCapabilities: readonly string[] = ["completion", "tools"];

/** JSON as Go writes it, which escapes more than JavaScript does. */
export function toGoJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `content`, `thinking` and `calls` of one chunk. */
export interface FakeDelta {
  readonly content?: string;
  readonly thinking?: string;
  readonly calls?: readonly object[];
}

export function toChatLine(model: string, delta: FakeDelta): object {
  return { model, created_at: timestamp(), message: toMessage(delta), done: false };
}

export function toLastChatLine(
  model: string,
  delta: FakeDelta,
  end: Required<Omit<ScriptedEnd, "calls">>,
): object {
  return {
    ...toChatLine(model, delta),
    done: true,
    done_reason: end.reason,
    total_duration: 1_204_530_416,
    load_duration: 52_190_750,
    prompt_eval_count: end.promptTokens,
    prompt_eval_cached_count: 0,
    prompt_eval_duration: 101_774_000,
    eval_count: end.completionTokens,
    eval_duration: 1_049_263_000,
  };
}

function toMessage({ content = "", thinking = "", calls = [] }: FakeDelta): object {
  return {
    role: "assistant",
    content,
    ...(thinking !== "" && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

export function toWireCall(call: ScriptedCall, index: number): object {
  return {
    ...(call.id !== null && { id: call.id ?? createCallId() }),
    function: {
      index: call.index ?? index,
      name: call.name,
      arguments: "arguments" in call ? call.arguments : {},
    },
  };
}

/** As Ollama makes them: `call_` and eight letters or digits. */
function createCallId(): string {
  return `call_${randomInt(36 ** 8)
    .toString(36)
    .padStart(8, "0")}`;
}

export function toTagsBody(models: readonly FakeModel[]): object {
  return {
    models: models.map((model) => ({
      name: model.name,
      model: model.name,
      modified_at: timestamp(),
      size: 522_653_767,
      digest: digestOf(model),
      details: {
        ...toDetails(model),
        context_length: model.contextLength ?? defaultContextLength,
        embedding_length: 1024,
      },
      capabilities: model.capabilities ?? defaultCapabilities,
    })),
  };
}

export function toShowBody(model: FakeModel): object {
  const { family = "qwen3", contextLength = defaultContextLength } = model;
  return {
    modelfile: `FROM ${model.name}\n`,
    ...(model.parameters !== undefined && { parameters: model.parameters }),
    template: model.template ?? "{{ .Prompt }}",
    details: toDetails(model),
    model_info: { "general.architecture": family, [`${family}.context_length`]: contextLength },
    capabilities: model.capabilities ?? defaultCapabilities,
    modified_at: timestamp(),
  };
}

export function toPullLines(model: FakeModel): readonly object[] {
  const digest = `sha256:${digestOf(model)}`;
  const status = `pulling ${digest.slice(7, 19)}`;
  const total = 522_653_767;
  return [
    { status: "pulling manifest" },
    { status, digest, total },
    { status, digest, total, completed: 261_326_883 },
    { status, digest, total, completed: total },
    { status: "verifying sha256 digest" },
    { status: "writing manifest" },
    { status: "success" },
  ];
}

function digestOf(model: FakeModel): string {
  return model.digest ?? createHash("sha256").update(model.name).digest("hex");
}

function toDetails({ family = "qwen3" }: FakeModel): object {
  return {
    parent_model: "",
    format: "gguf",
    family,
    families: [family],
    parameter_size: "751.63M",
    quantization_level: "Q4_K_M",
  };
}

/** Go's time has nanoseconds, without zeros at the end. */
function timestamp(): string {
  const nanoseconds = String(process.hrtime.bigint() % 1_000_000n).padStart(6, "0");
  return new Date()
    .toISOString()
    .replace("Z", nanoseconds)
    .replace(/\.?0*$/, "Z");
}
