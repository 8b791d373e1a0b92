import type { SwitchboardError } from "../errors.ts";

/** What happens to tools before any call. */
export type ToolEvent =
  | { readonly type: "tool.replaced"; readonly name: string }
  | { readonly type: "tool.refused"; readonly error: SwitchboardError }
  | {
      readonly type: "definition.rejected";
      readonly file: string;
      /** Where in the file, e.g. `tools.registry[2].parameters.type`. */
      readonly path: string;
      readonly reason: string;
    };
