import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import test from "node:test";
import { toFailure, ToolError } from "./failure.ts";

const thrown: [string, unknown, string][] = [
  ["an error", new Error("it broke"), "it broke"],
  ["an error without a message", new RangeError(""), "RangeError"],
  [
    "a failed fetch",
    new TypeError("fetch failed", { cause: new Error("bad port") }),
    "fetch failed: bad port",
  ],
  ["a string", "it broke", "it broke"],
  ["null", null, "The tool failed without saying why"],
  ["undefined", undefined, "The tool failed without saying why"],
  ["a number", 42, "42"],
  ["an object with a message", { message: "it broke" }, "it broke"],
  ["an object without one", { reason: "x" }, '{"reason":"x"}'],
  [
    "an object that cannot be read",
    {
      get message() {
        throw new Error("no");
      },
    },
    "The tool failed with an error that cannot be read",
  ],
];

for (const [title, value, message] of thrown) {
  test(`[EX-4] ${title} that is thrown gives a message`, () => {
    assert.deepEqual(toFailure(value, "lamp"), { code: "failed", message });
  });
}

test("a ToolError chooses its own code", () => {
  const { code, message } = toFailure(new ToolError("unavailable", "no provider is configured"), "search");
  assert.deepEqual({ code, message }, { code: "unavailable", message: "no provider is configured" });
});

test("[EX-8] a refused connection, as fetch reports it, names the service", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  const error: unknown = await fetch(`http://127.0.0.1:${port}`).catch((reason: unknown) => reason);
  assert.deepEqual(toFailure(error, "lamp"), {
    code: "unavailable",
    message: `The service at 127.0.0.1:${port} is unavailable (connection refused)`,
  });
});

test("[EX-4] several errors in one that says nothing are all told", () => {
  const several = new AggregateError([new Error("no light"), "no heat"]);
  assert.deepEqual(toFailure(several, "lamp"), { code: "failed", message: "no light; no heat" });
  const circle = new AggregateError([]);
  circle.errors.push(circle, circle);
  assert.equal(toFailure(circle, "lamp").code, "failed");
});

test("[EX-8] resets, DNS failures and unreachable hosts are told apart", () => {
  const message = (code: string, more = {}) =>
    toFailure(Object.assign(new Error(code), { code, ...more }), "lamp").message;
  assert.equal(message("ECONNRESET"), 'The service behind "lamp" is unavailable (connection reset)');
  assert.equal(
    message("ENOTFOUND", { hostname: "broker.home" }),
    "The service at broker.home is unavailable (host not found)",
  );
  assert.equal(
    message("EHOSTUNREACH", { address: "fe80::1", port: 1883 }),
    "The service at [fe80::1]:1883 is unavailable (host unreachable)",
  );
});

test("[EX-8] the reason is found behind several addresses and causes, and a circle of causes ends", () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED", address: "::1", port: 80 });
  const aggregate = Object.assign(new AggregateError([refused]), { code: "ECONNREFUSED" });
  const wrapped = new Error("outer", { cause: new Error("middle", { cause: aggregate }) });
  assert.equal(toFailure(wrapped, "lamp").code, "unavailable");
  assert.match(toFailure(wrapped, "lamp").message, /\[::1\]:80/);

  const circle = new Error("round");
  circle.cause = circle;
  assert.deepEqual(toFailure(circle, "lamp"), { code: "failed", message: "round" });
});
