import assert from "node:assert/strict";
import test from "node:test";
import { ToolExecutor } from "../../src/calls/executor.ts";
import { createZwaveTools } from "../../src/house/zwave-tools.ts";
import { commandClassIds } from "../../src/house/zwave-topics.ts";
import { connectBroker } from "../../src/mqtt/broker-connection.ts";
import { startInProcessBroker } from "../../src/mqtt/in-process-broker.ts";
import { ToolManager } from "../../src/tools/manager.ts";
import { startBridge } from "./gateway-bridge.ts";
import { startRadio } from "./simulated-radio.ts";

test("[VOX-6] a switch and a dimmer are controlled through the real Z-Wave driver", async (t) => {
  const server = await startInProcessBroker();
  t.after(() => server.close());
  const { driver, mockNodes } = await startRadio(
    t,
    new Map([
      [2, [commandClassIds.switch_binary]],
      [3, [commandClassIds.switch_multilevel]],
    ]),
  );
  await startBridge(t, driver, server.url, [
    { id: 2, name: "Switch One", location: "Living Room" },
    { id: 3, name: "Floor Lamp", location: "Living Room" },
  ]);
  const broker = connectBroker({ url: server.url });
  t.after(() => broker.close());
  const tools = new ToolManager();
  tools.add(createZwaveTools({ broker }));
  const executor = new ToolExecutor({ tools });
  const call = async (name: string, args: Record<string, unknown>) =>
    (await executor.execute({ id: "1", name, args })).text;
  const control = (deviceName: string, action: string, level?: number) =>
    call("control_zwave_device", { deviceName, action, ...(level !== undefined && { level }) });
  const isOn = () => mockNodes.get(2)?.state.get("BinarySwitch_currentValue");
  const brightness = () => mockNodes.get(3)?.state.get("MultilevelSwitch_currentValue");

  await t.test("the command reaches the device, and its state comes back", async () => {
    assert.equal(await control("Switch One", "on"), "Switch One is on.");
    assert.equal(isOn(), true);
    assert.equal(await control("Switch One", "off"), "Switch One is off.");
    assert.equal(isOn(), false);
  });

  await t.test("100 percent is Z-Wave's 99", async () => {
    assert.equal(await control("Floor Lamp", "dim", 40), "Floor Lamp is on at 40 %.");
    assert.equal(brightness(), 40);
    assert.equal(await control("Floor Lamp", "dim", 100), "Floor Lamp is on at 100 %.");
    assert.equal(brightness(), 99);
  });

  await t.test("verifying asks the device", async () => {
    const verified = await call("verify_device", { deviceName: "Switch One" });
    assert.equal(verified, "Switch One can be reached and is off.");
  });

  await t.test("a device that does not answer any more is an error", async () => {
    const node = mockNodes.get(2);
    assert.ok(node);
    node.autoAckControllerFrames = false;
    assert.match(await control("Switch One", "on"), /"Switch One" did not confirm the command/);
  });
});
