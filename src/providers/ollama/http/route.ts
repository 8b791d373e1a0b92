/** Where requests of one kind go and how they begin, worked out once. */
export interface Route {
  readonly origin: string;
  readonly isSecure: boolean;
  /** Without the brackets that an IPv6 address has in a URL. */
  readonly hostname: string;
  readonly port: number;
  /** The request line and the headers, without those that depend on the body. */
  readonly head: string;
}

export function toRoute(
  server: URL,
  method: "GET" | "POST",
  path: string,
  headers: Readonly<Record<string, string>>,
): Route {
  const url = new URL(server);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  const isSecure = url.protocol === "https:";
  const fields = { host: url.host, connection: "keep-alive", ...checkHeaders(headers) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    origin: url.origin,
    isSecure,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    head: `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}`,
  };
}

/** They say where a message ends or what language follows, and a wrong one would make one request into two. */
const ownHeaders: ReadonlySet<string> = new Set([
  "content-length",
  "transfer-encoding",
  "upgrade",
  "expect",
  "trailer",
]);
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
const printable = /^[\t\x20-\x7e]*$/;

/** With names in lower case. The value is not repeated in an error: it may be a secret. */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const key = name.toLowerCase();
      if (!token.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header.`);
      if (ownHeaders.has(key)) throw new TypeError(`The header ${name} is not for a caller to set.`);
      if (!printable.test(value)) {
        throw new TypeError(`The header ${name} has characters in it that are not printable ASCII.`);
      }
      return [key, value];
    }),
  );
}
