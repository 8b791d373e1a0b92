import { createRequire } from "node:module";
import { createContext, Script } from "node:vm";
import type { RE2JS } from "re2js";
import { isPlainObject } from "./json-schema.ts";
import { toRe2Syntax } from "./re2-syntax.ts";

/** How long the patterns of one validation may run on JavaScript's own engine, all together. */
const nativeLimitMs = 100;

interface Pattern {
  test(text: string): boolean;
  /** The pattern itself: Ajv takes two patterns with the same text for the same pattern. */
  toString(): string;
}

export interface PatternEngine {
  /** Throws a `SyntaxError` for what is no pattern. */
  compile(source: string): Pattern;
  /** Gives the patterns their full time again, at the start of a validation. */
  restart(): void;
}

/**
 * JSON Schema's patterns on an engine that takes linear time, whatever the pattern and the text. A pattern that
 * this engine cannot express runs on JavaScript's own under a time limit; a time-out counts as no match.
 */
export function createPatternEngine(): PatternEngine {
  const patterns = new Map<string, Pattern>();
  const time: NativeTime = { leftMs: nativeLimitMs };
  return {
    compile(source) {
      const known = patterns.get(source);
      if (known !== undefined) return known;
      const pattern = compileLinear(source) ?? compileNative(source, time);
      patterns.set(source, pattern);
      return pattern;
    },
    restart() {
      time.leftMs = nativeLimitMs;
    },
  };
}

/**
 * Reads a pattern as JSON Schema does, with the `u` flag. Many patterns escape more than that allows (`\-`);
 * such a one is read without the flag. Throws a `SyntaxError` for what is no pattern either way.
 */
export function parsePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (error) {
    try {
      return new RegExp(source);
    } catch {
      throw error;
    }
  }
}

function compileLinear(source: string): Pattern | undefined {
  const { flags } = parsePattern(source);
  const translated = toRe2Syntax(source);
  if (translated === undefined) return undefined;
  try {
    const compiled = loadRe2().compile(translated);
    return { test: (text) => compiled.test(text), toString: () => `/${source}/${flags}` };
  } catch {
    // Repeated more than a thousand times, or too large.
    return undefined;
  }
}

interface NativeTime {
  leftMs: number;
}

function compileNative(source: string, time: NativeTime): Pattern {
  const pattern = parsePattern(source);
  return {
    test: (text) => testWithin(time, pattern, text),
    toString: () => String(pattern),
  };
}

const sandbox: { pattern?: RegExp; text?: string } = {};
let runTest: ((timeout: number) => unknown) | undefined;

/** A script whose time is up without having used it was kept waiting by a busy machine; it may try again. */
const mostTries = 5;

/** Only a script has a time limit that also ends a regular expression while it runs. */
function testWithin(time: NativeTime, pattern: RegExp, text: string): boolean {
  runTest ??= prepareTest();
  sandbox.pattern = pattern;
  sandbox.text = text;
  try {
    for (let tries = 0; tries < mostTries && time.leftMs > 1; tries += 1) {
      const outcome = runFor(time, runTest);
      if (outcome !== "timed out") return outcome === true;
    }
    return false;
  } finally {
    sandbox.text = "";
  }
}

/** Takes what it used of the processor's time off what is left. */
function runFor(time: NativeTime, run: (timeout: number) => unknown): unknown {
  const before = process.cpuUsage();
  try {
    return run(Math.ceil(time.leftMs));
  } catch (error) {
    if (isTimeout(error)) return "timed out";
    throw error;
  } finally {
    time.leftMs -= process.cpuUsage(before).user / 1_000;
  }
}

function prepareTest(): (timeout: number) => unknown {
  const context = createContext(sandbox);
  const script = new Script("pattern.test(text)");
  return (timeout) => script.runInContext(context, { timeout });
}

/** The error comes from the script's own realm, so it is no `instanceof Error` here. */
function isTimeout(error: unknown): boolean {
  return isPlainObject(error) && error["code"] === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}

let re2: typeof RE2JS | undefined;

function loadRe2(): typeof RE2JS {
  if (re2 === undefined) {
    const loaded: { RE2JS: typeof RE2JS } = createRequire(import.meta.url)("re2js");
    re2 = loaded.RE2JS;
  }
  return re2;
}
