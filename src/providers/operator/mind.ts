import type { ToolCall } from "../../calls/call.ts";
import type { Message, ToolMessage } from "../../chat/model.ts";
import type { Clock } from "../../clock.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import type { Tool } from "../../tools/tool.ts";
import { createListCache } from "../list-cache.ts";
import { toAnswer, withoutErrorWord, type DoneCall } from "./answer.ts";
import { respond, type Outcome } from "./dialogue.ts";
import { toProfile } from "./profile.ts";
import { toCompiledTemplate, type CompiledTemplate } from "./read-template.ts";
import type { Reading } from "./reading.ts";
import type { LiveValueSource, SentenceTemplate, ValueSource } from "./template.ts";
import { createToolIndex, type ToolIndex } from "./tool-index.ts";
import { ValueSources } from "./value-sources.ts";

export interface OperatorOptions {
  /** Sentences that mean a call, beside those that tools bring themselves as `sentences`. */
  readonly templates?: readonly SentenceTemplate[];
  /**
   * What may be said for a parameter that is free text to its schema, by its name or by `tool.name`: a list, or a tool
   * that gives one. That tool is called when it is needed, and what it says is remembered for a while.
   */
  readonly values?: Readonly<Record<string, ValueSource>>;
  /** Finds names without a call in the conversation. None found means that anything may be said; rejects where they cannot be found out. */
  readonly resolveValues?: (source: LiveValueSource, signal?: AbortSignal) => Promise<readonly string[]>;
  /** How long names from a tool are remembered: a minute. */
  readonly valuesTtlMs?: number;
  /** The present, which "tomorrow" is counted from. */
  readonly now?: () => Date;
  readonly clock?: Clock;
}

/** What is done next. */
export type Decision =
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[] }
  | { readonly kind: "text"; readonly text: string; readonly isAnswer: boolean }
  /** Names have to be found out first; `isLikely` where there is a call to be made if they are as they sound. */
  | { readonly kind: "resolve"; readonly sources: readonly LiveValueSource[]; readonly isLikely: boolean };

/** By these a call is known as the operator's own, and one for names from one for a person. */
const callPrefix = "operator_";
const valuesPrefix = "operator_values_";

export const isOwnCall = ({ id }: ToolCall): boolean => id.startsWith(callPrefix);

/** Names of one kind, and of another that they lead to. */
const maxTries = 3;

/** All that an operator knows; what is said to it comes with every question anew. */
export class OperatorMind {
  /** Whether names can be found without a call in the conversation. */
  readonly canResolve: boolean;
  readonly #now: () => Date;
  readonly #templates: readonly CompiledTemplate[];
  readonly #sources: ValueSources;
  readonly #sentences = new WeakMap<Tool, readonly CompiledTemplate[]>();
  readonly #indexOf = createListCache<ToolIndex, number>((tools) => this.#createIndex(tools));

  constructor(options: OperatorOptions) {
    this.canResolve = options.resolveValues !== undefined;
    this.#now = options.now ?? (() => new Date());
    this.#templates = (options.templates ?? []).map(toCompiledTemplate);
    this.#sources = new ValueSources(options, this.#templates);
  }

  indexOf(tools: readonly Tool[]): ToolIndex {
    return this.#indexOf(tools, this.#sources.version);
  }

  decide(messages: readonly Message[], tools: readonly Tool[]): Decision {
    const done = doneCalls(messages);
    if (done === undefined) return this.#respond(messages, tools, true);
    for (const { call, result } of done) {
      if (result !== undefined && result.failed !== true)
        this.#sources.learn(call.name, result.content, tools);
    }
    const isForNames = done.every(({ call }) => call.id.startsWith(valuesPrefix));
    if (!isForNames) return this.#answer(done, messages, tools);
    const failed = done.find(({ result }) => result === undefined || result.failed === true);
    if (failed === undefined) return this.#respond(messages, tools, false);
    const reason =
      failed.result === undefined ? "nothing came back" : withoutErrorWord(failed.result.content);
    return toNamesFailure(`${failed.call.name}: ${reason}`);
  }

  /** The same, with names found out on the way where there is a function for it. */
  async decideWithNames(
    messages: readonly Message[],
    tools: readonly Tool[],
    signal: AbortSignal | undefined,
  ): Promise<Decision> {
    let decision = this.decide(messages, tools);
    for (let tries = 0; decision.kind === "resolve" && this.canResolve && tries < maxTries; tries += 1) {
      try {
        // Which names are needed next may depend on those that were found.
        // oxlint-disable-next-line no-await-in-loop
        await this.#sources.resolve(decision.sources, signal);
      } catch (error) {
        signal?.throwIfAborted();
        return toNamesFailure(error instanceof Error ? error.message : String(error));
      }
      decision = this.decide(messages, tools);
    }
    return decision;
  }

  #respond(messages: readonly Message[], tools: readonly Tool[], mayResolve: boolean): Decision {
    const outcome = respond(messages, this.indexOf(tools), this.#now());
    const sources = mayResolve ? this.#sources.staleFor(readingsOf(outcome), tools) : [];
    if (sources.length > 0) return { kind: "resolve", sources, isLikely: outcome.kind === "calls" };
    if (outcome.kind !== "calls") return { kind: "text", text: outcome.text, isAnswer: false };
    const calls = outcome.readings.flatMap(({ profile, calls: all }) =>
      all.map((args) => ({ id: createId(callPrefix), name: profile.name, args })),
    );
    return { kind: "calls", calls };
  }

  #answer(done: readonly Done[], messages: readonly Message[], tools: readonly Tool[]): Decision {
    const answers = this.#answersOf(messages, tools);
    const calls = done.map(({ call, result }, index): DoneCall => {
      const answer = answers[index]?.name === call.name ? answers[index]?.answer : undefined;
      const args = isPlainObject(call.args) ? call.args : {};
      return { name: call.name, args, result, ...(answer !== undefined && { answer }) };
    });
    return { kind: "text", text: toAnswer(calls), isAnswer: true };
  }

  /** What the templates want said: the request is understood once more, which gives the same calls. */
  #answersOf(messages: readonly Message[], tools: readonly Tool[]) {
    if (!this.#templates.some(({ template }) => template.answer !== undefined)) return [];
    const outcome = respond(messages, this.indexOf(tools), this.#now());
    if (outcome.kind !== "calls") return [];
    return outcome.readings.flatMap(({ profile, calls, answer }) =>
      calls.map(() => ({ name: profile.name, answer })),
    );
  }

  #createIndex(tools: readonly Tool[]): ToolIndex {
    const valuesOf = this.#sources.lookup(tools);
    const profiles = tools.map((tool) => toProfile(tool, (parameter) => valuesOf(tool, parameter)));
    const templates = profiles.flatMap((profile) => {
      const own = this.#templates.filter(({ template }) => template.tool === profile.name);
      const brought = this.#sentencesOf(profile.tool, profile.name);
      const names = new Set(profile.parameters.map(({ name }) => name));
      return [...own, ...brought]
        .filter(({ slots }) => slots.every((slot) => names.has(slot)))
        .map((compiled) => ({ profile, compiled }));
    });
    return createToolIndex(profiles, templates);
  }

  /** A tool's own sentences are read once. One with a mistake is its server's, and must not take the others with it. */
  #sentencesOf(tool: Tool, name: string): readonly CompiledTemplate[] {
    const { sentences } = tool as { readonly sentences?: unknown };
    if (!Array.isArray(sentences)) return [];
    const known = this.#sentences.get(tool);
    if (known !== undefined) return known;
    const compiled = sentences.flatMap((sentence): CompiledTemplate[] => {
      try {
        return typeof sentence === "string" ? [toCompiledTemplate({ sentence, tool: name })] : [];
      } catch {
        return [];
      }
    });
    this.#sentences.set(tool, compiled);
    return compiled;
  }
}

/** A call for each tool that lists names. */
export function toNamesCalls(sources: readonly LiveValueSource[]): ToolCall[] {
  const names = new Set(sources.map(({ tool }) => tool));
  return [...names].map((name) => ({ id: createId(valuesPrefix), name, args: {} }));
}

interface Done {
  readonly call: ToolCall;
  readonly result: ToolMessage | undefined;
}

/** The calls whose results stand at the end of a conversation. */
function doneCalls(messages: readonly Message[]): readonly Done[] | undefined {
  if (messages.at(-1)?.role !== "tool") return undefined;
  const at = messages.findLastIndex((message) => message.role === "assistant");
  const asked = messages[at];
  const calls = asked?.role === "assistant" ? (asked.toolCalls ?? []) : [];
  const results = messages.slice(at + 1).filter((message) => message.role === "tool");
  return calls.map((call) => ({ call, result: results.find(({ toolCallId }) => toolCallId === call.id) }));
}

function toNamesFailure(reason: string): Decision {
  const text = `I could not find out what there is, so I did nothing. ${reason}`;
  return { kind: "text", text, isAnswer: false };
}

function readingsOf(outcome: Outcome): readonly Reading[] {
  if (outcome.kind === "calls") return outcome.readings;
  if (outcome.kind === "question") return outcome.pending.readings;
  const { understanding } = outcome;
  return understanding.kind === "nothing" && understanding.nearest ? [understanding.nearest] : [];
}

function createId(prefix: string): string {
  return prefix + crypto.randomUUID().replaceAll("-", "").slice(0, 16);
}
