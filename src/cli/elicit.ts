import type { Elicit, ElicitedValue } from "../mcp/elicitation.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import type { Prompter } from "./prompter.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** Asks the person what a server wants to know, field by field. The end of the input cancels. */
export function createElicit({ tell, style }: Terminal, prompter: Prompter): Elicit {
  return async ({ server, message, requestedSchema, url }, { signal }) => {
    tell(`${style.yellow("?")} ${style.bold(sanitize(server))} asks: ${sanitize(message)}`);
    if (url !== undefined) {
      tell(`  ${sanitize(url)}`);
      const answer = await prompter.ask("  Have you been there? [y]es, [n]o › ", signal);
      return { action: /^y/i.test(answer ?? "") ? "accept" : "decline" };
    }
    const properties = requestedSchema?.["properties"];
    const content: Record<string, ElicitedValue> = {};
    for (const [name, schema] of Object.entries(isPlainObject(properties) ? properties : {})) {
      const line = await prompter.ask(`  ${describeField(name, schema)} › `, signal);
      if (line === undefined) return { action: "cancel" };
      if (line.trim() !== "") content[sanitize(name)] = toValue(line.trim(), schema);
    }
    const answer = await prompter.ask(`  Tell ${sanitize(server)}? [y]es, [n]o › `, signal);
    return /^y/i.test(answer ?? "") ? { action: "accept", content } : { action: "decline" };
  };
}

function describeField(name: string, schema: unknown): string {
  const { description, enum: choices } = isPlainObject(schema) ? schema : {};
  const words = [typeof description === "string" ? description : name];
  if (Array.isArray(choices)) words.push(`(${choices.map(String).join(", ")})`);
  return sanitize(words.join(" ")).replaceAll("\n", " ");
}

/** A text that cannot be read as what is asked for is sent as it is: the server says what is wrong with it. */
function toValue(text: string, schema: unknown): ElicitedValue {
  const type = isPlainObject(schema) ? schema["type"] : undefined;
  if (type === "boolean") return /^(?:y|yes|true|1)$/i.test(text);
  if ((type === "number" || type === "integer") && Number.isFinite(Number(text))) return Number(text);
  return type === "array" ? text.split(",").map((item) => item.trim()) : text;
}
