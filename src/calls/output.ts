import { isPlainObject } from "../schema/json-schema.ts";
import { toJsonText } from "./json-text.ts";

/** What a model reads where a tool gave nothing: an empty message makes some models repeat the call. */
const noOutput = "(no output)";

/** A tool's value as text for the model: never a throw, always a string (EX-11). */
export function toOutputText(value: unknown, isMcpResult = false): string {
  if (typeof value === "string") return value;
  if (value === undefined) return noOutput;
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  try {
    return blocksToText(value, isMcpResult) ?? toJsonText(value);
  } catch {
    return "[unreadable value]";
  }
}

/** Whether a value is an MCP result that says of itself that it is an error. */
export function isErrorResult(value: unknown): boolean {
  return isPlainObject(value) && value["isError"] === true && isBlocks(value["content"]);
}

/** Cuts text to a number of UTF-8 bytes and says how much is missing. */
export function cutText(text: string, maxBytes: number): string {
  // A UTF-16 unit takes at most three bytes, so most texts need no count.
  if (text.length * 3 <= maxBytes) return text;
  const size = Buffer.byteLength(text);
  if (size <= maxBytes) return text;
  const kept = cutAtCharacter(text, maxBytes);
  const missing = size - Buffer.byteLength(kept);
  return `${kept}\n[cut: ${missing} of ${size} bytes are missing]`;
}

function cutAtCharacter(text: string, maxBytes: number): string {
  const target = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(text, target);
  return text.slice(0, read);
}

/** One piece of content, of MCP or of LangChain. */
export interface Block {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** MCP's content in its three forms: blocks, `{ content: blocks }` and the adapters' `[text, artifacts]`. */
function blocksToText(value: unknown, isMcpResult: boolean): string | undefined {
  if (isBlocks(value)) return joinBlocks(value);
  if (isPlainObject(value) && isBlocks(value["content"])) return joinBlocks(value["content"]);
  if (isMcpResult && Array.isArray(value) && value.length === 2 && isArtifacts(value[1])) {
    const [content] = value as [unknown, unknown];
    if (typeof content === "string") return content;
    if (isBlocks(content)) return joinBlocks(content);
  }
  return undefined;
}

function isArtifacts(value: unknown): boolean {
  return Array.isArray(value) || isPlainObject(value) || value === undefined || value === null;
}

const blockTypes = new Set(["text", "image", "image_url", "audio", "resource", "resource_link"]);

export function isBlocks(value: unknown): value is readonly Block[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (item) => isPlainObject(item) && typeof item["type"] === "string" && blockTypes.has(item["type"]),
    )
  );
}

function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(blockToText).join("\n");
}

function blockToText(block: Block): string {
  switch (block.type) {
    case "text":
      return typeof block["text"] === "string" ? block["text"] : toJsonText(block);
    case "image":
    case "audio":
      return `[${block.type}${describeData(block)}]`;
    case "resource":
      return resourceToText(block["resource"]);
    case "resource_link":
      return `[resource ${String(block["uri"])}]`;
    default:
      return `[${block.type}]`;
  }
}

function resourceToText(resource: unknown): string {
  if (!isPlainObject(resource)) return "[resource]";
  if (typeof resource["text"] === "string") return resource["text"];
  return `[resource ${String(resource["uri"])}${describeData({ ...resource, data: resource["blob"] })}]`;
}

function describeData(block: Record<string, unknown>): string {
  const mime = block["mimeType"] ?? block["mime_type"];
  const kind = typeof mime === "string" ? ` ${mime}` : "";
  const size = typeof block["data"] === "string" ? Math.floor((block["data"].length * 3) / 4) : undefined;
  return size === undefined ? kind : `${kind}, ${size} bytes`;
}
