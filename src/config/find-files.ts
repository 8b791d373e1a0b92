import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

const projectNames = ["switchboard.config.jsonc", "switchboard.config.json"];
/** As Claude, Cursor and VS Code write their servers into a project, the first before the others. */
const mcpNames = [".mcp.json", join(".cursor", "mcp.json"), join(".vscode", "mcp.json")];

export interface FoundFiles {
  readonly project: string | undefined;
  readonly mcp: readonly string[];
  readonly user: string | undefined;
}

export const noFiles: FoundFiles = { project: undefined, mcp: [], user: undefined };

/** The files that say something about a project: in its folder, or above it as far as the repository goes. */
export function findConfigFiles(cwd: string, userFolder: string): FoundFiles {
  const folders = foldersUpward(resolve(cwd));
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  const user = join(userFolder, "config.jsonc");
  return {
    project: projectNames.map(find).find((file) => file !== undefined),
    mcp: mcpNames.map(find).filter((file) => file !== undefined),
    user: existsSync(user) ? user : undefined,
  };
}

/** The folder of a project, whose file may stand in a folder of an editor's. */
export function projectFolderOf(file: string): string {
  const folder = dirname(file);
  return /[\\/]\.(?:vscode|cursor)$/.test(folder) ? dirname(folder) : folder;
}

/** Not beyond a repository, and not into the home of all projects. */
function foldersUpward(start: string): string[] {
  const folders = [start];
  for (let folder = start; ; folder = dirname(folder)) {
    const parent = dirname(folder);
    if (parent === folder || parent === homedir() || existsSync(join(folder, ".git"))) return folders;
    folders.push(parent);
  }
}
