import { appliesTo, keeps, type Dialect } from "./dialect.ts";
import { allowNull, closeObject, isolateUnion, type FinishedSchema } from "./finish-schema.ts";
import { inlineRefs } from "./inline-refs.ts";
import { isPlainObject, type JsonSchema } from "./json-schema.ts";
import { toPhrases, toTypeNotation } from "./keyword-words.ts";
import { pointerStep, type Loss } from "./loss.ts";
import { mergeAllOf } from "./merge-all-of.ts";
import { isModernSubschema, type ModernSchema, type ModernSubschema } from "./modern-schema.ts";
import { modernize } from "./modernize.ts";
import { toPlainJson } from "./plain-json.ts";
import { rewrite } from "./rewrite.ts";
import { refusedAtRoot, spreadRootUnion } from "./root-union.ts";
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from "./subschemas.ts";
import { addWords, describeWithTitle } from "./words.ts";

export interface CompiledSchema {
  /** Plain JSON that shares nothing with the input. */
  readonly schema: JsonSchema;
  readonly losses: readonly Loss[];
}

/**
 * Compiles the parameters of a tool to what a provider takes (FMT-10). What the dialect has no keyword for is
 * moved into descriptions as words, so that a model still reads it. The input is not changed; validation goes
 * on using it.
 */
export function compileSchema(schema: JsonSchema, dialect: Dialect): CompiledSchema {
  const inlined = inlineRefs(schema);
  const losses: Loss[] = [...inlined.losses];
  const root = spreadRootUnion(mergeAllOf(modernize(inlined.schema, losses)));
  return { schema: compileRoot(root, { dialect, losses, path: "", name: "" }), losses };
}

/** Where the compiler is, and what it works with. */
interface Place {
  readonly dialect: Dialect;
  readonly losses: Loss[];
  readonly path: string;
  /** What the value is called: the name of its property, `""` where it has none. */
  readonly name: string;
}

/** A schema on its way: what is kept so far, and what is still to be said in words. */
interface Draft {
  readonly kept: FinishedSchema;
  readonly unsaid: ModernSchema;
  readonly phrases: string[];
}

function compileRoot(root: ModernSchema, place: Place): FinishedSchema {
  const { title: _title, type = "object", ...keywords } = root;
  if (![type].flat().includes("object")) lose(place, "type", "");
  const draft = newDraft();
  const allowed: ModernSchema = { type: "object", properties: {} };
  for (const [keyword, value] of Object.entries(keywords)) {
    const side = refusedAtRoot.has(keyword) ? draft.unsaid : allowed;
    side[keyword] = value;
  }
  const compiled = compileKeywords(rewrite(allowed, place.dialect).schema, draft, place);
  return { ...compiled, properties: compiled.properties ?? {} };
}

function compileSubschema(source: ModernSubschema, place: Place): FinishedSchema {
  const original = typeof source === "boolean" ? booleanSchema(source) : source;
  const { schema, isNullable, refusedUnion } = rewrite(original, place.dialect);
  const isRenamed = original.oneOf !== undefined && schema.oneOf === undefined;
  if (isRenamed && schema.anyOf !== undefined) lose(place, "oneOf", "anyOf");

  const draft = newDraft();
  if (refusedUnion !== undefined) draft.unsaid[isRenamed ? "oneOf" : "anyOf"] = refusedUnion;
  const compiled = compileKeywords(schema, draft, place);
  const complete = isNullable ? allowNull(compiled, place.dialect) : compiled;
  return place.dialect.style === "openapi" ? isolateUnion(complete) : complete;
}

function booleanSchema(isAnything: boolean): ModernSchema {
  return isAnything ? {} : { not: {} };
}

function newDraft(): Draft {
  return { kept: {}, unsaid: {}, phrases: [] };
}

function compileKeywords(schema: ModernSchema, draft: Draft, place: Place): FinishedSchema {
  const { dialect } = place;
  const { type, title, description } = schema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "type" || keyword === "title" || keyword === "description") continue;
    if (!canSay(keyword, schema, dialect)) draft.unsaid[keyword] = value;
    else if (dialect.style === "json-schema" || typeof type !== "string" || appliesTo(keyword, type)) {
      const kept = keep(keyword, value, schema, draft, place);
      if (kept !== undefined) draft.kept[keyword] = kept;
    }
  }
  sayTheRest(draft, place);

  const isTitleKept = title !== undefined && keeps(dialect, "title");
  const text = isTitleKept ? description : describeWithTitle(title, description, place.name);
  const words = addWords(text, draft.phrases);
  const compiled: FinishedSchema = {
    ...(type === undefined ? {} : { type: typeof type === "string" ? type : [...type] }),
    ...(isTitleKept ? { title } : {}),
    ...(words === undefined ? {} : { description: words }),
    ...draft.kept,
  };
  const isClosable = schema.properties !== undefined || schema.additionalProperties === false;
  return dialect.closesObjects === true && type === "object" && isClosable
    ? closeObject(compiled, dialect)
    : compiled;
}

function canSay(keyword: string, schema: ModernSchema, dialect: Dialect): boolean {
  if (!keeps(dialect, keyword)) return false;
  switch (keyword) {
    case "format":
      return dialect.formats === undefined || isTaken(schema, dialect.formats);
    case "enum":
      return dialect.style === "json-schema" || schema.type === "string";
    default:
      return true;
  }
}

function isTaken({ type, format = "" }: ModernSchema, formats: NonNullable<Dialect["formats"]>): boolean {
  return typeof type === "string" && formats[type]?.includes(format) === true;
}

/** Here `true` and `false` are common; elsewhere some providers refuse them as schemas. */
const rulesForTheRest = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

function keep(keyword: string, value: unknown, schema: ModernSchema, draft: Draft, place: Place): unknown {
  if (keyword === "properties") return keepProperties(schema, draft, place);
  if (keyword === "required") return keepRequired(schema, place.dialect);
  if (keyword === "enum") return keepEnum(schema, draft, place.dialect);
  if (schemaKeywords.has(keyword) && isModernSubschema(value)) {
    const isRule = typeof value === "boolean" && rulesForTheRest.has(keyword);
    return isRule ? value : compileSubschema(value, below(place, keyword));
  }
  if (schemaListKeywords.has(keyword) && Array.isArray(value)) {
    return value
      .filter(isModernSubschema)
      .map((item, index) => compileSubschema(item, below(place, keyword, index)));
  }
  if (schemaMapKeywords.has(keyword) && isPlainObject(value)) {
    const entries = Object.entries(value).map(
      ([name, item]) =>
        [name, isModernSubschema(item) ? compileSubschema(item, below(place, keyword, name)) : {}] as const,
    );
    return Object.fromEntries(entries);
  }
  const copy = toPlainJson(value);
  if (copy === undefined) lose(place, keyword, "");
  return copy;
}

function keepProperties(
  { properties = {}, required = [] }: ModernSchema,
  draft: Draft,
  place: Place,
): unknown {
  const kept: [string, FinishedSchema][] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (property === false) continue;
    if (isName(name, place.dialect)) {
      kept.push([name, compileSubschema(property, { ...below(place, "properties", name), name })]);
    } else {
      const phrase = `also ${required.includes(name) ? "needs" : "takes"} "${name}": ${toTypeNotation(property)}`;
      draft.phrases.push(phrase);
      lose(place, "properties", phrase);
    }
  }
  return kept.length === 0 && place.dialect.style === "openapi" ? undefined : Object.fromEntries(kept);
}

function keepRequired({ properties = {}, required = [] }: ModernSchema, dialect: Dialect): unknown {
  const isForbidden = (name: string) => Object.hasOwn(properties, name) && properties[name] === false;
  const names = required.filter((name) => isName(name, dialect) && !isForbidden(name));
  return names.length === 0 ? undefined : [...new Set(names)];
}

function isName(name: string, { propertyNames }: Dialect): boolean {
  return propertyNames === undefined || propertyNames.test(name);
}

/** In OpenAPI's style enums are of text that is not empty; words give the whole list where that is not all. */
function keepEnum({ enum: values = [] }: ModernSchema, draft: Draft, dialect: Dialect): unknown {
  if (dialect.style === "json-schema") return toPlainJson(values);
  const texts = values.filter((value) => typeof value === "string" && value !== "");
  if (texts.length < values.length) draft.unsaid.enum = values;
  return texts.length === 0 ? undefined : texts;
}

function sayTheRest({ unsaid, phrases }: Draft, place: Place): void {
  const unspeakable = new Set(Object.keys(unsaid));
  for (const { keywords, text } of toPhrases(unsaid)) {
    if (text !== "") phrases.push(text);
    for (const keyword of keywords) {
      unspeakable.delete(keyword);
      if (text !== "") lose(place, keyword, text);
    }
  }
  for (const keyword of unspeakable) lose(place, keyword, "");
}

function below(place: Place, keyword: string, step?: string | number): Place {
  return {
    ...place,
    path: `${place.path}/${keyword}${step === undefined ? "" : pointerStep(step)}`,
    name: "",
  };
}

function lose(place: Place, keyword: string, kept: string): void {
  place.losses.push({ path: place.path, keyword, kept });
}
