import type { Tool } from "../tools/tool.ts";
import { toProviderTools } from "./formats.ts";
import { toStrictSchema } from "./strict-schema.ts";
import type { FunctionTool } from "./tool-shapes.ts";

/** Tools in OpenAI's form; `isStrict` sets `strict: true` where a tool's schema can be said that way. */
export function toFunctionTools(tools: readonly Tool[], isStrict: boolean): readonly FunctionTool[] {
  const forms = toProviderTools(tools, "openai");
  return isStrict ? forms.map(toStrictTool) : forms;
}

const strictForms = new WeakMap<FunctionTool, FunctionTool>();

/** Kept for the next request (FMT-11). */
function toStrictTool(form: FunctionTool): FunctionTool {
  const known = strictForms.get(form);
  if (known !== undefined) return known;
  const strict = toStrictSchema(form.function.parameters);
  const made =
    strict.obstacle === undefined
      ? { ...form, function: { ...form.function, parameters: strict.schema, strict: true } }
      : form;
  strictForms.set(form, made);
  return made;
}

/** Whether an address is OpenAI's own, and not one of the many servers that speak as it does: they may not know `strict`. */
export function isOpenAIAddress(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? "";
  return host === "api.openai.com" || host.endsWith(".api.openai.com") || host.endsWith(".openai.azure.com");
}
