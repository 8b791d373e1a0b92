import type { ContentBlock } from "@modelcontextprotocol/server";
import { isBlocks, toOutputText, type Block } from "../../calls/output.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import { resultBehind } from "../tool-value.ts";

/** Content that a tool gave in the form of blocks, and the structure that came with it. */
export interface BlockContent {
  readonly blocks: readonly ContentBlock[];
  readonly structured?: Record<string, unknown>;
}

/**
 * Reads MCP's content in the forms that the executor knows: blocks, `{ content: blocks }`, and the `[content, artifacts]`
 * of tools that were gathered from MCP servers. Anything else is a value.
 */
export function readBlocks(value: unknown, isMcpResult: boolean): BlockContent | undefined {
  if (isBlocks(value)) return { blocks: value.map(toContentBlock) };
  if (isPlainObject(value) && isBlocks(value["content"])) {
    return { blocks: value["content"].map(toContentBlock), ...structureOf(value) };
  }
  // Our own tools know what their server gave; the adapters' tools give only this pair.
  const result = resultBehind(value);
  if (result !== undefined && result.content.length > 0) {
    return { blocks: result.content.map(toContentBlock), ...structureOf(result) };
  }
  if (!isMcpResult || !Array.isArray(value) || value.length !== 2) return undefined;
  const [content, artifacts] = value as [unknown, unknown];
  const own = typeof content === "string" ? [textBlock(content)] : readBlocks(content, false)?.blocks;
  const more = isBlocks(artifacts) ? artifacts.map(toContentBlock) : [];
  return own && { blocks: [...own, ...more], ...structureOf(artifacts) };
}

export function textBlock(text: string): ContentBlock {
  return { type: "text", text };
}

function structureOf(value: unknown): { structured?: Record<string, unknown> } {
  const structured = isPlainObject(value) ? value["structuredContent"] : undefined;
  return isPlainObject(structured) ? { structured } : {};
}

/** A block that MCP would not take, such as LangChain's `image_url`, is said in words instead. */
function toContentBlock(block: Block): ContentBlock {
  const known = isContentBlock(block) ? block : withMimeType(block);
  return known ?? textBlock(toOutputText([block]));
}

/** LangChain spells `mimeType` as `mime_type`. */
function withMimeType({ mime_type: mimeType, ...block }: Block): ContentBlock | undefined {
  const respelled = { ...block, mimeType };
  return isContentBlock(respelled) ? respelled : undefined;
}

function isContentBlock(block: object): block is ContentBlock {
  const { type, text, data, mimeType, resource, uri, name } = block as Record<string, unknown>;
  switch (type) {
    case "text":
      return typeof text === "string";
    case "image":
    case "audio":
      return typeof data === "string" && typeof mimeType === "string";
    case "resource":
      return isPlainObject(resource) && typeof resource["uri"] === "string" && isTextOrBlob(resource);
    case "resource_link":
      return typeof uri === "string" && typeof name === "string";
    default:
      return false;
  }
}

function isTextOrBlob({ text, blob }: Record<string, unknown>): boolean {
  return typeof text === "string" || typeof blob === "string";
}
