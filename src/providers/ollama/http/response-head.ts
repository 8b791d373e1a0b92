import { ProtocolError } from "./protocol-error.ts";

/** How the end of a body is known: by its length, by its last chunk, or by the end of the connection. */
type Framing = "length" | "chunked" | "close";

export interface ResponseHead {
  readonly status: number;
  /** By name in lower case; values of the same name are joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly framing: Framing;
  /** Of the body, where `framing` is `length`. */
  readonly length: number;
  /** Whether the connection serves again when the body has ended. */
  readonly keepsConnection: boolean;
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?$/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\r\n\0]*?)[ \t]*$/;

/** Reads a head without the empty line that ends it. What is doubtful is refused: who guesses can be led astray. */
export function parseResponseHead(text: string): ResponseHead {
  const [first = "", ...lines] = text.split("\r\n");
  const [, minor, status] = statusLine.exec(first) ?? fail(`the first line is ${quote(first)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = headerLine.exec(line) ?? fail(`a header is ${quote(line)}`);
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  const framing = framingOf(Number(status), headers);
  const wantsToKeep = keepsAlive(headers.get("connection"), minor === "1");
  return {
    status: Number(status),
    headers,
    framing,
    length: framing === "length" ? lengthOf(headers) : 0,
    keepsConnection: wantsToKeep && framing !== "close",
  };
}

function framingOf(status: number, headers: ReadonlyMap<string, string>): Framing {
  const encoding = headers.get("transfer-encoding");
  const length = headers.get("content-length");
  if (encoding !== undefined && length !== undefined) fail("it has both a length and a transfer encoding");
  if (status === 204 || status === 304 || status < 200) return "length";
  if (encoding === undefined) return length === undefined ? "close" : "length";
  if (encoding.toLowerCase() !== "chunked") fail(`its transfer encoding is ${quote(encoding)}`);
  return "chunked";
}

function lengthOf(headers: ReadonlyMap<string, string>): number {
  const text = headers.get("content-length") ?? "0";
  const length = /^\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(length) ? length : fail(`its length is ${quote(text)}`);
}

function keepsAlive(connection: string | undefined, isDefault: boolean): boolean {
  if (connection === undefined) return isDefault;
  const words = connection.toLowerCase().split(/[ \t]*,[ \t]*/);
  return !words.includes("close") && (isDefault || words.includes("keep-alive"));
}

const longestQuote = 80;

function quote(text: string): string {
  return JSON.stringify(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}

function fail(reason: string): never {
  throw new ProtocolError(reason);
}
