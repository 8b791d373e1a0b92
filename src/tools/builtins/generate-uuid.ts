import type { Tool } from "../tool.ts";

export const generateUuid: Tool = {
  name: "generate_uuid",
  description:
    "Returns a new random UUID (version 4), such as 3f2b8c1e-9d47-4a60-8e15-7c0a2d94b6f3. Takes no parameters.",
  schema: { type: "object", properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true },
  invoke() {
    return crypto.randomUUID();
  },
};
