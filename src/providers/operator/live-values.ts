import type { Clock } from "../../clock.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import type { LiveValueSource } from "./template.ts";

/** Names that a tool listed, remembered for a while. */
export class LiveValues {
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #known = new Map<string, { readonly values: readonly string[]; readonly since: number }>();
  /** Grows with every list that came in: what was made of the old ones is out of date. */
  version = 0;

  constructor(clock: Clock, ttlMs: number) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
  }

  /** `undefined` where nothing is known, or nothing was found: then anything may be meant. */
  get(source: LiveValueSource): readonly string[] | undefined {
    const { values = [] } = this.#known.get(keyOf(source)) ?? {};
    return values.length > 0 ? values : undefined;
  }

  isFresh(source: LiveValueSource): boolean {
    const known = this.#known.get(keyOf(source));
    return known !== undefined && this.#clock.now() - known.since < this.#ttlMs;
  }

  set(source: LiveValueSource, values: readonly string[]): void {
    const before = this.get(source) ?? [];
    this.#known.set(keyOf(source), { values, since: this.#clock.now() });
    if (before.join("\n") !== values.join("\n")) this.version += 1;
  }
}

function keyOf({ tool, path = "" }: LiveValueSource): string {
  return `${tool}\n${path}`;
}

/** The names in a tool's result: at `devices[].name`, or, without a path, whatever is a list of names. */
export function parseValues(text: string, path: string | undefined): string[] | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const found =
    path === undefined
      ? namesIn(value)
      : valuesAt(
          [value],
          path.split(".").filter((step) => step !== ""),
        );
  const names = found.filter((name) => typeof name === "string" && name.trim() !== "") as string[];
  return names.length > 0 ? [...new Set(names)] : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valuesAt(places: readonly unknown[], [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return places;
  const name = step.replace(/\[\]$/, "");
  const next = places.flatMap((place) => {
    const value =
      name === "" ? place : isPlainObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
    return step.endsWith("[]") ? (Array.isArray(value) ? value : []) : [value];
  });
  return valuesAt(next, rest);
}

function namesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.map((item) => (isPlainObject(item) ? item["name"] : item));
  const lists = isPlainObject(value) ? Object.values(value).filter((each) => Array.isArray(each)) : [];
  return lists.length === 1 ? namesIn(lists[0]) : [];
}
