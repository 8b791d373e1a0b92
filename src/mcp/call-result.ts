import type { CallToolResult, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isPlainObject } from "../schema/json-schema.ts";

/** What can be read of a tool's result, checked by hand: the client's own check is a third of what a call costs. */
export const callResultSchema: StandardSchemaV1<unknown, CallToolResult> = {
  "~standard": {
    version: 1,
    vendor: "tool-switchboard",
    validate(value) {
      const content = isPlainObject(value) ? (value["content"] ?? []) : undefined;
      if (!Array.isArray(content) || !content.every(isBlock)) {
        return { issues: [{ message: "its content is not a list of blocks with a type" }] };
      }
      return { value: { ...(value as object), content: content as CallToolResult["content"] } };
    },
  },
};

function isBlock(block: unknown): boolean {
  if (!isPlainObject(block) || typeof block["type"] !== "string") return false;
  return block["type"] !== "text" || typeof block["text"] === "string";
}
