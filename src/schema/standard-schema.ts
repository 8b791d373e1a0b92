/** What is used of the Standard Schema convention, which Zod, Valibot, ArkType and others follow. */
export interface StandardSchemaLike {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    /** The convention's newer half: not every library has it. */
    readonly jsonSchema?: {
      readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

interface StandardJsonSchemaOptions {
  readonly target: string;
  readonly libraryOptions?: Record<string, unknown>;
}

interface StandardResult {
  readonly issues?: readonly StandardIssue[] | undefined;
}

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** ArkType's schemas are functions, the others' are objects. */
export function isStandardSchema(schema: unknown): schema is StandardSchemaLike {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return false;
  const standard = (schema as Partial<StandardSchemaLike>)["~standard"];
  return typeof standard === "object" && standard !== null && typeof standard.validate === "function";
}

/**
 * Checks a value with the schema's own library, so that refinements hold which JSON Schema cannot say (EX-9).
 * Gives `path: message` for each issue, `undefined` where there is none or the schema is plain JSON Schema.
 * What a refinement throws comes through.
 */
export function standardValidate(
  schema: unknown,
  value: unknown,
): undefined | readonly string[] | Promise<undefined | readonly string[]> {
  if (!isStandardSchema(schema)) return undefined;
  const result = schema["~standard"].validate(value);
  return result instanceof Promise ? result.then(toWords) : toWords(result);
}

function toWords({ issues }: StandardResult): undefined | readonly string[] {
  return issues?.map(({ message, path }) => {
    const steps = (path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
    return steps.length === 0 ? message : `${steps.join(".")}: ${message}`;
  });
}
