import { isPlainObject, type JsonSchema } from "../../schema/json-schema.ts";
import { type Tool, toolName } from "../../tools/tool.ts";
import { readableParameters } from "./tool-parameters.ts";

export interface ExampleCall {
  readonly name: string;
  readonly args: unknown;
}

/** A call to one of the tools, to show the form: a tool that needs arguments shows it best. */
export function toExampleCall(tools: readonly Tool[]): ExampleCall | undefined {
  const tool = tools.find((each) => requiredOf(readableParameters(each)).length > 0) ?? tools[0];
  return tool && { name: toolName(tool), args: toExample(readableParameters(tool), "value") };
}

/** The simplest value of a schema. Text is a placeholder that no one takes for an answer: `"<city>"`. */
function toExample(schema: unknown, name: string): unknown {
  if (!isPlainObject(schema)) return `<${name}>`;
  const { const: only, enum: values, anyOf, type } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0] as unknown;
  if (Array.isArray(anyOf)) return toExample(anyOf[0], name);
  switch (Array.isArray(type) ? (type[0] as unknown) : type) {
    case "object":
      return toExampleObject(schema);
    case "array":
      return [toExample(schema["items"], name)];
    case "number":
    case "integer":
      return schema["minimum"] ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return `<${name}>`;
  }
}

/** What has to be there, or else the first that may be. */
function toExampleObject(schema: JsonSchema): Record<string, unknown> {
  const properties = isPlainObject(schema["properties"]) ? schema["properties"] : {};
  const required = requiredOf(schema);
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, toExample(properties[name], name)]));
}

function requiredOf(schema: JsonSchema): readonly string[] {
  return Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
}
