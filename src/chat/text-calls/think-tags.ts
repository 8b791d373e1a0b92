import type { Lookahead } from "./lookahead.ts";

/** How a model marks what it thinks. */
export interface ThinkTag {
  readonly open: string;
  /** A longer one stands before its own beginning. */
  readonly close: readonly string[];
  /** It is no word that an answer may contain, so that it counts in the middle of a line too. */
  readonly isToken?: true;
}

/** What a template has often written before the model begins. */
export const thinkTag: ThinkTag = { open: "<think>", close: ["</think>"] };

const finalChannel = "<|channel|>final<|message|>";

const thinkTags: readonly ThinkTag[] = [
  thinkTag,
  { open: "<thinking>", close: ["</thinking>"] },
  { open: "<reasoning>", close: ["</reasoning>"] },
  { open: "<thought>", close: ["</thought>"] },
  { open: "[THINK]", close: ["[/THINK]"] },
  {
    open: "<|channel|>analysis<|message|>",
    close: [`<|end|><|start|>assistant${finalChannel}`, "<|end|>", finalChannel],
    isToken: true,
  },
];

/** The channel's end tokens stand elsewhere too; the others have no other use. */
const strayCloseTags = ["</think>", "</thinking>", "</reasoning>", "</thought>", "[/THINK]"];

export function readThinkOpening(ahead: Lookahead): ThinkTag | undefined {
  return thinkTags.find(({ open }) => ahead.take(open));
}

export function readStrayThinkEnd(ahead: Lookahead): string | undefined {
  return ahead.takeOneOf(strayCloseTags);
}

/** Where the next tag that may end the thinking begins, or the end of the text. */
export function findPossibleThinkEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "<" || character === "[") return at;
  }
  return text.length;
}
