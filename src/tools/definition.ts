import { SwitchboardError } from "../errors.ts";
import { isPlainObject, type JsonSchema } from "../schema/json-schema.ts";
import { checkSchema } from "../schema/validator.ts";
import { SchemaError } from "../schema/schema-error.ts";
import type { InvokeConfig, ToolArguments } from "./tool.ts";

/** A tool as a config file describes it (REG-13). */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly type: "function";
  readonly handler: string;
  readonly parameters: JsonSchema;
  readonly implementation: Implementation;
}

export type Implementation =
  | { readonly type: "mock"; readonly mock_response: unknown; readonly handler?: string }
  | { readonly type: "builtin"; readonly handler: string }
  | { readonly type: "internal"; readonly handler: string };

/** A function of the host program, or of a builtin, that a definition names. */
export type Handler = (args: ToolArguments, config?: InvokeConfig) => unknown;

/** The handlers that definitions may name. */
export interface HandlerTables {
  readonly builtins: ReadonlyMap<string, Handler>;
  readonly internals: ReadonlyMap<string, Handler>;
}

export class DefinitionError extends SwitchboardError {
  /** Where in the definition the fault is, e.g. `parameters.required[0]`; empty for the definition itself. */
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string, name?: unknown) {
    const subject =
      typeof name === "string" && name !== "" ? `Tool definition "${cut(name)}"` : "Tool definition";
    super("invalid_definition", path === "" ? `${subject}: ${reason}` : `${subject}: ${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** What every provider accepts as a function's name; the strictest of them sets the rule (FMT-9). */
const acceptedName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Gives the definition back, typed, or throws a DefinitionError that says where and why. */
export function parseDefinition(input: unknown, handlers: HandlerTables): ToolDefinition {
  if (!isPlainObject(input)) throw new DefinitionError("", `must be an object, got ${kindOf(input)}`);
  const fail = (path: string, reason: string): never => {
    throw new DefinitionError(path, reason, input["name"]);
  };
  checkName(input["name"], fail);
  requireText(input["description"], "description", fail);
  if (input["type"] !== "function") fail("type", `must be "function", got ${show(input["type"])}`);
  requireText(input["handler"], "handler", fail);
  checkParameters(input["parameters"], fail);
  checkImplementation(input["implementation"], handlers, fail);
  return input as unknown as ToolDefinition;
}

type Fail = (path: string, reason: string) => never;

function checkName(name: unknown, fail: Fail): void {
  requireText(name, "name", fail);
  if (!acceptedName.test(name as string)) {
    fail(
      "name",
      `must be 1 to 64 letters, digits, "_" or "-", beginning with a letter or "_", got ${show(name)}: ` +
        "some providers refuse any other name",
    );
  }
}

function requireText(value: unknown, path: string, fail: Fail): void {
  if (typeof value !== "string" || value.trim() === "") {
    fail(path, `must be a non-empty string, got ${show(value)}`);
  }
}

function checkParameters(parameters: unknown, fail: Fail): void {
  if (!isPlainObject(parameters)) {
    return fail("parameters", `must be a JSON Schema object, got ${kindOf(parameters)}`);
  }
  if (parameters["type"] !== "object") {
    fail("parameters.type", `must be "object", got ${show(parameters["type"])}`);
  }
  try {
    checkSchema(parameters);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    fail(`parameters${toDotted(error.path)}`, error.reason);
  }
  const properties = isPlainObject(parameters["properties"]) ? parameters["properties"] : {};
  const required = Array.isArray(parameters["required"]) ? parameters["required"] : [];
  required.forEach((name, index) => {
    if (!Object.hasOwn(properties, name)) {
      fail(`parameters.required[${index}]`, `${show(name)} is not in parameters.properties`);
    }
  });
}

function checkImplementation(implementation: unknown, handlers: HandlerTables, fail: Fail): void {
  if (!isPlainObject(implementation)) {
    return fail("implementation", `must be an object with a "type", got ${kindOf(implementation)}`);
  }
  switch (implementation["type"]) {
    case "mock":
      if (!Object.hasOwn(implementation, "mock_response") || implementation["mock_response"] === undefined) {
        fail("implementation.mock_response", "is required for a mock; any JSON value will do");
      }
      return;
    case "builtin":
      return checkHandler(implementation["handler"], "builtin", handlers.builtins, fail);
    case "internal":
      return checkHandler(implementation["handler"], "internal service", handlers.internals, fail);
    case "http":
      return fail("", "HTTP tools not yet supported (coming in v2)");
    default:
      fail(
        "implementation.type",
        `must be "mock", "builtin" or "internal", got ${show(implementation["type"])}`,
      );
  }
}

function checkHandler(handler: unknown, kind: string, known: ReadonlyMap<string, Handler>, fail: Fail): void {
  if (typeof handler === "string" && known.has(handler)) return;
  const names = known.size === 0 ? "none is registered" : `registered are: ${[...known.keys()].join(", ")}`;
  const fault = handler === undefined ? "is required" : `${show(handler)} is not a registered ${kind}`;
  fail("implementation.handler", `${fault}; ${names}`);
}

/** `/properties/a/type` → `.properties.a.type`, the way a person names a place in a config file. */
function toDotted(pointer: string): string {
  return pointer.replaceAll(/\/([^/]*)/g, (_, raw: string) => {
    const key = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    if (/^\d+$/.test(key)) return `[${key}]`;
    return /^[A-Za-z_$][\w$-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return value === undefined ? "nothing" : show(value);
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return String(value);
}

function cut(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}… (${text.length} characters)`;
}
