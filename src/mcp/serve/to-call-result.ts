import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ToolResult } from "../../calls/call.ts";
import { toOutputText } from "../../calls/output.ts";
import { isPlainObject } from "../../schema/json-schema.ts";
import { readBlocks, textBlock } from "./content-blocks.ts";

/** What a call ended in, as MCP says it. The text is the executor's, which is what a model here would read. */
export function toCallResult(result: ToolResult, isMcpResult: boolean): CallToolResult {
  if (!result.ok) return { content: [textBlock(result.text)], isError: true };
  const content = readBlocks(result.value, isMcpResult);
  if (content === undefined) return { content: [textBlock(result.text)], ...structureOf(result) };
  if (toOutputText(result.value, isMcpResult) === result.text) {
    const { blocks, structured } = content;
    return { content: [...blocks], ...(structured !== undefined && { structuredContent: structured }) };
  }
  // The executor cut the text: the cut one takes the place of all texts, and images and the like stay.
  const others = content.blocks.filter(({ type }) => type !== "text");
  return { content: [textBlock(result.text), ...others] };
}

/** An object is kept as structure beside its text, and says the same: read from the text, it is JSON whatever it was. */
function structureOf({
  text,
  value,
}: {
  text: string;
  value: unknown;
}): Pick<CallToolResult, "structuredContent"> {
  if (!isPlainObject(value)) return {};
  try {
    const structured: unknown = JSON.parse(text);
    return isPlainObject(structured) ? { structuredContent: structured } : {};
  } catch {
    // The text was cut: half a structure is none.
    return {};
  }
}
