import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { loadDriverPackages, type Driver, type DriverNode, type MockNode } from "./driver-package.ts";

export interface SimulatedRadio {
  readonly driver: Driver;
  readonly mockNodes: ReadonlyMap<number, MockNode>;
}

/** Starts the real driver on a simulated radio with these nodes; resolves when it has interviewed all of them. */
export async function startRadio(
  t: TestContext,
  nodes: ReadonlyMap<number, readonly number[]>,
): Promise<SimulatedRadio> {
  const packages = await loadDriverPackages();
  const cacheDir = mkdtempSync(join(tmpdir(), "zwave-driver-"));
  const { driver, mockPort, serial, continueStartup } = await packages.createAndStartDriverWithMockPort({
    storage: { cacheDir, lockDir: join(cacheDir, "locks") },
    // There is no firmware to be asked for, and asking takes seconds.
    testingHooks: { skipFirmwareIdentification: true },
  });
  t.after(async () => {
    await driver.destroy();
    rmSync(cacheDir, { recursive: true, force: true });
  });
  const controller = await packages.MockController.create({
    homeId: 0x7e_57_00_01,
    ownNodeId: 1,
    mockPort,
    serial,
  });
  controller.defineBehavior(...packages.createDefaultMockControllerBehaviors());
  const mockNodes = new Map<number, MockNode>();
  for (const [id, commandClasses] of nodes) {
    const node = await packages.MockNode.create({ id, controller, capabilities: { commandClasses } });
    controller.addNode(node);
    node.defineBehavior(...packages.createDefaultMockNodeBehaviors());
    mockNodes.set(id, node);
  }
  const isReady = new Promise<void>((resolve) => driver.once("driver ready", resolve));
  continueStartup();
  await isReady;
  const waiting = [...driver.controller.nodes.values()].filter(({ id }) => id !== 1);
  await Promise.all(waiting.map(interviewed));
  return { driver, mockNodes };
}

function interviewed(node: DriverNode): Promise<void> {
  return node.ready ? Promise.resolve() : new Promise((resolve) => node.once("ready", resolve));
}
