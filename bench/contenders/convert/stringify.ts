/** No library at all: objects that are ready for the wire, serialised anew each time. */
import { serveConversion } from "../../lib/serve-conversion.ts";

serveConversion(async (specs) => {
  const tools = specs.map(({ name, description, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));
  return () => JSON.stringify(tools);
});
