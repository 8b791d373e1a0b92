import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { nameWords, toTokens } from "./tokens.ts";

const words = (text: string) => toTokens(text).map(({ word, text: raw }) => word || raw);

test("a sentence is cut into words, numbers, dates, times and signs", () => {
  assert.deepEqual(words("Set the lamp to 21.5%, at 14:30 on 2026-12-01!"), [
    "set",
    "the",
    "lamp",
    "to",
    "21.5",
    "%",
    ",",
    "at",
    "14:30",
    "on",
    "2026-12-01",
    "!",
  ]);
});

test("a unit may stand right behind its number, and thousands are grouped", () => {
  assert.deepEqual(words("7pm 1,000 $5"), ["7", "pm", "1,000", "$", "5"]);
});

test("quoted text is one token, without its quotes, and an apostrophe opens none", () => {
  const [, quoted, ...rest] = toTokens("echo \"turn on\" don't stop the kids' radio");
  assert.equal(quoted?.kind, "quoted");
  assert.equal(quoted?.text, "turn on");
  assert.ok(rest.every(({ kind }) => kind !== "quoted"));
});

test("contractions of questions are two words, those of negations one", () => {
  assert.deepEqual(words("what's up, don’t"), ["what", "is", "up", ",", "don't"]);
});

test("numbers with a hyphen are two words, names with one are one", () => {
  assert.deepEqual(words("twenty-five Z-Wave"), ["twenty", "five", "zwave"]);
});

test("every token stands where it says that it stands", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      let end = 0;
      for (const token of toTokens(text)) {
        assert.ok(token.start >= end && token.end <= text.length && token.end > token.start);
        assert.ok(text.slice(token.start, token.end).includes(token.text));
        ({ end } = token);
      }
    }),
  );
});

test("the words of a name are found in every way to write one", () => {
  for (const name of ["deviceName", "device_name", "Device-Name", "device.name", "DEVICE_NAME"]) {
    assert.deepEqual(nameWords(name), ["device", "name"], name);
  }
  assert.deepEqual(nameWords("parseXMLFile2"), ["parse", "xml", "file2"]);
});
