import { OllamaError } from "./errors.ts";

const defaultHost = "127.0.0.1";
const defaultPort = "11434";

/**
 * Reads OLLAMA_HOST as Ollama's own client does (OLL-1): scheme, port and path are optional, quotes and spaces around it
 * are dropped, a port that is none becomes the default one, IPv6 may come without brackets, and an address to
 * listen on (`0.0.0.0`, `::`) becomes the one to connect to.
 */
export function parseOllamaHost(text?: string): URL {
  const value = trimQuotes((text ?? "").trim()).trim();
  if (value === "ollama.com") return new URL("https://ollama.com");
  const { scheme, address } = splitScheme(value);
  const [authority, path] = cut(address, "/");
  if (authority.includes("@")) {
    // The text is not repeated: what stands before the @ is a secret.
    throw new OllamaError(
      "invalid_host",
      "The address of an Ollama server takes no credentials: use `headers`.",
    );
  }
  const { host, port } = splitPort(authority);
  const href = `${scheme || "http"}://${toUrlHost(host)}:${toPort(port) ?? portOf(scheme)}/${path}`;
  if (/^https?:/.test(href) && URL.canParse(href)) return new URL(href);
  throw new OllamaError(
    "invalid_host",
    `${JSON.stringify(text)} is no address of an Ollama server. Write host, host:port or https://host/path.`,
  );
}

function splitScheme(value: string): { scheme: string; address: string } {
  if (!value.includes("://")) return { scheme: "", address: value };
  const [scheme, address] = cut(value, "://");
  return { scheme: scheme.toLowerCase(), address };
}

/** The port is what follows the only colon, or the colon after `]`; an IPv6 address alone has none. */
function splitPort(authority: string): { host: string; port?: string } {
  const { host, port } = /^(?<host>\[[^\]]*\]|[^:]*):(?<port>[^:]*)$/.exec(authority)?.groups ?? {};
  return host !== undefined && port !== undefined ? { host, port } : { host: authority };
}

function toUrlHost(host: string): string {
  const bare = host.replace(/^\[|\]$/g, "");
  if (bare === "" || bare === "0.0.0.0") return defaultHost;
  const hostname = URL.parse(`http://[${bare}]`)?.hostname;
  return hostname === "[::]" ? "[::1]" : (hostname ?? host);
}

/** Written out, a scheme means its own port; the default port stands for an address without one. */
function portOf(scheme: string): string {
  if (scheme === "http") return "80";
  return scheme === "https" ? "443" : defaultPort;
}

function toPort(port: string | undefined): string | undefined {
  return port !== undefined && /^\+?\d+$/.test(port) && Number(port) <= 65_535
    ? String(Number(port))
    : undefined;
}

function trimQuotes(text: string): string {
  return text.replace(/^["']+|["']+$/g, "");
}

function cut(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
