import { createRefFinder } from "../schema/find-ref.ts";
import { isPlainObject, type JsonSchema } from "../schema/json-schema.ts";
import { createPatternEngine } from "../schema/pattern.ts";

/** What a tool's schema says about the names of its parameters. */
export interface SchemaParameters {
  /** Each parameter that the schema names, with its own schema. */
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** It says outright that parameters of any name are welcome. */
  readonly takesAnyName: boolean;
  /** Named, or of a form that the schema names. */
  knows(name: string): boolean;
}

const known = new WeakMap<JsonSchema, SchemaParameters>();

/** Read once per schema, through `$ref` and the combining keywords, whose parameters are those of the tool too. */
export function parametersOf(schema: JsonSchema): SchemaParameters {
  let parameters = known.get(schema);
  if (parameters === undefined) {
    parameters = readParameters(schema);
    known.set(schema, parameters);
  }
  return parameters;
}

interface Part {
  readonly schema: unknown;
  /** Whether it applies to every call, not just to some. */
  readonly always: boolean;
}

function readParameters(root: JsonSchema): SchemaParameters {
  const findRef = createRefFinder(root);
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  const patterns = new Set<string>();
  let takesAnyName = false;

  const seen = new Set<unknown>();
  const pending: Part[] = [{ schema: root, always: true }];
  for (const { schema, always } of pending) {
    if (!isPlainObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    for (const [name, property] of entriesOf(schema["properties"])) {
      if (!properties.has(name)) properties.set(name, property);
    }
    for (const name of always ? listOf(schema["required"]) : [])
      if (typeof name === "string") required.add(name);
    for (const [pattern] of entriesOf(schema["patternProperties"])) patterns.add(pattern);
    takesAnyName ||= isOpen(schema["additionalProperties"]) || isOpen(schema["unevaluatedProperties"]);
    pending.push(...partsOf(schema, always, findRef));
  }

  const matchers = [...patterns].flatMap(toMatcher);
  return {
    properties,
    required,
    takesAnyName,
    knows: (name) => properties.has(name) || matchers.some((matches) => matches(name)),
  };
}

function partsOf(schema: JsonSchema, always: boolean, findRef: (ref: string) => unknown): Part[] {
  const { $ref } = schema;
  const certain = [typeof $ref === "string" ? findRef($ref) : undefined, ...listOf(schema["allOf"])];
  const possible = [
    ...listOf(schema["anyOf"]),
    ...listOf(schema["oneOf"]),
    schema["then"],
    schema["else"],
    ...entriesOf(schema["dependentSchemas"]).map(([, dependent]) => dependent),
  ];
  return [
    ...certain.map((part) => ({ schema: part, always })),
    ...possible.map((part) => ({ schema: part, always: false })),
  ];
}

function toMatcher(pattern: string): ((name: string) => boolean)[] {
  try {
    const engine = createPatternEngine();
    const compiled = engine.compile(pattern);
    return [
      (name) => {
        engine.restart();
        return compiled.test(name);
      },
    ];
  } catch {
    return [];
  }
}

function isOpen(additional: unknown): boolean {
  return additional === true || isPlainObject(additional);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
