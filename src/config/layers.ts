import { isPlainObject } from "../schema/json-schema.ts";
import { ConfigError } from "./config-error.ts";
import { toConfigProblem } from "./check-config.ts";
import type { ConfigFile, ConfigPath } from "./config-file.ts";
import type { Variables } from "./environment.ts";
import type { ConfigSource } from "./settings.ts";
import { mapTexts, substitute } from "./substitute.ts";

/** What one source says. */
export interface Layer {
  readonly source: ConfigSource;
  readonly value: Readonly<Record<string, unknown>>;
  /** The file, where it is one; only in a file variables are put in. */
  readonly config?: ConfigFile;
  /** The folder that the file is for. */
  readonly folder: string;
}

/**
 * One section of all layers put together: objects key by key, anything else from the strongest layer that has it. Then
 * variables are put in. Throws a `ConfigError` where one is not set.
 */
export function readSection(layers: readonly Layer[], key: string, variables: Variables): unknown {
  const merged = layers.map((layer) => layer.value[key]).reduceRight(merge, undefined);
  return fillIn(merged, [key], layers, variables);
}

/** Puts variables into a value that stands at `path`, each by the file that it came from. */
export function fillIn(
  value: unknown,
  path: ConfigPath,
  layers: readonly Layer[],
  variables: Variables,
): unknown {
  return mapTexts(value, path, (text, place) => {
    const { config, folder } = layers.find((layer) => has(layer.value, place)) ?? {};
    if (config === undefined || folder === undefined) return text;
    return substitute(text, {
      variables,
      folder,
      fail: (message) => {
        throw new ConfigError([toConfigProblem(config, place, message)]);
      },
    });
  });
}

function merge(weaker: unknown, stronger: unknown): unknown {
  if (stronger === undefined) return weaker;
  if (!isPlainObject(weaker) || !isPlainObject(stronger)) return stronger;
  const keys = new Set([...Object.keys(weaker), ...Object.keys(stronger)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(own(weaker, key), own(stronger, key))]));
}

function has(value: unknown, path: ConfigPath): boolean {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return false;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current !== undefined;
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
