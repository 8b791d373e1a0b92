import { toStem } from "./language/stem.ts";
import type { Token } from "./language/tokens.ts";
import { isNearSpelling, isSlipOf } from "./language/spelling.ts";
import { groupsOfPeople, groupsOfTools, stemsForTools } from "./language/thesaurus.ts";
import { isCommon } from "./language/words.ts";
import { parameterStems } from "./parameters.ts";
import type { ToolProfile } from "./profile.ts";
import type { CompiledTemplate } from "./read-template.ts";

/** Which of many tools a sentence may be about: BM25 over the stems of all that a tool says about itself. */
export interface ToolIndex {
  readonly profiles: readonly ToolProfile[];
  /** Sentences that were written down to mean one of the tools. */
  readonly templates: readonly BoundTemplate[];
  /** Words of the names that parameters of these tools are known to take. */
  readonly nameStems: ReadonlySet<string>;
  /** The same, with slips of the keys in the words that say what to do mended; `undefined` where there are none. */
  mend(tokens: readonly Token[]): readonly Token[] | undefined;
  /** The most likely first. */
  rank(tokens: readonly Token[], limit: number): ToolProfile[];
}

export interface BoundTemplate {
  readonly profile: ToolProfile;
  readonly compiled: CompiledTemplate;
}

interface Posting {
  readonly document: number;
  readonly weight: number;
}

/** The usual constants: how soon repetition stops to count, and how much length counts. */
const k1 = 1.2;
const b = 0.75;
const synonymShare = 0.5;

export function createToolIndex(
  profiles: readonly ToolProfile[],
  templates: readonly BoundTemplate[] = [],
): ToolIndex {
  const documents = profiles.map(countStems);
  const lengths = documents.map((counts) => sum(counts.values()));
  const meanLength = sum(lengths) / Math.max(1, lengths.length);
  const postings = toPostings(documents);
  const arithmetic = profiles.filter(({ parameters }) =>
    parameters.some(({ kind }) => kind.type === "arithmetic"),
  );

  function addScores(scores: Map<number, number>, key: string, share: number): void {
    const found = postings.get(key) ?? [];
    const rarity = Math.log(1 + (profiles.length - found.length + 0.5) / (found.length + 0.5));
    for (const { document, weight } of found) {
      const length = (lengths[document] ?? 0) / meanLength;
      const score = (rarity * weight * (k1 + 1)) / (weight + k1 * (1 - b + b * length));
      scores.set(document, (scores.get(document) ?? 0) + share * score);
    }
  }

  return {
    profiles,
    templates,
    nameStems: new Set(profiles.flatMap(stemsOfNames)),
    mend: createMender(profiles),
    rank(tokens, limit) {
      const scores = new Map<number, number>();
      for (const { stem, kind } of tokens) {
        if (kind === "quoted") continue;
        addScores(scores, stem, 1);
        for (const group of groupsOfPeople(stem)) addScores(scores, `#${group}`, synonymShare);
      }
      const ranked = [...scores]
        .toSorted(([, left], [, right]) => right - left)
        .slice(0, limit)
        .flatMap(([document]) => profiles[document] ?? []);
      // Nothing in "what is 2 + 2" is a word of theirs.
      return [...ranked, ...arithmetic.filter((profile) => !ranked.includes(profile))];
    },
  };
}

/** A word that no tool and no list knows, and that is one letter away from a single one that names a tool. */
function createMender(profiles: readonly ToolProfile[]): ToolIndex["mend"] {
  let naming: readonly string[] | undefined;
  const isKnown = ({ word, stem }: Token) =>
    isCommon(word) || groupsOfPeople(stem).length > 0 || profiles.some(({ terms }) => terms.has(stem));
  return (tokens) => {
    const stems = (naming ??= [...namingStems(profiles)]);
    let isMended = false;
    const mended = tokens.map((token) => {
      // What is written with a capital letter is somebody's name.
      if (token.kind !== "word" || isKnown(token) || (token.start > 0 && token.text !== token.word))
        return token;
      const [meant, another] = stems.filter(
        (stem) =>
          isSlipOf(token.stem, stem) ||
          isSlipOf(token.word, stem.replace(/i$/, "y")) ||
          (stem.length >= 8 && isNearSpelling(token.stem, stem)),
      );
      if (meant === undefined || another !== undefined) return token;
      isMended = true;
      return { ...token, word: meant, stem: meant };
    });
    return isMended ? mended : undefined;
  };
}

/** The words of the names of tools, and all that people say for them. */
function namingStems(profiles: readonly ToolProfile[]): Set<string> {
  const own = new Set(profiles.flatMap(({ words }) => words.map(toStem)));
  return new Set([...own, ...[...own].flatMap(stemsForTools)]);
}

function stemsOfNames({ parameters }: ToolProfile): string[] {
  return parameters.flatMap(({ kind }) =>
    kind.type === "choice" && kind.isOpen ? kind.values.flatMap(({ names }) => names.flat()) : [],
  );
}

function toPostings(documents: readonly ReadonlyMap<string, number>[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const [document, counts] of documents.entries()) {
    for (const [key, weight] of counts) {
      const list = postings.get(key);
      if (list === undefined) postings.set(key, [{ document, weight }]);
      else list.push({ document, weight });
    }
  }
  return postings;
}

function countStems(profile: ToolProfile): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (stem: string, weight: number) => {
    for (const key of [stem, ...groupsOfTools(stem).map((group) => `#${group}`)]) {
      counts.set(key, (counts.get(key) ?? 0) + weight);
    }
  };
  for (const word of profile.words) add(toStem(word), 3);
  for (const [stem, { weight }] of profile.terms) add(stem, weight);
  for (const parameter of profile.parameters) {
    for (const stem of parameterStems(parameter)) add(stem, 0.5);
    if (parameter.kind.type !== "choice" || parameter.kind.isExact) continue;
    const stems = new Set(parameter.kind.values.flatMap(({ names }) => names.flat()));
    for (const stem of stems) add(stem, 1);
  }
  return counts;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
