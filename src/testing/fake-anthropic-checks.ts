import { toSignature } from "./fake-anthropic-wire.ts";
import { isRecord } from "./is-record.ts";

/** A block of a message that a client sends, as far as the fake looks at it; the rest is there as well. */
export interface AnthropicBlock {
  readonly [field: string]: unknown;
  readonly type: string;
  readonly text?: string;
  /** Of a `tool_use`. */
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  /** Of a `tool_result`. */
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly content?: unknown;
  readonly thinking?: string;
  readonly signature?: string;
}

export interface AnthropicMessage {
  readonly role: string;
  readonly content: string | readonly AnthropicBlock[];
}

export interface AnthropicTool {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly input_schema?: unknown;
  /** Left out or `"custom"` for tools of the client; others are the server's own. */
  readonly type?: string;
}

/** What a client sends to `/v1/messages`, as far as the fake looks at it; the rest is there as well. */
export interface AnthropicRequestBody {
  readonly [field: string]: unknown;
  readonly model?: string;
  readonly max_tokens?: number;
  readonly messages?: readonly AnthropicMessage[];
  readonly system?: unknown;
  readonly tools?: readonly AnthropicTool[];
  readonly tool_choice?: unknown;
  readonly stream?: boolean;
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number };
}

type Problems = Generator<string, void, undefined>;

// 128 in newer models; what all of them take is 64.
const namePattern = "^[a-zA-Z0-9_-]{1,64}$";

/** What the API would refuse in a request, in its own words, worst first. */
export function* problemsOf(body: AnthropicRequestBody): Problems {
  if (body.model === undefined) yield "model: Field required";
  if (body.max_tokens === undefined) yield "max_tokens: Field required";
  else if (!(body.max_tokens >= 1)) yield "max_tokens: Input should be greater than or equal to 1";
  if (body.messages === undefined) yield "messages: Field required";
  else yield* problemsOfMessages(body.messages);
  yield* problemsOfTools(body.tools ?? []);
  if (body.tool_choice !== undefined && (body.tools ?? []).length === 0) {
    yield "tool_choice: tool_choice may only be specified while providing tools";
  }
  yield* problemsOfThinking(body);
  if ((body.tools ?? []).length === 0 && (body.messages ?? []).some(hasCalls)) {
    yield "Requests which include `tool_use` or `tool_result` blocks must define tools.";
  }
}

function hasCalls({ content }: AnthropicMessage): boolean {
  return blocksOf(content).some(({ type }) => type === "tool_use" || type === "tool_result");
}

function* problemsOfTools(tools: readonly AnthropicTool[]): Problems {
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== undefined && tool.type !== "custom") continue;
    const at = `tools.${index}.custom`;
    if (!matches(tool.name, namePattern)) yield `${at}.name: String should match pattern '${namePattern}'`;
    yield* problemsOfSchema(tool.input_schema, `${at}.input_schema`);
  }
  if (new Set(tools.map(({ name }) => name)).size < tools.length) yield "tools: Tool names must be unique.";
}

const propertyPattern = "^[a-zA-Z0-9_.-]{1,64}$";

function* problemsOfSchema(schema: unknown, at: string): Problems {
  if (schema === undefined) yield `${at}: Field required`;
  else if (!isRecord(schema)) yield `${at}: Input should be a valid dictionary`;
  else if (schema.type === undefined) yield `${at}.type: Field required`;
  else if (schema.type !== "object") yield `${at}.type: Input should be 'object'`;
  else if ("oneOf" in schema || "allOf" in schema || "anyOf" in schema) {
    yield `${at}: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  } else {
    const properties = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
    if (!properties.every((key) => matches(key, propertyPattern))) {
      yield `${at}.properties: Property keys should match pattern '${propertyPattern}'`;
    }
  }
}

function* problemsOfMessages(messages: readonly AnthropicMessage[]): Problems {
  if (messages.length === 0) yield "messages: at least one message is required";
  for (const [index, { role, content }] of messages.entries()) {
    const at = `messages.${index}`;
    // The newest models take system messages in between; not all do.
    if (role !== "user" && role !== "assistant") {
      yield `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant". The Messages API accepts a top-level \`system\` parameter, not "system" as an input message role.`;
    }
    const isPrefill = role === "assistant" && index === messages.length - 1;
    if (content.length === 0 && !isPrefill) {
      yield `${at}: all messages must have non-empty content except for the optional final assistant message`;
    }
    if (isPrefill && typeof content === "string" && /\s$/.test(content)) {
      yield "messages: final assistant content cannot end with trailing whitespace";
    }
    for (const [position, block] of blocksOf(content).entries()) {
      yield* problemsOfBlock(block, role, `${at}.content.${position}`);
    }
  }
  if (messages[0]?.role === "assistant") yield 'messages: first message must use the "user" role';
  yield* problemsOfCalls(toTurns(messages));
}

function* problemsOfBlock(block: AnthropicBlock, role: string, at: string): Problems {
  if (block.type === "text") {
    yield* problemsOfText(block);
  } else if (block.type === "tool_use") {
    if (role !== "assistant") yield `${at}: \`tool_use\` blocks can only be in \`assistant\` messages`;
    if (!matches(block.id, "^[a-zA-Z0-9_-]+$")) {
      yield `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
    }
    if (!matches(block.name, namePattern)) {
      yield `${at}.tool_use.name: String should match pattern '${namePattern}'`;
    }
    if (!isRecord(block.input)) yield `${at}.tool_use.input: Input should be a valid dictionary`;
  } else if (block.type === "tool_result") {
    if (role !== "user") yield `${at}: \`tool_result\` blocks can only be in \`user\` messages`;
    if (typeof block.tool_use_id !== "string") yield `${at}.tool_result.tool_use_id: Field required`;
    const inner: readonly AnthropicBlock[] = Array.isArray(block.content) ? block.content : [];
    for (const each of inner) if (each.type === "text") yield* problemsOfText(each);
  } else if (block.type === "thinking" && block.signature !== toSignature(block.thinking ?? "")) {
    yield `${at}: Invalid \`signature\` in \`thinking\` block`;
  }
}

function* problemsOfText({ text = "" }: AnthropicBlock): Problems {
  if (text === "") yield "messages: text content blocks must be non-empty";
  else if (text.trim() === "") yield "messages: text content blocks must contain non-whitespace text";
}

interface Turn {
  readonly role: string;
  /** Where it begins among the messages. */
  readonly index: number;
  readonly blocks: readonly AnthropicBlock[];
}

/** The API joins messages of one role that follow each other. */
function toTurns(messages: readonly AnthropicMessage[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const last = turns.at(-1);
    const blocks = blocksOf(content);
    if (last?.role === role) turns.splice(-1, 1, { ...last, blocks: [...last.blocks, ...blocks] });
    else turns.push({ role, index, blocks });
  }
  return turns;
}

/** Each call has one result, in the turn after it and before anything else in that turn. */
function* problemsOfCalls(turns: readonly Turn[]): Problems {
  const seen = new Set<string>();
  for (const [position, turn] of turns.entries()) {
    const called = idsOf(turns[position - 1], "tool_use", "id");
    const answered = idsOf(turn, "tool_result", "tool_use_id");
    const stray = answered.find((id) => !called.includes(id));
    if (stray !== undefined) {
      const block = turn.blocks.findIndex(({ tool_use_id: id }) => id === stray);
      yield `messages.${turn.index}.content.${block}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    }
    const twice = answered.find((id, index) => answered.indexOf(id) !== index);
    if (twice !== undefined) {
      yield `messages.${turn.index}.content.${answered.lastIndexOf(twice)}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`;
    }

    const ids = idsOf(turn, "tool_use", "id");
    const results = leadingResults(turns[position + 1]);
    const open = ids.filter((id) => !results.includes(id));
    if (open.length > 0) {
      yield `messages.${turn.index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    }
    if (ids.some((id) => seen.has(id)) || new Set(ids).size < ids.length) {
      yield "messages: `tool_use` ids must be unique";
    }
    for (const id of ids) seen.add(id);
  }
}

function* problemsOfThinking({
  thinking,
  max_tokens: maxTokens = 0,
  messages = [],
}: AnthropicRequestBody): Problems {
  if (thinking?.type !== "enabled") return;
  const { budget_tokens: budget } = thinking;
  if (budget === undefined) yield "thinking.enabled.budget_tokens: Field required";
  else if (budget < 1024) {
    yield "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024";
  } else if (budget >= maxTokens) yield "`max_tokens` must be greater than `thinking.budget_tokens`.";
  const last = toTurns(messages).findLast(({ role }) => role === "assistant");
  const first = last?.blocks[0]?.type;
  if (last?.blocks.some(({ type }) => type === "tool_use") && !first?.endsWith("thinking")) {
    yield `messages.${last.index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`;
  }
}

function blocksOf(content: AnthropicMessage["content"]): readonly AnthropicBlock[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}

function idsOf(
  turn: Turn | undefined,
  type: "tool_use" | "tool_result",
  field: "id" | "tool_use_id",
): readonly string[] {
  const blocks = turn?.blocks.filter((block) => block.type === type) ?? [];
  return blocks.flatMap((block) => block[field] ?? []);
}

/** Results after other content do not count as following the call. */
function leadingResults(turn: Turn | undefined): readonly string[] {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex(({ type }) => type !== "tool_result");
  return blocks.slice(0, end === -1 ? blocks.length : end).flatMap(({ tool_use_id: id }) => id ?? []);
}

function matches(text: unknown, pattern: string): boolean {
  return typeof text === "string" && new RegExp(pattern).test(text);
}
