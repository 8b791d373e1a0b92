import type { ApprovalRequest, Approve } from "../calls/approval.ts";
import { annotationsOf } from "../tools/annotations.ts";

export interface VoiceApprovalOptions {
  /** What a voice alone must not move: words in a tool's name, or in what it is told. */
  readonly guardedWords?: readonly string[];
  /** Decides about what is guarded, for example by asking somebody; without it that is denied. */
  readonly ask?: Approve;
  /** Decides about all the rest; without it that is allowed. */
  readonly otherwise?: Approve;
}

/** Anybody who can be heard through a window has a voice. */
export const defaultGuardedWords: readonly string[] = [
  "lock",
  "unlock",
  "deadbolt",
  "door",
  "garage",
  "gate",
  "alarm",
  "siren",
  "security",
];

/** What a voice may do by itself: read everything, and move what opens no house and destroys nothing. */
export function createVoiceApproval(options: VoiceApprovalOptions = {}): Approve {
  const { guardedWords = defaultGuardedWords, ask, otherwise = () => "allow" } = options;
  const guarded = new Set(guardedWords.map((word) => word.toLowerCase()));
  return (request, context) => {
    const reason = findReason(request, guarded);
    if (reason === undefined) return otherwise(request, context);
    if (ask !== undefined) return ask(request, context);
    return { deny: `A voice alone may not do this: ${reason}. It needs to be approved in another way` };
  };
}

function findReason({ name, args, tool }: ApprovalRequest, guarded: ReadonlySet<string>): string | undefined {
  const { readOnlyHint, destructiveHint } = annotationsOf(tool);
  if (readOnlyHint === true) return undefined;
  if (destructiveHint === true) return `"${name}" may destroy something`;
  const word = [name, ...textsIn(args)].flatMap(wordsIn).find((each) => guarded.has(each));
  return word === undefined ? undefined : `it has to do with "${word}"`;
}

/** Every text in the arguments, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** `unlockGarage_doors` → `unlock`, `garage`, `doors`, `door`: a clock is no lock, but locks are. */
function wordsIn(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .flatMap((word) => (word.endsWith("s") ? [word, word.slice(0, -1)] : [word]));
}
