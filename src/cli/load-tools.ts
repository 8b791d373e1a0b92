import { loadDefinitions } from "../config/load-definitions.ts";
import type { Registry, ToolSettings } from "../config/settings.ts";
import type { Observer } from "../observer.ts";
import { builtinTools } from "../tools/builtins/index.ts";
import { DefinitionStore } from "../tools/definition-store.ts";
import type { ToolEvent } from "../tools/events.ts";
import type { Tool } from "../tools/tool.ts";

/**
 * The tools that need no server: builtins, as far as they are wanted, and the definitions of the config files. A name that
 * several have is the nearest file's, and a file's before a builtin's.
 */
export function loadTools(
  { builtins, registries }: Pick<ToolSettings, "builtins" | "registries">,
  observe: Observer,
): Tool[] {
  const defined = new Map<string, Tool>();
  for (const tool of registries.flatMap((registry) => toTools(registry, observe))) {
    if (!defined.has(tool.name)) defined.set(tool.name, tool);
  }
  const isWanted = (name: string) => (typeof builtins === "boolean" ? builtins : builtins.includes(name));
  const wanted = builtinTools.filter(({ name }) => isWanted(name) && !defined.has(name));
  return [...wanted, ...defined.values()];
}

/** A file's own definitions; one that is wrong is told with its line, and the others load (REG-1). */
function toTools({ file, definitions, lineOf }: Registry, observe: Observer): Tool[] {
  const store = new DefinitionStore({ builtins: builtinTools });
  loadDefinitions(store, { tools: { registry: definitions } }, file, (event: ToolEvent) => {
    if (event.type !== "definition.rejected") return observe(event);
    const index = Number(/\[(\d+)\]/.exec(event.path)?.[1] ?? 0);
    observe({ ...event, file: `${file}:${lineOf(index)}` } as ToolEvent);
  });
  return store.toTools();
}
