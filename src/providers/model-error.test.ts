import assert from "node:assert/strict";
import test from "node:test";
import { SwitchboardError } from "../errors.ts";
import { ModelError, parseRetryAfter, toModelError } from "./model-error.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

for (const [headers, expected] of [
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": "0.5" }, 500],
  [new Headers({ "Retry-After": "3" }), 3_000],
  [new Headers({ "retry-after-ms": "250", "retry-after": "9" }), 250],
  [{ "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5_000],
  [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
  [undefined, undefined],
] as const) {
  const text = headers instanceof Headers ? [...headers] : headers;
  test(`a server that sends ${JSON.stringify(text)} wants to be left alone for ${expected} ms`, () => {
    assert.equal(parseRetryAfter(headers, now), expected);
  });
}

for (const [what, thrown, code] of [
  ["a status under any of its names", Object.assign(new Error("no"), { statusCode: 429 }), "busy"],
  ["ollama-js' name for a status", Object.assign(new Error("no"), { status_code: 404 }), "http_error"],
  ["a status of Anthropic's own", Object.assign(new Error("no"), { status: 529 }), "busy"],
  ["a refused key", Object.assign(new Error("no"), { status: 403 }), "unauthorized"],
  ["a body that broke off", new TypeError("terminated"), "truncated"],
  [
    "a connection that failed",
    new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }),
    "unreachable",
  ],
  [
    "a server that does not speak HTTP",
    new TypeError("fetch failed", { cause: { name: "HTTPParserError", message: "Expected HTTP/" } }),
    "bad_response",
  ],
  [
    "an error event of a stream",
    Object.assign(new Error("no"), { status: undefined, error: {} }),
    "server_error",
  ],
  [
    "a server's error with a code that looks like a connection's",
    Object.assign(new Error("no"), { error: { code: "EFAIL" }, code: "EFAIL" }),
    "server_error",
  ],
  ["an event that is no JSON", new SyntaxError("Unexpected token"), "bad_response"],
  ["an SDK's own time limit", new Error("Request timed out."), "unreachable"],
  ["anything else", new RangeError("no"), "model_error"],
  ["a thing that is no error", "no", "model_error"],
] as const) {
  test(`${what} gets the code ${code}`, () => {
    const error = toModelError(thrown, "gpt");
    assert.equal(error.code, code);
    assert.match(error.message, /gpt/);
  });
}

test("an error that has a code already stays the same", () => {
  const error = new SwitchboardError("mine", "mine");
  assert.equal(toModelError(error, "gpt"), error);
});

test("the server's words stay, without LangChain's advice behind them", () => {
  const thrown = Object.assign(new Error("Slow down.\n\nTroubleshooting URL: https://x"), { status: 429 });
  const error = toModelError(thrown, "gpt");
  assert.ok(error instanceof ModelError);
  assert.equal(error.message, "The server of gpt answered with HTTP 429: Slow down.");
  assert.equal(error.status, 429);
});

test("a circle of causes is no trap", () => {
  const thrown = new Error("round");
  thrown.cause = thrown;
  assert.equal(toModelError(thrown, "gpt").code, "model_error");
});
