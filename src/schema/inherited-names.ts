import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { mapSubschemas } from "./subschemas.ts";

/**
 * Whether a schema speaks of a property that every object inherits, such as `constructor`: a validator that does
 * not ask for own properties takes the inherited one for an argument.
 */
export function mentionsInheritedName(schema: JsonSchema): boolean {
  const { properties, required, dependentRequired, dependentSchemas, dependencies } = schema;
  const names = [properties, required, dependentRequired, dependentSchemas, dependencies].flatMap(namesIn);
  return names.some((name) => typeof name === "string" && name in Object.prototype);
}

function namesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isPlainObject(value)) return [];
  return [
    ...Object.keys(value),
    ...Object.values(value)
      .filter((needs) => Array.isArray(needs))
      .flat(),
  ];
}

const protoPattern = "^__proto__$";

/** Ajv passes over a property named `__proto__`; as a pattern for names it is checked like any other. */
export function withoutProtoProperty(schema: JsonSchema): JsonSchema {
  const guarded = mapSubschemas(schema, "", (subschema) =>
    typeof subschema === "boolean" ? subschema : withoutProtoProperty(subschema),
  );
  const { properties, patternProperties } = guarded;
  if (!isPlainObject(properties) || !Object.hasOwn(properties, "__proto__")) return guarded;
  const { ["__proto__"]: proto, ...others } = properties;
  const patterns = isPlainObject(patternProperties) ? patternProperties : {};
  const both = protoPattern in patterns ? { allOf: [patterns[protoPattern], proto] } : proto;
  return { ...guarded, properties: others, patternProperties: { ...patterns, [protoPattern]: both } };
}
