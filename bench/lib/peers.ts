import { readFileSync } from "node:fs";

/** A peer's name with the version that bench/package.json pins. */
export function peerLabel(name: string, packageName: string): string {
  const version = pinned.dependencies[packageName];
  if (version === undefined) throw new Error(`bench/package.json does not name ${packageName}.`);
  return `${name} ${version}`;
}

const pinned: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
