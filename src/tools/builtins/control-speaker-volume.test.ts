import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolExecutor } from "../../calls/executor.ts";
import { ToolManager } from "../manager.ts";
import { createControlSpeakerVolume, type RunMixer } from "./control-speaker-volume.ts";

const missing = Object.assign(new Error("spawn ENOENT"), { code: "ENOENT" });

/** A machine on which only one mixer is installed. */
function withMixer(installed: string, answer: (args: readonly string[]) => string) {
  const lines: string[] = [];
  const run: RunMixer = async (command, args) => {
    if (command !== installed) throw missing;
    lines.push([command, ...args].join(" "));
    return answer(args);
  };
  const tools = new ToolManager();
  tools.add([createControlSpeakerVolume({ run })]);
  const executor = new ToolExecutor({ tools });
  const call = (args: unknown) => executor.execute({ id: "1", name: "control_speaker_volume", args });
  return { call, lines };
}

test("[VOX-8] control_speaker_volume turns the volume with pactl and gives what it is then", async () => {
  const { call, lines } = withMixer("pactl", ([query]) =>
    query === "get-sink-mute" ? "Mute: yes" : "Volume: front-left: 26214 /  40% / -23.88 dB",
  );
  const result = await call({ action: "set", level: 40 });
  assert.ok(result.ok, result.text);
  assert.deepEqual(result.value, { level: 40, isMuted: true });
  assert.deepEqual(lines, [
    "pactl set-sink-volume @DEFAULT_SINK@ 40%",
    "pactl get-sink-volume @DEFAULT_SINK@",
    "pactl get-sink-mute @DEFAULT_SINK@",
  ]);
});

test("[VOX-8] control_speaker_volume uses amixer where there is no pactl", async () => {
  const { call, lines } = withMixer("amixer", () => "  Mono: Playback 37 [57%] [-27.00dB] [on]");
  const actions = [{ action: "up" }, { action: "down", level: 5 }, { action: "mute" }, { action: "get" }];
  for (const args of actions) {
    const result = await call(args);
    assert.ok(result.ok, result.text);
    assert.deepEqual(result.value, { level: 57, isMuted: false });
  }
  assert.deepEqual(
    lines.filter((line) => line !== "amixer sget Master"),
    ["amixer sset Master 10%+", "amixer sset Master 5%-", "amixer sset Master mute"],
  );
});

test("[VOX-8] control_speaker_volume without a mixer is unavailable, and says what to install", async () => {
  const result = await withMixer("none", () => "").call({ action: "get" });
  assert.ok(!result.ok);
  assert.equal(result.code, "unavailable");
  assert.match(result.text, /apt install alsa-utils/);
});

test("[VOX-8] control_speaker_volume says in the mixer's own words why it failed", async () => {
  const { call } = withMixer("amixer", () => {
    throw Object.assign(new Error("exit 1"), {
      code: 1,
      stderr: "amixer: Unable to find simple control 'Master',0\n",
    });
  });
  const result = await call({ action: "mute" });
  assert.ok(!result.ok);
  assert.equal(result.code, "unavailable");
  assert.match(result.text, /Unable to find simple control 'Master'/);
});

test("[VOX-8] control_speaker_volume does not set a volume that nobody named", async () => {
  const { call, lines } = withMixer("amixer", () => "");
  const result = await call({ action: "set" });
  assert.ok(!result.ok);
  assert.match(result.text, /set needs a level/);
  assert.deepEqual(lines, []);
});
