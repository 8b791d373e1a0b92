import type { Draft } from "./draft.ts";
import { isCommon } from "./language/words.ts";
import type { Region, TextParameter } from "./text-values.ts";

/** What looks as the schema says, and as no word does: "AAPL" for a symbol of capital letters, "AB-12" for an id. */
export function takePatterned(draft: Draft, open: () => TextParameter[]): void {
  for (const parameter of open()) {
    const { pattern } = parameter.kind;
    const found = pattern === undefined ? [] : chunksOf(draft).filter(({ text }) => pattern.test(text));
    const isList = found.every(
      ({ from }, place) => place === 0 || isListed(draft, found[place - 1]?.to ?? 0, from),
    );
    if (found.length === 0 || !isList) continue;
    draft.fill(
      parameter,
      found.map(({ text }) => text),
      patternEvidence,
    );
    for (const { from, to } of found) draft.take(from, to);
    const marker = (found[0]?.from ?? 0) - 1;
    if (parameter.markers.has(draft.tokens[marker]?.word ?? "")) draft.take(marker);
  }
}

/** What stands between spaces, and is neither taken nor a word of the language or of the tool. */
function chunksOf(draft: Draft): (Region & { readonly text: string })[] {
  const chunks: (Region & { readonly text: string })[] = [];
  for (let from = 0; from < draft.tokens.length;) {
    let to = from + 1;
    while (to < draft.tokens.length && draft.tokens[to]?.start === draft.tokens[to - 1]?.end) to += 1;
    const next = to;
    while (to > from + 1 && /^[.,;:!?]$/.test(draft.tokens[to - 1]?.text ?? "")) to -= 1;
    const isWord = to === from + 1 && (isCommon(draft.tokens[from]?.word ?? "") || draft.isHard(from));
    if (!isWord && draft.isFree(from, to)) chunks.push({ from, to, text: draft.textOf(from, to) });
    from = next;
  }
  return chunks;
}

const patternEvidence = 0.9;

/** Nothing but "and", "then" or a comma between two values. */
const isListed = ({ tokens }: Draft, one: number, other: number): boolean =>
  tokens.slice(one, other).every(({ word }) => /^(?:and|then|,)$/.test(word));
