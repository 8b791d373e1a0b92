import { createRequire } from "node:module";
import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import type { JsonSchema } from "./json-schema.ts";
import type { PatternEngine } from "./pattern.ts";

export type { ErrorObject, ValidateFunction };

/** The drafts that differ in what their keywords mean; 04 and 06 are read as 07. */
export type Draft = "draft-07" | "2019-09" | "2020-12";

interface DraftParts {
  readonly module: string;
  readonly className: string;
  readonly metaSchema: string;
}

const drafts: Readonly<Record<Draft, DraftParts>> = {
  "draft-07": { module: "ajv", className: "Ajv", metaSchema: "http://json-schema.org/draft-07/schema" },
  "2019-09": {
    module: "ajv/dist/2019.js",
    className: "Ajv2019",
    metaSchema: "https://json-schema.org/draft/2019-09/schema",
  },
  "2020-12": {
    module: "ajv/dist/2020.js",
    className: "Ajv2020",
    metaSchema: "https://json-schema.org/draft/2020-12/schema",
  },
};

/** Errors carry the value and the schema at fault, and no words: those are made for models elsewhere. */
const commonOptions: Options = {
  strict: false,
  strictNumbers: true,
  validateSchema: false,
  validateFormats: false,
  verbose: true,
  messages: false,
  logger: false,
};

export interface CompileOptions {
  readonly draft: Draft;
  readonly allErrors: boolean;
  /** Looks at own properties only, which takes longer. */
  readonly ownProperties: boolean;
  readonly patterns: PatternEngine;
}

/**
 * Compiles a schema on an Ajv of its own: an Ajv holds on to all that it has compiled, and takes two schemas with
 * the same `$id` for one. It has nothing to load a remote schema with.
 */
export function compileWithAjv(schema: JsonSchema, options: CompileOptions): ValidateFunction {
  const { draft, allErrors, ownProperties, patterns } = options;
  // `code` is for writing validators to a file, which is not done here.
  const regExp = Object.assign((source: string) => patterns.compile(source), { code: "new RegExp" });
  const ajv = createAjv(draft, { ...commonOptions, meta: false, allErrors, ownProperties, code: { regExp } });
  return ajv.compile(schema);
}

const metaValidators = new Map<Draft, ValidateFunction>();

/** Checks schemas themselves; compiled at the first use, once. */
export function metaValidator(draft: Draft): ValidateFunction {
  const known = metaValidators.get(draft);
  if (known !== undefined) return known;
  const { metaSchema } = drafts[draft];
  const validate = createAjv(draft, commonOptions).compile({ $ref: metaSchema });
  metaValidators.set(draft, validate);
  return validate;
}

/** Ajv takes tens of milliseconds to load: a start that validates nothing does without. */
function createAjv(draft: Draft, options: Options): Ajv {
  const { module, className } = drafts[draft];
  const loaded: Record<string, new (options: Options) => Ajv> = createRequire(import.meta.url)(module);
  const AjvClass = loaded[className];
  if (AjvClass === undefined) throw new Error(`${module} has no ${className}`);
  return new AjvClass(options);
}
