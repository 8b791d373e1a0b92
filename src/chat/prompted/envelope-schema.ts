import type { Dialect } from "../../schema/dialect.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { mapSubschemas, type Subschema } from "../../schema/subschemas.ts";
import { type Tool, toolName } from "../../tools/tool.ts";
import { createParameterCompiler } from "./tool-parameters.ts";

/** A small model that is held to a list may write calls for ever. */
const maxCalls = 8;

/** A grammar costs time at every token: what is longer than this is left to validation. */
const maxSchemaLength = 4_000;

/**
 * What a grammar is made of. Limits are left to validation on purpose: a grammar that allows 0 to 100 turns 150 into
 * 15, while an error lets the model correct itself (EX-9).
 */
const constraining: Dialect = {
  style: "json-schema",
  keywords: new Set(["type", "enum", "anyOf", "properties", "required", "additionalProperties", "items"]),
};

const toArgumentsSchema = createParameterCompiler(constraining, (schema) => {
  const grammarSchema = toGrammarSchema(schema);
  return JSON.stringify(grammarSchema).length > maxSchemaLength ? { type: "object" } : grammarSchema;
});

/**
 * The JSON Schema of the envelope: an answer, or calls to the offered tools. It stays within what servers can turn
 * into a grammar; llama.cpp's converter refuses what it does not know, and with it the whole request.
 */
export function toEnvelopeSchema(tools: readonly Tool[]): JsonSchema {
  const answer = closedObject({ answer: { type: "string" } });
  if (tools.length === 0) return answer;
  const items = { anyOf: tools.map(toCallSchema) };
  const calls = closedObject({ calls: { type: "array", items, minItems: 1, maxItems: maxCalls } });
  return { anyOf: [answer, calls] };
}

function toCallSchema(tool: Tool): JsonSchema {
  const name = { type: "string", enum: [toolName(tool)] };
  return closedObject({ tool: name, arguments: toArgumentsSchema(tool) });
}

function closedObject(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const anyValue: JsonSchema = { type: ["string", "number", "boolean", "object", "array", "null"] };

/**
 * Says in full what converters take otherwise: to them no type is an object or an error, and `anyOf` hides what is
 * beside it.
 */
function toGrammarSchema(source: JsonSchema): JsonSchema {
  const { description: _, anyOf, ...keywords } = source;
  const isTyped = keywords["type"] !== undefined;
  if (!isTyped && anyOf === undefined) return anyValue;
  const schema = mapSubschemas(isTyped ? keywords : { anyOf }, "", toGrammarSubschema);
  const isClosed = schema["properties"] !== undefined && schema["additionalProperties"] === undefined;
  return isClosed ? { ...schema, additionalProperties: false } : schema;
}

/** Whether there may be other properties is said by `true` or `false`; nothing else is. */
function toGrammarSubschema(subschema: Subschema): Subschema {
  return typeof subschema === "boolean" ? subschema : toGrammarSchema(subschema);
}
