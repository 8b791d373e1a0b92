import { ToolError } from "../calls/failure.ts";
import { nearestNames } from "../calls/tool-names.ts";
import type { ZwaveDevice } from "./zwave-device.ts";

/** What every device goes by: its name, with its room where two have the same, or else its topic. */
export function nameDevices(devices: readonly ZwaveDevice[]): Map<string, ZwaveDevice> {
  const count = (name: (device: ZwaveDevice) => string) =>
    Map.groupBy(devices, (device) => fold(name(device)));
  const [byName, byFullName] = [count(({ name }) => name), count(fullNameOf)];
  const isAlone = (group: ReturnType<typeof count>, name: string) => group.get(fold(name))?.length === 1;
  return new Map(
    devices.map((device) => {
      const fullName = fullNameOf(device);
      if (isAlone(byName, device.name)) return [device.name, device];
      // A room and a name can read like the name of another device.
      const isFree = isAlone(byFullName, fullName) && !byName.has(fold(fullName));
      return [isFree ? fullName : device.path, device];
    }),
  );
}

/**
 * Finds the device that was meant: by its name, with or without its room, however it is spelt; or by some of its
 * words, where they fit no other device. Nothing is guessed: where several fit, the error asks which (VOX-6).
 */
export function findDevice(
  devices: readonly ZwaveDevice[],
  wanted: string,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): ZwaveDevice {
  const named = nameDevices(devices);
  const whole = byGivenName(named, wanted) ?? byWholeName(devices, wanted);
  const [found, ...others] = whole ?? (isWhole ? undefined : byWords(devices, wanted)) ?? [];
  if (found !== undefined && others.length === 0) return found;
  const names = [...named.keys()];
  if (found !== undefined) {
    const meant = [found, ...others].map((device) => names.find((name) => named.get(name) === device) ?? "");
    throw new ToolError("invalid_arguments", `"${wanted}" could be ${quote(meant, "or")}. Say which.`);
  }
  throw new ToolError("invalid_arguments", `There is no device "${wanted}". ${suggest(named, wanted)}`);
}

function suggest(named: ReadonlyMap<string, ZwaveDevice>, wanted: string): string {
  const names = [...named.keys()];
  if (names.length === 0) return "No devices are known.";
  const said = new Set(wordsOf(wanted));
  const known = names.flatMap(wordsOf);
  // A word that is somebody's is spelt right: "lamp" is no "pump".
  const unknown = [...said].filter((word) => !known.includes(word));
  const misspelt = new Set(unknown.flatMap((word) => nearestNames(word, known)));
  const sharing = names.filter((name) => wordsOf(name).some((word) => said.has(word) || misspelt.has(word)));
  const near = [...new Set([...nearestNames(wanted, names), ...sharing])].slice(0, 3);
  if (near.length > 0) return `Did you mean ${quote(near, "or")}?`;
  return `These are known: ${quote(names, "and")}.`;
}

/** By what it goes by here: a "Kitchen Lamp" is that one, even if there is a "Lamp" in the kitchen as well. */
function byGivenName(named: ReadonlyMap<string, ZwaveDevice>, wanted: string): ZwaveDevice[] | undefined {
  const exact = named.get(wanted);
  return exact === undefined ? undefined : [exact];
}

function byWholeName(devices: readonly ZwaveDevice[], wanted: string): ZwaveDevice[] | undefined {
  const exact = devices.find(({ path }) => path === wanted);
  if (exact !== undefined) return [exact];
  // A name of signs alone has no words, and must not be found by what has none either.
  if (wordsOf(wanted).length === 0) return undefined;
  const folded = fold(wanted);
  const found = devices.filter(({ name, room, path }) =>
    [name, `${room} ${name}`, `${name} ${room}`, `${name} in ${room}`, path].map(fold).includes(folded),
  );
  return found.length > 0 ? found : undefined;
}

/** Every word must be of the device's name or its room, and one of them of its name. */
function byWords(devices: readonly ZwaveDevice[], wanted: string): ZwaveDevice[] | undefined {
  const words = wordsOf(wanted);
  const found = devices.filter((device) => {
    const own = new Set(wordsOf(device.name));
    const all = new Set([...own, ...wordsOf(device.room)]);
    return words.some((word) => own.has(word)) && words.every((word) => all.has(word));
  });
  return found.length > 0 ? found : undefined;
}

const fullNameOf = ({ name, room }: ZwaveDevice) => (room === "" ? name : `${room} ${name}`);

/** Without case, blanks, underscores and articles, and with numbers as digits. */
const fold = (text: string) => wordsOf(text).join("");

function wordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !fillers.has(word)).map((word) => digits.get(word) ?? word);
}

const fillers = new Set(["the", "my", "in", "of"]);

const digits = new Map(
  ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].map(
    (word, number) => [word, String(number)],
  ),
);

function quote(names: readonly string[], last: "or" | "and"): string {
  const quoted = names.map((name) => `"${name}"`);
  return new Intl.ListFormat("en", { type: last === "or" ? "disjunction" : "conjunction" }).format(quoted);
}
