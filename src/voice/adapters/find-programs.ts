import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { installLines } from "./install-lines.ts";

/** A program that a voice gateway can use, and where it is. */
export interface VoiceProgram {
  readonly purpose: "listen" | "speak" | "play" | "record";
  /** The first of its names that was found, else the first of all. */
  readonly command: string;
  /** `undefined`: it is not on the path; `install` says how to get it. */
  readonly path: string | undefined;
  readonly install: string;
}

const programs = [
  { purpose: "listen", names: ["whisper-cli"], install: installLines.whisper },
  {
    purpose: "listen",
    names: ["pocketsphinx", "pocketsphinx_continuous"],
    install: installLines.pocketsphinx,
  },
  { purpose: "speak", names: ["piper"], install: installLines.piper },
  { purpose: "speak", names: ["espeak-ng"], install: installLines.espeak },
  { purpose: "play", names: ["paplay", "aplay", "afplay"], install: installLines.player },
  { purpose: "record", names: ["arecord"], install: installLines.recorder },
] as const;

/** What of all this is on the search path, for `switchboard doctor` and for choosing an adapter. */
export function findVoicePrograms(searchPath: string): Promise<readonly VoiceProgram[]> {
  return Promise.all(
    programs.map(async ({ purpose, names, install }) => {
      const found = await Promise.all(names.map((name) => findOnPath(name, searchPath)));
      const index = found.findIndex((path) => path !== undefined);
      return { purpose, command: names[index] ?? names[0], path: found[index], install };
    }),
  );
}

async function findOnPath(name: string, searchPath: string): Promise<string | undefined> {
  const places = searchPath.split(delimiter).filter((folder) => folder !== "");
  const found = await Promise.all(places.map((folder) => isExecutable(join(folder, name))));
  const index = found.indexOf(true);
  const folder = places[index];
  return folder === undefined ? undefined : join(folder, name);
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
