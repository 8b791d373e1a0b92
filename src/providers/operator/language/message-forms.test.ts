import assert from "node:assert/strict";
import { test } from "node:test";
import { asMessage } from "./message-forms.ts";
import { toTokens } from "./tokens.ts";

const form = (text: string): string | undefined =>
  asMessage(toTokens(text))
    ?.map(({ text: said }) => said)
    .join(" ");

test("whoever is to be told something is sent a message", () => {
  const expected = "send message to Anna saying I am late";
  for (const said of [
    "tell Anna I am late",
    "tell Anna that I am late",
    "let Anna know I am late",
    "let Anna know that I am late",
    "text Anna I am late",
    "message Anna : I am late",
    "drop Anna a line to say I am late",
    "shoot Anna a quick text saying I am late",
    "let Anna know by text that I am late",
    "tell Anna in a message that I am late",
  ])
    assert.equal(form(said), expected, said);
  assert.equal(form("tell my wife that I am late"), "send message to my wife saying I am late");
});

test("nothing is sent to nobody, about nothing, or to somebody who may be a thing", () => {
  for (const said of [
    "tell me that I am late",
    "let me know that",
    "tell Anna",
    "tell jokes I like",
    "tell Anna about it",
    "tell Anna to call",
    "text Anna or Ben",
    "let it be known",
    "let Anna know by email that I am late",
    "let Anna know by tomorrow that I am late",
  ])
    assert.equal(form(said), undefined, said);
});
