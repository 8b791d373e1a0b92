import { inPlaceOf } from "./idioms.ts";
import type { Token } from "./tokens.ts";
import { articles, clauseWords, prepositions, pronouns } from "./words.ts";

const telling = /^(?:tell|inform|notify|text|message|msg|write|sms)$/;
const giving = /^(?:drop|shoot|give|send|write)$/;
const messages = /^(?:message|messages|text|note|line|sms)$/;
const connectors = /^(?:that|:|,|saying|know)$/;
const kin = /^(?:mum|mom|mummy|mommy|dad|daddy|grandma|grandpa|granny|grandad|granddad|nan)$/;

/** "Let Anna know I am late", "tell Anna that I am late": send message to Anna saying I am late. */
export function asMessage(tokens: readonly Token[]): readonly Token[] | undefined {
  const [verb, second] = tokens;
  if (verb === undefined || second === undefined) return undefined;
  const isLet = verb.word === "let";
  if (isLet || telling.test(verb.word)) {
    const from = !isLet && second.word === "to" ? 2 : 1;
    const to = endOfName(tokens, from);
    if (to === undefined || (isLet && tokens[to]?.word !== "know")) return undefined;
    const start = behindMedium(tokens, behindConnectors(tokens, to));
    if (start === undefined) return undefined;
    if (start === to && !isClauseBehind(tokens, from, to, verb.word)) return undefined;
    return toMessage(verb, tokens.slice(from, to), tokens.slice(start));
  }
  if (!giving.test(verb.word)) return undefined;
  // "Drop Anna a line saying …"
  const to = endOfName(tokens, 1);
  if (to !== undefined && tokens[to]?.kind === "quoted" && to === tokens.length - 1)
    return toMessage(verb, tokens.slice(1, to), tokens.slice(to));
  if (to === undefined || !articles.has(tokens[to]?.word ?? "")) return undefined;
  const noun = tokens.findIndex(({ word }, index) => index > to && index < to + 4 && messages.test(word));
  const start = noun < 0 ? noun : behindConnectors(tokens, noun + 1);
  return noun < 0 || start === noun + 1
    ? undefined
    : toMessage(verb, tokens.slice(1, to), tokens.slice(start));
}

function toMessage(
  verb: Token,
  name: readonly Token[],
  content: readonly Token[],
): readonly Token[] | undefined {
  const [first] = content;
  if (first === undefined || /^(?:or|and)$/.test(first.word)) return undefined;
  const said = (word: string) => inPlaceOf(verb, word);
  return [said("send"), said("message"), said("to"), ...name, said("saying"), ...content];
}

/** A name, with its article, or names that are written as such. */
function endOfName(tokens: readonly Token[], from: number): number | undefined {
  const isName = ({ word, kind }: Token) =>
    kind === "word" &&
    !pronouns.has(word) &&
    !clauseWords.has(word) &&
    !prepositions.has(word) &&
    !messages.test(word);
  const at =
    articles.has(tokens[from]?.word ?? "") && !/^(?:a|an|some)$/.test(tokens[from]?.word ?? "")
      ? from + 1
      : from;
  const token = tokens[at];
  if (token === undefined || !isName(token) || articles.has(token.word)) return undefined;
  let to = at + 1;
  const isWritten = (each: Token | undefined) =>
    each !== undefined && isName(each) && each.text !== each.word && !/^i\b/.test(each.word);
  if (isWritten(token)) while (isWritten(tokens[to])) to += 1;
  return to;
}

function behindConnectors(tokens: readonly Token[], from: number): number {
  let at = from;
  while (connectors.test(tokens[at]?.word ?? "") || isToSay(tokens, at)) at += isToSay(tokens, at) ? 2 : 1;
  return at;
}

/** "Let Anna know by text that …": that is what is sent. By mail, or by tomorrow, is another thing (`undefined`). */
function behindMedium(tokens: readonly Token[], from: number): number | undefined {
  if (!prepositions.has(tokens[from]?.word ?? "")) return from;
  const noun = articles.has(tokens[from + 1]?.word ?? "") ? from + 2 : from + 1;
  const isConnected = tokens.slice(from, from + 5).some(({ word }) => connectors.test(word));
  if (!isConnected) return from;
  const start = behindConnectors(tokens, noun + 1);
  return messages.test(tokens[noun]?.word ?? "") && start > noun + 1 ? start : undefined;
}

/** "… a message to say …", "… that says …" */
const isToSay = (tokens: readonly Token[], at: number): boolean =>
  (tokens[at]?.word === "to" && tokens[at + 1]?.word === "say") ||
  (/^(?:that|which)$/.test(tokens[at]?.word ?? "") && tokens[at + 1]?.word === "says");

/** Without a word between them, the message has to be a sentence, and the name to look like one. */
function isClauseBehind(tokens: readonly Token[], from: number, to: number, verb: string): boolean {
  const content = tokens.slice(to);
  const [first] = content;
  const name = tokens[from];
  if (
    first === undefined ||
    name === undefined ||
    prepositions.has(first.word) ||
    /^(?:how|what|to|not)$/.test(first.word)
  )
    return false;
  const isPerson = name.text !== name.word || kin.test(name.word) || articles.has(name.word);
  if (verb === "tell" && !isPerson) return false;
  const isSentence =
    content.length > 1 &&
    content.some(({ word }) => clauseWords.has(word) || /^\w+'(?:m|s|re|ll|ve|d)$/.test(word));
  // "The meeting starts at ten"
  const isTold = content.length > 2 && content.slice(1).some(({ word }) => /[a-z](?:s|ed)$/.test(word));
  return isSentence || (isPerson && isTold) || (isPerson && content.length > 1 && !articles.has(first.word));
}
