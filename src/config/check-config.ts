import { isPlainObject, type JsonSchema } from "../schema/json-schema.ts";
import { compileValidator, type SchemaProblem } from "../schema/validator.ts";
import { nearestNames } from "../tools/nearest-names.ts";
import type { ConfigProblem } from "./config-error.ts";
import { describePath, type ConfigFile, type ConfigPath } from "./config-file.ts";
import { settingsSchema } from "./settings-schema.ts";

export interface CheckedConfig {
  /** What makes the file as a whole unusable. */
  readonly faults: readonly ConfigProblem[];
  /** What costs one server, by its name. */
  readonly brokenServers: ReadonlyMap<string, ConfigProblem>;
  readonly warnings: readonly ConfigProblem[];
}

/** Compares a file with the schema. A faulty server entry costs that server; a definition is checked on its own. */
export function checkConfig(config: ConfigFile): CheckedConfig {
  const faults: ConfigProblem[] = [];
  const brokenServers = new Map<string, ConfigProblem>();
  for (const problem of compileValidator(settingsSchema).problems(config.value)) {
    const path = toPath(problem.path, config.value);
    const [section, name] = path;
    if (section === "tools" && name === "registry" && path.length > 2) continue;
    const described = toConfigProblem(config, path, describe(problem, path));
    if (isServerSection(section) && typeof name === "string") brokenServers.set(name, described);
    else faults.push(described);
  }
  return { faults, brokenServers, warnings: misspeltServerKeys(config) };
}

export function toConfigProblem(config: ConfigFile, path: ConfigPath, message: string): ConfigProblem {
  return { file: config.file, line: config.lineOf(path), path: describePath(path), message };
}

function isServerSection(key: unknown): key is "mcpServers" | "servers" {
  return key === "mcpServers" || key === "servers";
}

function describe({ keyword, params, expected, value }: SchemaProblem, path: ConfigPath): string {
  if (keyword === "additionalProperties") {
    const key = String(path.at(-1));
    const known = Object.keys(propertiesAt(path.slice(0, -1)));
    const [nearest] = nearestNames(key, known, 1);
    return `unknown key; ${nearest === undefined ? `known are ${known.join(", ")}` : `did you mean "${nearest}"?`}`;
  }
  if (keyword === "required" || value === undefined) return `must be there: ${expected}`;
  const wrong = `must be ${expected}, got ${show(value)}`;
  if (keyword !== "enum" || typeof value !== "string") return wrong;
  const [nearest] = nearestNames(value, (params["allowedValues"] as readonly unknown[]).map(String), 1);
  return nearest === undefined ? wrong : `${wrong}; did you mean "${nearest}"?`;
}

/** A key of a server that is nearly one of ours was most likely meant to be it; others belong to other programs. */
function misspeltServerKeys(config: ConfigFile): ConfigProblem[] {
  const known = Object.keys(propertiesAt(["mcpServers", ""]));
  return serverSections(config.value).flatMap(({ section, name, entry }) =>
    Object.keys(isPlainObject(entry) ? entry : {})
      .filter((key) => !known.includes(key))
      .flatMap((key) => {
        const [nearest] = nearestNames(key, known, 1);
        if (nearest === undefined) return [];
        return [toConfigProblem(config, [section, name, key], `unknown key; did you mean "${nearest}"?`)];
      }),
  );
}

/** The servers of a file, under whichever name its section goes. */
export function serverSections(value: unknown): { section: string; name: string; entry: unknown }[] {
  if (!isPlainObject(value)) return [];
  return ["mcpServers", "servers"].flatMap((section) =>
    Object.entries(isPlainObject(value[section]) ? value[section] : {}).map(([name, entry]) => ({
      section,
      name,
      entry,
    })),
  );
}

/** What the schema knows below a place. */
function propertiesAt(path: ConfigPath): JsonSchema {
  let schema: JsonSchema = settingsSchema;
  for (const step of path) {
    const { properties, additionalProperties, items } = schema as Record<string, JsonSchema | undefined>;
    schema = deref(typeof step === "number" ? items : (properties?.[step] ?? additionalProperties));
  }
  return isPlainObject(schema["properties"]) ? schema["properties"] : {};
}

function deref(schema: unknown): JsonSchema {
  if (!isPlainObject(schema)) return {};
  const name = /^#\/definitions\/(\w+)$/.exec(String(schema["$ref"]))?.[1];
  if (name === undefined) return schema;
  return (settingsSchema["definitions"] as Record<string, JsonSchema>)[name] ?? {};
}

/** A JSON Pointer as steps; what is an index is told by the value itself. */
function toPath(pointer: string, root: unknown): ConfigPath {
  let value = root;
  return pointer
    .split("/")
    .slice(1)
    .map((raw) => {
      const key = raw.replaceAll("~1", "/").replaceAll("~0", "~");
      const isIndex = Array.isArray(value);
      value = (value as Record<string, unknown> | undefined)?.[key];
      return isIndex ? Number(key) : key;
    });
}

function show(value: unknown): string {
  if (isPlainObject(value)) return "an object";
  return Array.isArray(value) ? "an array" : JSON.stringify(value);
}
