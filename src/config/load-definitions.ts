import { SwitchboardError } from "../errors.ts";
import type { Observer } from "../observer.ts";
import { isPlainObject } from "../schema/json-schema.ts";
import type { DefinitionStore } from "../tools/definition-store.ts";
import { DefinitionError } from "../tools/definition.ts";
import type { ToolEvent } from "../tools/events.ts";

/**
 * Registers every definition of a config's `tools.registry`. An invalid one is reported with the file, the
 * place in it and the reason; the others load (REG-1).
 */
export function loadDefinitions(
  registry: DefinitionStore,
  config: unknown,
  file: string,
  observe?: Observer<ToolEvent>,
): void {
  const reject = (path: string, reason: string): void =>
    observe?.({ type: "definition.rejected", file, path, reason });

  const definitions = definitionsOf(config);
  if (definitions === undefined) return;
  if (!Array.isArray(definitions)) return reject("tools.registry", "must be an array of tool definitions");
  definitions.forEach((definition: unknown, index) => {
    try {
      registry.register(definition);
    } catch (error) {
      if (!(error instanceof SwitchboardError)) throw error;
      const place = `tools.registry[${index}]`;
      if (!(error instanceof DefinitionError)) return reject(place, error.message);
      reject(error.path === "" ? place : `${place}.${error.path}`, error.reason);
    }
  });
}

function definitionsOf(config: unknown): unknown {
  if (!isPlainObject(config) || !isPlainObject(config["tools"])) return undefined;
  return config["tools"]["registry"];
}
