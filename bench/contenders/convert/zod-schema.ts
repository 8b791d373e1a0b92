import { z } from "zod";
import type { ToolSpec } from "../../lib/tool-set.ts";

/** The schema of a generated tool as a user of Zod would have it. */
export function toZod(spec: ToolSpec): z.ZodObject {
  const schema = z.fromJSONSchema(spec.schema);
  if (schema instanceof z.ZodObject) return schema;
  throw new Error(`The schema of ${spec.name} is no object schema.`);
}
