import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalRequest } from "../calls/approval.ts";
import type { ToolAnnotations } from "../tools/annotations.ts";
import { createVoiceApproval } from "./voice-approval.ts";

const options = { signal: new AbortController().signal };

function request(
  name: string,
  args: Record<string, unknown> = {},
  annotations: ToolAnnotations = {},
): ApprovalRequest {
  const tool = { name, description: "", schema: {}, annotations, invoke: () => "" };
  return { id: "1", name, args, tool };
}

const guarded = [
  request("control_zwave_device", { deviceName: "Front Door Lock", action: "off" }),
  request("control_zwave_device", { deviceName: "Garage", action: "on" }),
  request("unlockFrontEntrance"),
  request("set_alarms", { state: "off" }),
  request("run_scene", { scene: { steps: [{ device: "gate" }] } }),
  request("format_disk", {}, { destructiveHint: true }),
];
const free = [
  request("control_zwave_device", { deviceName: "Kitchen Lamp", action: "on" }),
  request("set_clock", { time: "7:00" }),
  request("lock_state", { deviceName: "Front Door Lock" }, { readOnlyHint: true }),
];

test("a voice alone moves no locks, garages, gates or alarms, and destroys nothing", async () => {
  const approve = createVoiceApproval();
  for (const each of guarded) {
    const approval = await approve(each, options);
    assert.ok(approval !== "allow" && /voice alone may not/.test(approval.deny), each.name);
  }
  for (const each of free) assert.equal(await approve(each, options), "allow", each.name);
});

test("what is guarded is asked about where somebody can be asked, and the rest goes by its own rules", async () => {
  const approve = createVoiceApproval({
    ask: () => "allow",
    otherwise: () => ({ deny: "the house sleeps" }),
  });
  for (const each of guarded) assert.equal(await approve(each, options), "allow", each.name);
  for (const each of free) assert.deepEqual(await approve(each, options), { deny: "the house sleeps" });
});

test("what is guarded is policy", async () => {
  const approve = createVoiceApproval({ guardedWords: ["Oven"] });
  assert.equal(await approve(request("control", { deviceName: "Garage" }), options), "allow");
  assert.notEqual(await approve(request("control", { deviceName: "the oven" }), options), "allow");
});
