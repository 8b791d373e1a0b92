import { contractOf } from "../../calls/tool-contract.ts";
import { annotationsOf } from "../../tools/annotations.ts";
import { toolName, type Tool, type ToolArguments } from "../../tools/tool.ts";
import { isSlipOf } from "./language/spelling.ts";
import { rootsOf, toStem } from "./language/stem.ts";
import {
  groupsOfPeople,
  groupsOfTools,
  isGenericVerb,
  isListed,
  isNameGroup,
  isReadingVerb,
  isVerb,
} from "./language/thesaurus.ts";
import { nameWords, toStems, type Token } from "./language/tokens.ts";
import { isGlue } from "./language/words.ts";
import { toParameters, type Parameter } from "./parameters.ts";

/** What a word says about a tool. A `hard` word is of its name, a `soft` one of what is written about it. */
export interface Term {
  readonly weight: number;
  readonly isHard: boolean;
  /** Says what is done, not with what. */
  readonly isVerb: boolean;
  /** A word of its name itself, not another one for it. */
  readonly isOwn: boolean;
  /** Only the name or the description of a parameter: that word itself, and no other for it. */
  readonly isParameter: boolean;
}

/** Everything about a tool that sentences are held against, worked out once. */
export interface ToolProfile {
  readonly tool: Tool;
  readonly name: string;
  /** The words of its name. */
  readonly words: readonly string[];
  /** `light_on`, `turn_off_heater`: which way it goes. Where that is not said, the tool is not meant. */
  readonly way: string | undefined;
  /** What it does, in the form "I can …": its title, or else the words of its name. */
  readonly label: string;
  readonly parameters: readonly Parameter[];
  readonly isReading: boolean;
  /** Whether its schema takes the arguments. */
  readonly takes: (args: ToolArguments) => boolean;
  /** Each word that it goes by, as a stem. */
  readonly terms: ReadonlyMap<string, Term>;
  /** Looks a word up, and the words that are used for it. */
  termOf(token: Pick<Token, "word" | "stem" | "isWished">): Term | undefined;
}

const weights = {
  noun: 3,
  verb: 2.5,
  genericVerb: 1,
  parameter: 0.8,
  description: 1,
  parameterDescription: 0.5,
};
const synonymShare = 0.8;

const ways = /^(?:on|off|up|down)$/;
/** With a way behind it, any of them will do. */
export const switching = /^(?:turn|switch|put|flip|power)$/;

export function toProfile(
  tool: Tool,
  valuesOf: (parameter: string) => readonly string[] | undefined,
): ToolProfile {
  const name = toolName(tool);
  const parameters = toParameters(tool, valuesOf);
  const words = wordsOfName(name);
  const { title = "", readOnlyHint } = annotationsOf(tool);
  const isReading = readOnlyHint ?? isReadingName(words, tool.description);
  const way = wayOf(words);
  const terms = toTerms(words, way, `${title} ${tool.description}`, parameters);
  return {
    tool,
    name,
    words,
    way,
    label: title === "" ? words.join(" ") : title.charAt(0).toLowerCase() + title.slice(1),
    parameters,
    isReading,
    takes: (args) => contractOf(tool).validator.isValid(args),
    terms,
    termOf: createLookup(
      terms,
      isReading ? undefined : wordsIn([...words, title, tool.description, ...parameters.map(describe)]),
    ),
  };
}

/** Without the server that it came from: `house__list_devices`. */
function wordsOfName(name: string): string[] {
  const words = nameWords(name.slice(name.lastIndexOf("__") + 1));
  return words.length > 0 ? words : [name];
}

function wayOf(words: readonly string[]): string | undefined {
  const [first = "", second = ""] = words;
  const last = words.at(-1) ?? "";
  if (words.length > 1 && ways.test(last)) return last;
  return switching.test(first) && ways.test(second) ? second : undefined;
}

function toTerms(
  words: readonly string[],
  way: string | undefined,
  description: string,
  parameters: readonly Parameter[],
): Map<string, Term> {
  const terms = new Map<string, Term>();
  const add = (
    stem: string,
    weight: number,
    { isHard = false, isAction = false, isParameter = false } = {},
  ) => {
    const known = terms.get(stem);
    if (known === undefined || known.weight < weight)
      terms.set(stem, { weight, isHard, isVerb: isAction, isParameter, isOwn: isHard });
  };
  for (const [index, word] of words.entries()) {
    if (isGlue(word, false) && word !== way) continue;
    const stem = toStem(word);
    // `light_on` begins with a thing.
    const isFirst = index === 0 && words.length > 1 && words.at(-1) !== way;
    // `start_irrigation`: what is started is something done.
    const isAction = isFirst || (words.length === 1 && isVerb(stem)) || /(?:ation|ing)$/.test(word);
    const verbWeight = isGenericVerb(stem) ? weights.genericVerb : weights.verb;
    add(stem, isFirst ? verbWeight : weights.noun, { isHard: true, isAction });
  }
  for (const stem of contentStems(description)) add(stem, weights.description);
  for (const { stems, description: text } of parameters) {
    for (const stem of stems) if (!isGlue(stem, false)) add(stem, weights.parameter, { isParameter: true });
    for (const stem of contentStems(withoutExamples(text)))
      add(stem, weights.parameterDescription, { isParameter: true });
  }
  return terms;
}

const contentStems = (text: string): string[] =>
  toStems(text.slice(0, 2_000)).filter((stem) => !isGlue(stem, true) && !/^\d/.test(stem));

/** "Ticker symbol, such as AAPL": an example is a value, and no word of the tool. */
const withoutExamples = (text: string): string =>
  text.replaceAll(/(?:\bsuch as\b|\be\.g\.|\bfor example\b)[^.;)]*/gi, "");

const describe = ({ name, description }: Parameter): string => `${nameWords(name).join(" ")} ${description}`;

const wordsIn = (texts: readonly string[]): ReadonlySet<string> => new Set(nameWords(texts.join(" ")));

/** Of a tool that changes something, only the forms in `ownWords` count of words that end as a story does. */
function createLookup(
  terms: ReadonlyMap<string, Term>,
  ownWords: ReadonlySet<string> | undefined,
): ToolProfile["termOf"] {
  const bySynonym = new Map<number, Term>();
  for (const [stem, term] of terms) {
    for (const group of term.isParameter ? [] : groupsOfTools(stem)) {
      if (isNameGroup(group) && !term.isHard) continue;
      const known = bySynonym.get(group);
      if (known === undefined || known.weight < term.weight) bySynonym.set(group, term);
    }
  }
  const rootTerm = (word: string) =>
    rootsOf(word).reduce<Term | undefined>((found, root) => found ?? terms.get(root), undefined);
  return ({ word, stem, isWished }) => {
    // "The machine rebooted": nobody is told to do it in that form.
    const isTold = isWished !== true && /(?:ed|ing)$/.test(word) && word !== stem && !isListed(word);
    if (isTold && ownWords !== undefined && !isOwnForm(word, ownWords)) return undefined;
    let best = terms.get(stem) ?? rootTerm(word);
    // "Find" may mean any tool that searches, and so says little about each.
    const most = isGenericVerb(stem) ? weights.genericVerb : Infinity;
    for (const group of groupsOfPeople(stem)) {
      const term = bySynonym.get(group);
      if (term !== undefined)
        best = strongest(best, { ...term, weight: Math.min(most, term.weight) * synonymShare, isOwn: false });
    }
    return best;
  };
}

/** The very form, or that form with a slip: "shoping". */
const isOwnForm = (word: string, ownWords: ReadonlySet<string>): boolean =>
  ownWords.has(word) || [...ownWords].some((own) => own.endsWith("ing") && isSlipOf(word, own));

/** A word that says something in two ways counts once, for all that it says. */
function strongest(some: Term | undefined, other: Term): Term {
  if (some === undefined) return other;
  return {
    weight: Math.max(some.weight, other.weight),
    isHard: some.isHard || other.isHard,
    isVerb: some.isVerb || other.isVerb,
    isOwn: some.isOwn || other.isOwn,
    isParameter: some.isParameter && other.isParameter,
  };
}

/** Whether a call changes nothing: a question may lead to these only. */
function isReadingName(words: readonly string[], description: string): boolean {
  if (isReadingVerb(toStem(words[0] ?? ""))) return true;
  // A name without a verb, such as `weather`: then the description begins with one.
  const [described = ""] = toStems(description.slice(0, 200));
  return words.length === 1 && isReadingVerb(described);
}
