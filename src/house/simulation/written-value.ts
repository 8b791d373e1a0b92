import { isPlainObject } from "../../schema/json-schema.ts";
import { parseJson } from "../zwave-payload.ts";
import type { NodeValue } from "./node-values.ts";

/** What somebody wants who writes `true`, `{"value":false}`, `on` or `50` to a value; `undefined` for anything else. */
export function toWrittenValue(
  payload: string,
  { type }: Pick<NodeValue, "type">,
): boolean | number | undefined {
  // zwave-js-ui takes whatever starts like a number for one.
  const parsed = Number.isNaN(Number.parseInt(payload, 10)) ? parseJson(payload) : Number(payload);
  const bare = isPlainObject(parsed) && "value" in parsed ? parsed["value"] : parsed;
  const wanted = typeof bare === "string" ? fromWord(bare) : bare;
  if (typeof wanted === "boolean") return type === "boolean" ? wanted : Number(wanted) * 255;
  if (typeof wanted === "number" && !Number.isNaN(wanted)) return type === "boolean" ? wanted > 0 : wanted;
  return undefined;
}

function fromWord(text: string): boolean | string {
  if (/\b(?:true|on|lock)\b/i.test(text)) return true;
  if (/\b(?:false|off|unlock)\b/i.test(text)) return false;
  return text;
}
