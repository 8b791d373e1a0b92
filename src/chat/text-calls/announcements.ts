/** What the line before a call says about it. */

/** Words by which it says that the call is shown, not made. */
const example = new RegExp(
  [
    String.raw`\b(?:examples?|e\.g|for instance|such as|hypothetical(?:ly)?|like (?:this|so)|looks? like)\b`,
    String.raw`\byou (?:can|could|may|might|would|should)\b`,
    String.raw`\b(?:could|would|might) (?:be|call|do|invoke|look|use|write)\b`,
    String.raw`^\W*(?:use|try|run|send|copy|paste|never|avoid|do not|don['’]t)\b`,
  ].join("|"),
  "i",
);

/** Behind these even a full stop does not end the announcement. */
const exampleAtEnd = /\b(?:for example|for instance|e\.g|like (?:this|so))\W*$/i;

const consent = String.raw`(?:sure(?: thing)?|okay|ok|alright|all right|certainly|of course|absolutely|got it|right away|no problem|understood|now)`;
const circumstance = String.raw`(?:(?:first|next|then|now|so|to|for|since|as|because|in order to|based on)\b[^,"“”:]{0,80},?\s+)?`;
const intent = [
  String.raw`I(?:['’]ll| will|['’]m going to| am going to| need to| have to| must)\b`,
  String.raw`let(?: me|['’]s| us)\b`,
  String.raw`(?:now )?(?:calling|invoking)\b`,
  String.raw`(?:now )?using (?:the )?\W?[\w./-]+\W? (?:tool|function)\b`,
  String.raw`here(?: is|['’]s) (?:the|my) (?:tool|function) call\b`,
  String.raw`(?:tool|function) calls?:`,
].join("|");

/** A sentence that consents, or that says what the model does now. */
const consentOnly = new RegExp(String.raw`^\W*${consent}(?:\W+${consent})*\W*$`, "i");
const saysIntent = new RegExp(
  String.raw`^[*_\s]*(?:${consent}\b[\s,!:–—-]*)?${circumstance}(?:${intent})`,
  "i",
);

/** What turns such a sentence into talk about calls: a no, a condition, a past, or an explanation. */
const onlyTalks =
  /\b(?:not|never|without|avoid|refuse|if|when(?:ever)?|would|could|was|were|made|said|wrote|show|explain|describe|demonstrate|illustrate|quote|asked|requested|format|syntax|schema|log)\b|n['’]t\b/i;

/** Says that a call is being made now. Without such words JSON behind prose is data, in whatever language. */
export function announcesCall(line: string): boolean {
  const sentence = lastSentence(line);
  return consentOnly.test(sentence) || (saysIntent.test(sentence) && !onlyTalks.test(sentence));
}

export function announcesExample(line: string): boolean {
  return example.test(line);
}

/** A marker says more than such words do: they count only where their sentence leads up to it. */
export function announcesMarkedExample(line: string): boolean {
  return (example.test(line) && !/[.!?]\W*$/.test(line)) || exampleAtEnd.test(line);
}

export function endsSentence(line: string): boolean {
  return /(?:[.!?:…。！？：][*_)]*|\p{Extended_Pictographic}\uFE0F?)$/u.test(line);
}

function lastSentence(line: string): string {
  const text = line.trim();
  return text.split(/(?<=[.!?])\s+/).at(-1) ?? text;
}
