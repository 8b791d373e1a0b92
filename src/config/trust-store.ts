import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPlainObject } from "../schema/json-schema.ts";

/** Which files of projects a person has looked at: by path, and by what stood in them then. */
export interface FileTrust {
  readonly isTrusted: (file: string, hash: string) => boolean;
  readonly trust: (file: string, hash: string) => void;
}

/** Kept in the user's state folder. A store that cannot be read trusts nothing. */
export function openFileTrust(stateFolder: string): FileTrust {
  const store = join(stateFolder, "trusted-files.json");
  return {
    isTrusted: (file, hash) => readStore(store)[file] === hash,
    trust(file, hash) {
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
    const value: unknown = JSON.parse(readFileSync(store, "utf8"));
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
