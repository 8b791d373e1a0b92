import { systemClock } from "../../clock.ts";
import { toolName, type Tool } from "../../tools/tool.ts";
import { LiveValues, parseValues } from "./live-values.ts";
import type { OperatorOptions } from "./mind.ts";
import { findNamedSources, type NamedSources } from "./named-sources.ts";
import type { CompiledTemplate } from "./read-template.ts";
import type { Reading } from "./reading.ts";
import type { LiveValueSource, ValueSource } from "./template.ts";

/** Where the values of parameters come from, and what is known of them. */
export class ValueSources {
  readonly #options: OperatorOptions;
  readonly #templates: readonly CompiledTemplate[];
  readonly #live: LiveValues;

  constructor(options: OperatorOptions, templates: readonly CompiledTemplate[]) {
    this.#options = options;
    this.#templates = templates;
    this.#live = new LiveValues(options.clock ?? systemClock, options.valuesTtlMs ?? 60_000);
  }

  /** Grows with every list that came in: what was made of the old ones is out of date. */
  get version(): number {
    return this.#live.version;
  }

  /** The values of each parameter of these tools, as far as they are known. */
  lookup(tools: readonly Tool[]): (tool: Tool, parameter: string) => readonly string[] | undefined {
    const named = findNamedSources(tools);
    return (tool, parameter) => {
      const source = this.#sourceOf(toolName(tool), parameter, named);
      return source === undefined || !isLive(source) ? source : this.#live.get(source);
    };
  }

  /** What would have to be found out before these readings can be trusted. */
  staleFor(readings: readonly Reading[], tools: readonly Tool[]): LiveValueSource[] {
    const offered = new Set(tools.map(toolName));
    const named = findNamedSources(tools);
    const sources = readings.flatMap(({ profile }) =>
      profile.parameters.map(({ name }) => this.#sourceOf(profile.name, name, named)),
    );
    const canFind = ({ tool }: LiveValueSource) =>
      this.#options.resolveValues !== undefined || offered.has(tool);
    return sources.filter(
      (source) => source !== undefined && isLive(source) && canFind(source) && !this.#live.isFresh(source),
    ) as LiveValueSource[];
  }

  async resolve(sources: readonly LiveValueSource[], signal: AbortSignal | undefined): Promise<void> {
    const { resolveValues } = this.#options;
    await Promise.all(
      sources.map(async (source) => this.#live.set(source, (await resolveValues?.(source, signal)) ?? [])),
    );
  }

  /** Keeps what a tool that lists names has said, whoever asked it. */
  learn(tool: string, result: string, tools: readonly Tool[]): void {
    for (const source of [...this.#writtenSources(), ...findNamedSources(tools).values()]) {
      const values = source.tool === tool ? parseValues(result, source.path) : undefined;
      if (values !== undefined) this.#live.set(source, values);
    }
  }

  #writtenSources(): LiveValueSource[] {
    const all = [this.#options.values, ...this.#templates.map(({ template }) => template.values)];
    return all.flatMap((values) => Object.values(values ?? {})).filter(isLive);
  }

  #sourceOf(tool: string, parameter: string, named: NamedSources): ValueSource | undefined {
    const { values = {} } = this.#options;
    const own = this.#templates.find(
      ({ template }) => template.tool === tool && template.values?.[parameter] !== undefined,
    );
    const written = own?.template.values?.[parameter] ?? values[`${tool}.${parameter}`] ?? values[parameter];
    return written ?? named.get(parameter);
  }
}

function isLive(source: ValueSource): source is LiveValueSource {
  return !Array.isArray(source);
}
