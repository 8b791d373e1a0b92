import { SwitchboardError } from "../../errors.ts";
import type { Tool } from "../tool.ts";

const actions = ["get", "set", "up", "down", "mute", "unmute"] as const;

type Action = (typeof actions)[number];

/** Runs a program and gives what it printed; rejects with `ENOENT` where it is not installed. */
export type RunMixer = (
  command: string,
  args: readonly string[],
  options: { readonly signal: AbortSignal | undefined },
) => Promise<string>;

/** A program that turns the volume, and how it is told to. */
interface Mixer {
  readonly command: string;
  readonly mute: readonly string[];
  readonly unmute: readonly string[];
  set(sign: "" | "+" | "-", level: number): readonly string[];
  readonly get: readonly (readonly string[])[];
}

/** What `up` and `down` do where nothing is said about how much. */
const stepPercent = 10;
const signs = { set: "", up: "+", down: "-" } as const;

/** PulseAudio and PipeWire first: where one of them runs, ALSA's own volume is not what people hear. */
const mixers: readonly Mixer[] = [
  {
    command: "pactl",
    mute: ["set-sink-mute", "@DEFAULT_SINK@", "1"],
    unmute: ["set-sink-mute", "@DEFAULT_SINK@", "0"],
    set: (sign, level) => ["set-sink-volume", "@DEFAULT_SINK@", `${sign}${level}%`],
    get: [
      ["get-sink-volume", "@DEFAULT_SINK@"],
      ["get-sink-mute", "@DEFAULT_SINK@"],
    ],
  },
  {
    command: "amixer",
    mute: ["sset", "Master", "mute"],
    unmute: ["sset", "Master", "unmute"],
    set: (sign, level) => ["sset", "Master", `${level}%${sign}`],
    get: [["sget", "Master"]],
  },
];

export function createControlSpeakerVolume({ run }: { readonly run: RunMixer }): Tool {
  return {
    name: "control_speaker_volume",
    description:
      "Reads or changes the volume of this machine's speaker: get, set, up, down, mute or unmute. Returns the volume.",
    schema: {
      type: "object",
      properties: {
        action: { type: "string", enum: [...actions], description: "What to do with the volume." },
        level: {
          type: "integer",
          minimum: 0,
          maximum: 100,
          description: "For set the volume in percent; for up and down by how much, 10 if left out.",
        },
      },
      required: ["action"],
      additionalProperties: false,
    },
    async invoke({ action, level }, config) {
      const wanted = readAction(action, level);
      const { signal } = (config ?? {}) as { signal?: AbortSignal };
      for (const mixer of mixers) {
        const output = await useMixer(mixer, wanted, (args) => run(mixer.command, args, { signal }));
        if (output !== undefined) return parseVolume(output);
      }
      throw new SwitchboardError(
        "unavailable",
        "The volume cannot be changed: neither pactl nor amixer is installed (apt install alsa-utils)",
      );
    },
  };
}

export const controlSpeakerVolume = createControlSpeakerVolume({
  async run(command, args, { signal }) {
    const { execFile } = await import("node:child_process");
    const options = { timeout: 5000, ...(signal && { signal }) };
    return new Promise((resolve, reject) => {
      execFile(command, args, options, (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(Object.assign(error, { stderr })),
      );
    });
  },
});

interface Wanted {
  readonly action: Action;
  readonly level: number;
}

function readAction(action: unknown, level: unknown): Wanted {
  const known = actions.find((each) => each === action);
  if (known === undefined) throw new TypeError(`action must be one of ${actions.join(", ")}`);
  if (known === "set" && typeof level !== "number")
    throw new TypeError("set needs a level between 0 and 100");
  return { action: known, level: typeof level === "number" ? level : stepPercent };
}

/** What the mixer says afterwards; `undefined` where it is not installed. */
async function useMixer(
  mixer: Mixer,
  { action, level }: Wanted,
  run: (args: readonly string[]) => Promise<string>,
): Promise<string | undefined> {
  try {
    if (action === "mute" || action === "unmute") await run(mixer[action]);
    else if (action !== "get") await run(mixer.set(signs[action], level));
    const outputs: string[] = [];
    for (const args of mixer.get) outputs.push(await run(args));
    return outputs.join("\n");
  } catch (error) {
    const { code, message, stderr } = error as { code?: unknown; message?: string; stderr?: string };
    if (code === "ENOENT") return undefined;
    const words = stderr?.trim() || message;
    throw new SwitchboardError("unavailable", `${mixer.command} could not do it: ${words}`, { cause: error });
  }
}

/** `[57%] [on]` of amixer, `57% … Mute: no` of pactl. */
function parseVolume(output: string): { level: number | null; isMuted: boolean } {
  const level = /(\d+)%/.exec(output)?.[1];
  return { level: level === undefined ? null : Number(level), isMuted: /\[off\]|Mute: yes/.test(output) };
}
