import { createRequire } from "node:module";

/** What this package says of itself to the other side. */
export function packageVersion(): string {
  const require = createRequire(import.meta.url);
  return (require("tool-switchboard/package.json") as { version: string }).version;
}
