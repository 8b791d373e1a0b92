import { createHash } from "node:crypto";
import { isPlainObject } from "../schema/json-schema.ts";
import { serverSections } from "./check-config.ts";
import type { ConfigFile } from "./config-file.ts";
import type { UntrustedFile } from "./settings.ts";

/** These start programs, say where keys and speech are sent, or decide what may run without a person being asked. */
const harmful = ["mcpServers", "servers", "approval", "providers", "mqtt", "voice"] as const;

/** What a file that nobody has looked at would do; `undefined` where it could do no harm. */
export function toUntrusted(config: ConfigFile): UntrustedFile | undefined {
  const { file, value } = config;
  if (!isPlainObject(value)) return undefined;
  const servers = serverSections(value).map(
    ({ name, entry }) => `server ${name}: ${describeServerEntry(entry)}`,
  );
  const others = harmful.filter((key) => !/servers/i.test(key) && value[key] !== undefined);
  const asksFor = [...servers, ...others.map((key) => `${key}: ${JSON.stringify(value[key])}`)];
  return asksFor.length === 0 ? undefined : { file, hash: hashOf(config), asksFor };
}

export function hashOf({ text }: ConfigFile): string {
  return createHash("sha256").update(text).digest("hex");
}

export function withoutHarm(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !(harmful as readonly string[]).includes(key)),
  );
}

/** The whole of it: a variable can make a harmless program do anything, and a header can carry a key away. */
export function describeServerEntry(entry: unknown): string {
  if (!isPlainObject(entry)) return "nothing that can be read";
  const { command, args, url, env, cwd, headers } = entry;
  const words =
    typeof command === "string" ? [command, ...(Array.isArray(args) ? args : [])].map(String) : [String(url)];
  const more = Object.entries({ env, cwd, headers }).filter(([, value]) => value !== undefined);
  return [...words, ...more.map(([key, value]) => `(${key}: ${JSON.stringify(value)})`)].join(" ");
}
