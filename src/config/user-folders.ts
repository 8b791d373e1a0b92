import { homedir } from "node:os";
import { join } from "node:path";
import type { Variables } from "./environment.ts";

/** Where a person's own settings, and what the program remembers, are kept (XDG). */
export interface UserFolders {
  readonly config: string;
  readonly state: string;
}

export function readUserFolders(variables: Variables = process.env, home = homedir()): UserFolders {
  const folder = (name: string, otherwise: string) =>
    join(variables[name] || join(home, otherwise), "switchboard");
  return { config: folder("XDG_CONFIG_HOME", ".config"), state: folder("XDG_STATE_HOME", ".local/state") };
}
