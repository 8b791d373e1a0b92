import assert from "node:assert/strict";
import test from "node:test";
import type { GatewayApi } from "./gateway-api.ts";
import { describeVerification, verifyDevice } from "./verify-device.ts";
import { ZwaveDevice } from "./zwave-device.ts";

test("[VOX-6] a device that was just found missing is not called alive, whatever the gateway said before", async () => {
  const device = new ZwaveDevice("Hall/Fan");
  Object.assign(device, { nodeId: 2, isAlive: true, status: "Alive" });
  const api = { call: () => Promise.resolve({ success: false, message: "" }) } as unknown as GatewayApi;
  const verification = await verifyDevice(api, device, undefined);
  assert.equal(describeVerification(verification), "Fan cannot be reached.");
  Object.assign(device, { isAlive: false, status: "Dead" });
  assert.equal(
    describeVerification(await verifyDevice(api, device, undefined)),
    "Fan cannot be reached (Dead).",
  );
});
