import { problemsOfSchema, violationsOfSchema, type Violation } from "./fake-gemini-schema-checks.ts";
import { isSignedCall } from "./fake-gemini-wire.ts";
import { isRecord } from "./is-record.ts";

/** A part of a content that a client sends, as far as the fake looks at it; the rest is there as well. */
export interface GeminiPart {
  readonly [field: string]: unknown;
  readonly text?: string;
  readonly functionCall?: { readonly name?: string; readonly args?: unknown; readonly id?: string };
  readonly functionResponse?: { readonly name?: string; readonly response?: unknown; readonly id?: string };
  readonly thoughtSignature?: string;
}

export interface GeminiContent {
  readonly role?: string;
  readonly parts?: readonly GeminiPart[];
}

export interface GeminiFunctionDeclaration {
  readonly [field: string]: unknown;
  readonly name?: string;
  readonly parameters?: unknown;
  readonly parametersJsonSchema?: unknown;
}

/** What a client sends to `:generateContent`, as far as the fake looks at it; the rest is there as well. */
export interface GeminiRequestBody {
  readonly [field: string]: unknown;
  readonly contents?: readonly GeminiContent[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly GeminiFunctionDeclaration[] }[];
  readonly systemInstruction?: unknown;
  readonly generationConfig?: unknown;
}

const bodyFields = [
  "contents",
  "tools",
  "toolConfig",
  "safetySettings",
  "systemInstruction",
  "generationConfig",
  "cachedContent",
  "model",
  "labels",
  "store",
  "serviceTier",
];
const declarationFields = [
  "name",
  "description",
  "behavior",
  "parameters",
  "parametersJsonSchema",
  "response",
  "responseJsonSchema",
];

/** What cannot be read as a request at all: all of it is reported at once. */
export function* violationsOf(body: GeminiRequestBody): Generator<Violation, void, undefined> {
  yield* unknownFields(body, bodyFields, "");
  for (const { declaration, at } of declarationsOf(body)) {
    yield* unknownFields(declaration, declarationFields, at);
    if (declaration.parameters !== undefined)
      yield* violationsOfSchema(declaration.parameters, `${at}.parameters`);
  }
  for (const [index, { parts = [] }] of (body.contents ?? []).entries()) {
    for (const [position, part] of parts.entries()) {
      const at = `contents[${index}].parts[${position}]`;
      if (part.functionCall) yield* notAStruct(part.functionCall.args, `${at}.function_call.args`);
      if (part.functionResponse)
        yield* notAStruct(part.functionResponse.response, `${at}.function_response.response`);
    }
  }
}

/** What the API would refuse in a request that it can read, in its own words, worst first. */
export function* problemsOf(
  body: GeminiRequestBody,
  requiresSignatures: boolean,
): Generator<string, void, undefined> {
  const contents = body.contents ?? [];
  if (contents.length === 0) yield "* GenerateContentRequest.contents: contents is not specified\n";
  for (const [index, { role = "user", parts = [] }] of contents.entries()) {
    if (!["user", "model", "function"].includes(role)) yield "Please use a valid role: user, model.";
    if (parts.length === 0) {
      yield `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.\n`;
    }
    yield* problemsOfParts(parts, `* GenerateContentRequest.contents[${index}]`);
  }
  yield* problemsOfCalls(contents, requiresSignatures);
  yield* problemsOfDeclarations(body);
}

function* problemsOfParts(parts: readonly GeminiPart[], at: string): Generator<string, void, undefined> {
  for (const [position, part] of parts.entries()) {
    const field = part.functionCall ? "function_call" : "function_response";
    const named = part.functionCall ?? part.functionResponse;
    if (named && !named.name) yield `${at}.parts[${position}].${field}.name: Name cannot be empty.\n`;
    if (!Object.keys(part).some((key) => !["thought", "thoughtSignature"].includes(key))) {
      yield `${at}.parts[${position}].data: required oneof field 'data' must have one initialized field\n`;
    }
  }
}

/** Calls follow a user's turn; all of their results are in the one turn after them, and nowhere else. */
function* problemsOfCalls(
  contents: readonly GeminiContent[],
  requiresSignatures: boolean,
): Generator<string, void, undefined> {
  const current = contents.findLastIndex(
    (content) => isUser(content) && count(content, "functionResponse") === 0,
  );
  for (const [index, content] of contents.entries()) {
    const previous = contents[index - 1];
    const calls = count(content, "functionCall");
    const responses = count(content, "functionResponse");
    if (calls > 0 && (previous === undefined || !isUser(previous))) {
      yield "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
    }
    if (responses > 0 && count(previous, "functionCall") === 0) {
      yield "Please ensure that function response turn comes immediately after a function call turn.";
    }
    const next = contents[index + 1];
    if (calls > 0 && next !== undefined && count(next, "functionResponse") !== calls) {
      yield "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
    }
    if (requiresSignatures && calls > 0 && index > current) yield* missingSignature(content, index);
  }
}

function* missingSignature({ parts = [] }: GeminiContent, index: number): Generator<string, void, undefined> {
  const first = parts.find(({ functionCall }) => functionCall !== undefined);
  if (isSignedCall(first)) return;
  const name = first?.functionCall?.name;
  yield `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${index + 1}.`;
}

function* problemsOfDeclarations(body: GeminiRequestBody): Generator<string, void, undefined> {
  const names = new Set<string>();
  for (const { declaration, at } of declarationsOf(body)) {
    const { name = "", parameters } = declaration;
    // 128 by the newest documentation; 64 is what all versions take.
    if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(name)) {
      yield `* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`;
    }
    if (names.has(name)) yield `Duplicate function declaration found: ${name}`;
    names.add(name);
    if (parameters !== undefined && declaration.parametersJsonSchema !== undefined) {
      yield `* GenerateContentRequest.${at}: only one of parameters and parameters_json_schema may be set\n`;
    }
    if (isRecord(parameters))
      yield* problemsOfSchema(parameters, `* GenerateContentRequest.${at}.parameters`);
  }
}

function declarationsOf({ tools = [] }: GeminiRequestBody) {
  return tools.flatMap(({ functionDeclarations = [] }, index) =>
    functionDeclarations.map((declaration, position) => ({
      declaration,
      at: `tools[${index}].function_declarations[${position}]`,
    })),
  );
}

function* unknownFields(
  record: object,
  known: readonly string[],
  at: string,
): Generator<Violation, void, undefined> {
  for (const name of Object.keys(record)) {
    // Google's JSON takes both spellings.
    const camelCase = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!known.includes(camelCase)) yield unknownField(name, at);
  }
}

function unknownField(name: string, field: string): Violation {
  const place = field === "" ? "" : ` at '${field}'`;
  const description = `Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`;
  return { field, description };
}

function* notAStruct(value: unknown, field: string): Generator<Violation, void, undefined> {
  if (value === undefined || isRecord(value)) return;
  const type = "type.googleapis.com/google.protobuf.Struct";
  yield { field, description: `Invalid value at '${field}' (${type}), ${JSON.stringify(value)}` };
}

function isUser({ role = "user" }: GeminiContent): boolean {
  return role !== "model";
}

function count(content: GeminiContent | undefined, field: "functionCall" | "functionResponse"): number {
  return content?.parts?.filter((part) => part[field] !== undefined).length ?? 0;
}
