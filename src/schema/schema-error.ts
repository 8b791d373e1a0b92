import { SwitchboardError } from "../errors.ts";

/** A schema that cannot be used: where in it the fault lies, and what the fault is. */
export class SchemaError extends SwitchboardError {
  /** JSON Pointer into the schema; `""` is the schema as a whole. */
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super("invalid_schema", `Invalid JSON Schema${path === "" ? "" : ` at ${path}`}: ${reason}`, options);
    this.path = path;
    this.reason = reason;
  }
}
