import assert from "node:assert/strict";
import { test } from "node:test";

import { toRoute } from "./route.ts";

test("a route knows the path below the server's own, its port, and the host as the server is to see it", () => {
  const route = toRoute(new URL("https://pi.home/ollama/"), "POST", "/api/chat", { Accept: "text/plain" });
  assert.deepEqual(route, {
    origin: "https://pi.home",
    isSecure: true,
    hostname: "pi.home",
    port: 443,
    head: "POST /ollama/api/chat HTTP/1.1\r\nhost: pi.home\r\nconnection: keep-alive\r\naccept: text/plain\r\n",
  });
});

test("an IPv6 address is connected to without its brackets, and named with them", () => {
  const { hostname, port, head } = toRoute(new URL("http://[::1]:11434"), "GET", "/api/tags", {});
  assert.deepEqual([hostname, port], ["::1", 11_434]);
  assert.match(head, /^GET \/api\/tags HTTP\/1\.1\r\nhost: \[::1\]:11434\r\n/);
});

test("a caller's header takes the place of our own, under any spelling", () => {
  const { head } = toRoute(new URL("http://pi.home"), "GET", "/", { Host: "other.home" });
  assert.equal(head.match(/host:/gi)?.length, 1);
  assert.match(head, /host: other\.home\r\n/);
});

for (const [what, headers] of Object.entries({
  "a second header in a value": { authorization: "x\r\ncontent-length: 0" },
  "a line feed": { authorization: "x\ny" },
  "a character that is not ASCII": { authorization: "schlüssel" },
  "a name with a colon": { "x: y": "1" },
  "a name with a space": { "x y": "1" },
  "no name": { "": "1" },
  "a length": { "Content-Length": "5" },
  "a transfer encoding": { "transfer-encoding": "chunked" },
})) {
  test(`headers with ${what} are refused, and the value is not repeated`, () => {
    assert.throws(
      () => toRoute(new URL("http://pi.home"), "POST", "/", headers),
      (error) => error instanceof TypeError && !/schlüssel|x\\r/.test(error.message),
    );
  });
}
