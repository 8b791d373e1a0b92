/** Ends a sentence where white space, or a closing quote and white space, follows. */
const boundary = /[.!?…]+["'”’)\]]*(?=\s)|[。！？]+|\n/gu;
/** A word with a full stop of its own after which a sentence goes on. */
const titles = new Set(["mr", "mrs", "ms", "dr", "prof", "st", "vs", "no", "approx", "e.g", "i.e", "cf"]);
/** These may stand at the end of a sentence too: the next letter decides. */
const ambiguous = new Set(["a.m", "p.m", "etc", "inc", "ltd", "jr", "sr", "u.s"]);
/** Speech must not wait for a full stop that never comes. */
const maxLength = 300;

/** Cuts a text that comes in pieces into whole sentences, each as soon as it is known to be whole. */
export class SentenceSplitter {
  #text = "";

  /** The sentences that are whole now. */
  push(delta: string): string[] {
    this.#text += delta;
    const sentences: string[] = [];
    for (let end = findEnd(this.#text); end !== undefined; end = findEnd(this.#text)) {
      sentences.push(this.#text.slice(0, end).trim());
      this.#text = this.#text.slice(end);
    }
    return sentences.filter((sentence) => sentence !== "");
  }

  /** What is left when nothing more comes. */
  end(): string[] {
    const rest = this.#text.trim();
    this.#text = "";
    return rest === "" ? [] : [rest];
  }
}

function findEnd(text: string): number | undefined {
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    const verdict = judge(text, match.index, match[0], end);
    if (verdict === "end") return end;
    // All that follows depends on this one: wait for the next letter.
    if (verdict === "unknown") break;
  }
  return text.length > maxLength ? findPause(text) : undefined;
}

function judge(text: string, at: number, mark: string, end: number): "end" | "goes-on" | "unknown" {
  if (!mark.startsWith(".") && mark !== "…") return "end";
  const word =
    /\S*$/u
      .exec(text.slice(0, at))?.[0]
      .toLowerCase()
      .replace(/^["'“‘([]+/u, "") ?? "";
  const isAlone = text.slice(0, at).trim() === word;
  // "1. First": the number of a list item. "J. Smith": an initial.
  if (mark === "." && ((isAlone && /^\d+$/.test(word)) || /^\p{L}$/u.test(word))) return "goes-on";
  if (mark === "." && titles.has(word)) return "goes-on";
  if (mark !== "." || ambiguous.has(word)) {
    const next = /\S/u.exec(text.slice(end))?.[0];
    if (next === undefined) return text.slice(end).includes("\n") ? "end" : "unknown";
    return /\p{Ll}/u.test(next) ? "goes-on" : "end";
  }
  return "end";
}

/** The best place to breathe in a text without a full stop: after a comma, else between words. */
function findPause(text: string): number {
  const window = text.slice(0, maxLength);
  const comma = Math.max(window.lastIndexOf(", "), window.lastIndexOf("; "), window.lastIndexOf(": "));
  const space = window.lastIndexOf(" ");
  if (comma > 0) return comma + 1;
  return space > 0 ? space : maxLength;
}
