import { typesOf, type ModernSchema, type ModernSubschema, type TypeName } from "./modern-schema.ts";
import { sayValue } from "./words.ts";

/** Below this the notation would be longer than what it explains. */
const maxDepth = 3;

/** Keywords that the notation itself writes. */
export const notationKeywords: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "items",
  "prefixItems",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "allOf",
]);

/**
 * Writes a schema in one line, in the way of TypeScript, which models read well: `{ kind: "a", size?: number[] }`.
 * `sayConstraints` gives the words for what the notation has no sign for.
 */
export function createTypeNotation(
  sayConstraints: (schema: ModernSchema) => string,
): (schema: ModernSubschema) => string {
  return (schema) => write(schema, 0);

  function write(schema: ModernSubschema, depth: number): string {
    if (typeof schema === "boolean") return schema ? "any" : "never";
    const parts = [
      writeAlternatives(schema, depth),
      writeOwn(schema, depth),
      ...(schema.allOf ?? []).map((branch) => write(branch, depth)),
    ].filter((part) => part !== "any");
    const type = parts.length > 1 ? parts.map(bracket).join(" & ") : parts[0];
    const constraints = sayConstraints(schema);
    if (constraints === "") return type ?? "any";
    return type === undefined ? constraints : `${type} (${constraints})`;
  }

  function writeAlternatives({ anyOf = [], oneOf = [] }: ModernSchema, depth: number): string {
    const branches = [...anyOf, ...oneOf];
    return branches.length === 0 ? "any" : union(branches.map((branch) => write(branch, depth)));
  }

  function writeOwn(schema: ModernSchema, depth: number): string {
    if (Object.hasOwn(schema, "const")) return sayValue(schema.const);
    if (schema.enum !== undefined) return union(schema.enum.map(sayValue));
    const types = schema.type === undefined ? [impliedType(schema)] : typesOf(schema);
    return union(types.map((type) => writeType(type, schema, depth)));
  }

  function writeType(type: TypeName | undefined, schema: ModernSchema, depth: number): string {
    if (type === undefined) return "any";
    if (depth >= maxDepth) return type;
    if (type === "object") return writeObject(schema, depth + 1);
    return type === "array" ? writeArray(schema, depth + 1) : type;
  }

  function writeObject(schema: ModernSchema, depth: number): string {
    const { properties = {}, required = [], additionalProperties } = schema;
    const members = Object.entries(properties).map(
      ([name, type]) => `${name}${required.includes(name) ? "" : "?"}: ${write(type, depth)}`,
    );
    const unlisted = required
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => `${name}: any`);
    const others =
      typeof additionalProperties === "object" ? [`[name]: ${write(additionalProperties, depth)}`] : [];
    const all = [...members, ...unlisted, ...others];
    return all.length === 0 ? "object" : `{ ${all.join(", ")} }`;
  }

  function writeArray({ items = true, prefixItems = [] }: ModernSchema, depth: number): string {
    const list = `${bracket(write(items, depth))}[]`;
    if (prefixItems.length === 0) return list;
    const first = prefixItems.map((item) => write(item, depth));
    return `[${(typeof items === "object" ? [...first, `...${list}`] : first).join(", ")}]`;
  }
}

function impliedType(schema: ModernSchema): TypeName | undefined {
  if (schema.properties ?? schema.required ?? schema.additionalProperties) return "object";
  return (schema.items ?? schema.prefixItems) ? "array" : undefined;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

/** Only names and bracketed types can stand beside a sign. */
function bracket(type: string): string {
  return /^\w+$|^[{[][^|&]*$/.test(type) ? type : `(${type})`;
}
