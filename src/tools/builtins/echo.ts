import type { Tool } from "../tool.ts";

export const echo: Tool = {
  name: "echo",
  description: "Returns the given text unchanged. Use it to check that tool calls work.",
  schema: {
    type: "object",
    properties: {
      text: { type: "string", description: "The text to return." },
    },
    required: ["text"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  invoke({ text }) {
    if (typeof text !== "string") throw new TypeError("text must be a string");
    return text;
  },
};
