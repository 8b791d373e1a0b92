import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPlainObject } from "../schema/json-schema.ts";
import { readText } from "./config-file.ts";

/** Which files of projects a person has looked at: by path, and by what stood in them then. */
export interface FileTrust {
  readonly isTrusted: (file: string, hash: string) => boolean;
  /** Throws where it cannot be remembered for another time. */
  readonly trust: (file: string, hash: string) => void;
}

/** Kept in the user's state folder, and as long as this lives. A store that cannot be read trusts nothing. */
export function openFileTrust(stateFolder: string): FileTrust {
  const store = join(stateFolder, "trusted-files.json");
  const now = new Map<string, string>();
  return {
    isTrusted: (file, hash) => now.get(file) === hash || readStore(store)[file] === hash,
    trust(file, hash) {
      now.set(file, hash);
      mkdirSync(dirname(store), { recursive: true });
      // Written beside it and moved: another program that reads it at this moment reads all of it.
      const fresh = `${store}.${process.pid}`;
      writeFileSync(fresh, `${JSON.stringify({ ...readStore(store), [file]: hash }, undefined, 2)}\n`);
      renameSync(fresh, store);
    },
  };
}

function readStore(store: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readText(store));
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
