import assert from "node:assert/strict";
import { test } from "node:test";

import { parseOllamaHost } from "./host.ts";

/** What Ollama's own client connects to, with the port written out. */
const forms: Record<string, string> = {
  "": "http://127.0.0.1:11434/",
  "1.2.3.4": "http://1.2.3.4:11434/",
  "1.2.3.4:1234": "http://1.2.3.4:1234/",
  ":1234": "http://127.0.0.1:1234/",
  ":0": "http://127.0.0.1:0/",
  ":66000": "http://127.0.0.1:11434/",
  ":-1": "http://127.0.0.1:11434/",
  ":abc": "http://127.0.0.1:11434/",
  "example.com": "http://example.com:11434/",
  "example.com:": "http://example.com:11434/",
  "example.com:1234": "http://example.com:1234/",
  "example.com/": "http://example.com:11434/",
  "example.com:1234/ollama": "http://example.com:1234/ollama",
  "[::1]": "http://[::1]:11434/",
  "[::1": "http://[::1]:11434/",
  "::1": "http://[::1]:11434/",
  "[::1]:1337": "http://[::1]:1337/",
  "http://[::1]:1337/x": "http://[::1]:1337/x",
  "fe80:0:0:0:0:0:0:1": "http://[fe80::1]:11434/",
  "0.0.0.0": "http://127.0.0.1:11434/",
  "0.0.0.0:8080": "http://127.0.0.1:8080/",
  "http://0.0.0.0:8080": "http://127.0.0.1:8080/",
  "::": "http://[::1]:11434/",
  "[::]:8080": "http://[::1]:8080/",
  "[0:0:0:0:0:0:0:0]": "http://[::1]:11434/",
  " 1.2.3.4 ": "http://1.2.3.4:11434/",
  '"1.2.3.4"': "http://1.2.3.4:11434/",
  ' " 1.2.3.4 " ': "http://1.2.3.4:11434/",
  "'1.2.3.4'": "http://1.2.3.4:11434/",
  "http://1.2.3.4": "http://1.2.3.4:80/",
  "http://1.2.3.4/": "http://1.2.3.4:80/",
  "http://1.2.3.4:4321": "http://1.2.3.4:4321/",
  "http://1.2.3.4:70000": "http://1.2.3.4:80/",
  "https://1.2.3.4": "https://1.2.3.4:443/",
  "https://1.2.3.4:4321": "https://1.2.3.4:4321/",
  "https://example.com/ollama": "https://example.com:443/ollama",
  "HTTPS://Example.com": "https://example.com:443/",
  "ollama.com": "https://ollama.com:443/",
};

for (const [text, expected] of Object.entries(forms)) {
  test(`[OLL-1] OLLAMA_HOST=${JSON.stringify(text)} is ${expected}`, () => {
    assert.equal(parseOllamaHost(text).href, new URL(expected).href);
  });
}

test("[OLL-1] no OLLAMA_HOST at all is the local server", () => {
  assert.equal(parseOllamaHost().href, "http://127.0.0.1:11434/");
  assert.equal(parseOllamaHost(undefined).href, "http://127.0.0.1:11434/");
});

for (const text of ["ftp://example.com", "my host", "1:2:3x", "[fe80::1%eth0]:80"]) {
  test(`[OLL-1] OLLAMA_HOST=${JSON.stringify(text)} is refused with its reason`, () => {
    assert.throws(() => parseOllamaHost(text), {
      name: "OllamaError",
      code: "invalid_host",
      message: /no address/,
    });
  });
}

test("[OLL-1] credentials in the address are refused, and not repeated in the error", () => {
  for (const text of ["http://user:secret@example.com", "secret@example.com"]) {
    assert.throws(
      () => parseOllamaHost(text),
      (error: Error) => error.message.includes("headers") && !error.message.includes("secret"),
    );
  }
});
