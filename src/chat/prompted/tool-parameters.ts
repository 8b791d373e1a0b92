import { SwitchboardError } from "../../errors.ts";
import { compileSchema } from "../../schema/compile-schema.ts";
import type { Dialect } from "../../schema/dialect.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { toJsonSchema } from "../../schema/to-json-schema.ts";
import type { Tool } from "../../tools/tool.ts";

/** The keywords that explain themselves; the others become words in descriptions. */
const readable: Dialect = {
  style: "json-schema",
  keywords: new Set(
    (
      "type description enum const default anyOf properties required additionalProperties items " +
      "minItems maxItems minimum maximum minLength maxLength format"
    ).split(" "),
  ),
};

/** The parameters of a tool as a model is to read them. */
export const readableParameters = createParameterCompiler(readable);

/** Compiles once per tool; one that is given another schema is compiled again (FMT-11). */
export function createParameterCompiler(
  dialect: Dialect,
  finish: (schema: JsonSchema) => JsonSchema = (schema) => schema,
): (tool: Tool) => JsonSchema {
  const cache = new WeakMap<Tool, { schema: unknown; parameters: JsonSchema }>();
  return (tool) => {
    const known = cache.get(tool);
    if (known !== undefined && known.schema === tool.schema) return known.parameters;
    const parameters = finish(compile(tool.schema, dialect));
    cache.set(tool, { schema: tool.schema, parameters });
    return parameters;
  };
}

function compile(schema: unknown, dialect: Dialect): JsonSchema {
  try {
    return compileSchema(toJsonSchema(schema), dialect).schema;
  } catch (error) {
    if (!(error instanceof SwitchboardError)) throw error;
    // A schema of no use says nothing; what the tool itself takes goes through.
    return { type: "object" };
  }
}
