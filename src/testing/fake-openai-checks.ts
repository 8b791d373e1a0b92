import { problemsOfFunctionSchema } from "./fake-openai-schema-checks.ts";
import type { OpenAIError } from "./fake-openai-wire.ts";

export interface OpenAIToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message that a client sends, as far as the fake looks at it; the rest is there as well. */
export interface OpenAIMessage {
  readonly [field: string]: unknown;
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly OpenAIToolCall[];
  readonly tool_call_id?: string;
}

export interface OpenAITool {
  readonly type: string;
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: unknown;
    readonly strict?: boolean | null;
  };
}

/** What a client sends to `/v1/chat/completions`, as far as the fake looks at it; the rest is there as well. */
export interface OpenAIRequestBody {
  readonly [field: string]: unknown;
  readonly model?: string;
  readonly messages?: readonly OpenAIMessage[];
  readonly tools?: readonly OpenAITool[];
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: boolean;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean } | null;
}

type Problems = Generator<OpenAIError, void, undefined>;

const roles = ["system", "assistant", "user", "function", "tool", "developer"];

/** What OpenAI limits and compatible servers do not. */
interface OpenAILimits {
  readonly maxTools: number;
  readonly maxIdLength: number;
}

/** What the API would refuse in a request, in its own words, worst first. */
export function* problemsOf(body: OpenAIRequestBody, { maxTools, maxIdLength }: OpenAILimits): Problems {
  if (body.model === undefined) yield { message: "you must provide a model parameter" };
  if (body.messages === undefined) {
    yield {
      message: "Missing required parameter: 'messages'.",
      param: "messages",
      code: "missing_required_parameter",
    };
  } else if (body.messages.length === 0) yield emptyArray("messages");
  if (body.stream !== true && body.stream_options) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    yield { message, param: "stream_options" };
  }
  for (const [index, message] of (body.messages ?? []).entries()) {
    yield* problemsOfMessage(message, index);
    yield* problemsOfIds(message, index, maxIdLength);
  }
  yield* problemsOfCalls(body.messages ?? []);
  yield* problemsOfTools(body, maxTools);
}

function* problemsOfMessage(message: OpenAIMessage, index: number): Problems {
  const at = `messages[${index}]`;
  if (!roles.includes(message.role)) {
    const names = roles.map((role) => `'${role}'`).join(", ");
    yield {
      message: `Invalid value: '${message.role}'. Supported values are: ${names}.`,
      param: `${at}.role`,
      code: "invalid_value",
    };
  }
  const mayBeNull = message.role === "assistant" && message.tool_calls !== undefined;
  if ((message.content === null || message.content === undefined) && !mayBeNull) {
    yield {
      message: "Invalid value for 'content': expected a string, got null.",
      param: `messages.[${index}].content`,
    };
  }
  if (message.tool_calls?.length === 0) yield emptyArray(`${at}.tool_calls`);
  for (const [position, call] of (message.tool_calls ?? []).entries()) {
    yield* problemsOfName(call.function.name, `${at}.tool_calls[${position}].function.name`);
    if (typeof call.function.arguments !== "string") {
      const param = `${at}.tool_calls[${position}].function.arguments`;
      const got = call.function.arguments === undefined ? "nothing" : "an object";
      yield {
        message: `Invalid type for '${param}': expected a string, but got ${got} instead.`,
        param,
        code: "invalid_type",
      };
    }
  }
}

function* problemsOfIds(message: OpenAIMessage, index: number, maxLength: number): Problems {
  const at = `messages[${index}]`;
  const ids = (message.tool_calls ?? []).map(
    ({ id }, position) => [id, `${at}.tool_calls[${position}].id`] as const,
  );
  for (const [id, param] of [...ids, [message.tool_call_id, `${at}.tool_call_id`] as const]) {
    if (typeof id === "string" && id.length > maxLength) yield tooLong(id, param, maxLength);
  }
}

/** Each call is answered by one tool message, before any other message. */
function* problemsOfCalls(messages: readonly OpenAIMessage[]): Problems {
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      if (message.tool_call_id === undefined) {
        const param = `messages.[${index}].tool_call_id`;
        yield {
          message: `Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.`,
          param,
        };
      } else if (!open.delete(message.tool_call_id)) yield strayResult(index);
      continue;
    }
    if (open.size > 0) yield missingResults(open, index);
    open = new Set(message.tool_calls?.map(({ id }) => id));
  }
  if (open.size > 0) yield missingResults(open, messages.length);
}

function strayResult(index: number): OpenAIError {
  return {
    message:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    param: `messages.[${index}].role`,
  };
}

function missingResults(ids: ReadonlySet<string>, index: number): OpenAIError {
  return {
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...ids].join(", ")}`,
    param: `messages.[${index}].role`,
  };
}

function* problemsOfTools(body: OpenAIRequestBody, maxTools: number): Problems {
  const { tools } = body;
  if (tools === undefined) {
    for (const param of ["tool_choice", "parallel_tool_calls"]) {
      if (body[param] === undefined) continue;
      yield {
        message: `Invalid value for '${param}': '${param}' is only allowed when 'tools' are specified.`,
        param,
      };
    }
    return;
  }
  if (tools.length === 0) yield emptyArray("tools");
  if (tools.length > maxTools) {
    yield {
      message: `Invalid 'tools': array too long. Expected an array with maximum length ${maxTools}, but got an array with length ${tools.length} instead.`,
      param: "tools",
      code: "array_above_max_length",
    };
  }
  for (const [index, { function: definition }] of tools.entries()) {
    yield* problemsOfName(definition.name, `tools[${index}].function.name`);
    yield* problemsOfFunctionSchema(definition, `tools[${index}].function.parameters`);
  }
}

const maxNameLength = 64;

function* problemsOfName(name: unknown, param: string): Problems {
  if (typeof name !== "string") {
    yield { message: `Missing required parameter: '${param}'.`, param, code: "missing_required_parameter" };
  } else if (name.length > maxNameLength) {
    yield tooLong(name, param, maxNameLength);
  } else if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    yield {
      message: `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      param,
      code: "invalid_value",
    };
  }
}

function tooLong(text: string, param: string, maxLength: number): OpenAIError {
  return {
    message: `Invalid '${param}': string too long. Expected a string with maximum length ${maxLength}, but got a string with length ${text.length} instead.`,
    param,
    code: "string_above_max_length",
  };
}

function emptyArray(param: string): OpenAIError {
  return {
    message: `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    param,
    code: "empty_array",
  };
}
