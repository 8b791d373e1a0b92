/**
 * Switchboard: `serializeTools` gives the wire form, `toProviderTools` the objects (`--objects`). Both keep what
 * they made, per tool.
 */
import { serveConversion } from "../../lib/serve-conversion.ts";
import { serializeTools, toProviderTools } from "../../../src/providers/formats.ts";
import { toZod } from "./zod-schema.ts";

const convert = process.argv.includes("--objects") ? toProviderTools : serializeTools;

serveConversion(async (specs, { provider, schemas }) => {
  const tools = specs.map((spec) => ({
    name: spec.name,
    description: spec.description,
    schema: schemas === "zod" ? toZod(spec) : spec.schema,
    invoke: async () => "",
  }));
  return () => convert(tools, provider);
});
