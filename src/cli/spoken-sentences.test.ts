import assert from "node:assert/strict";
import test from "node:test";
import { ToolExecutor } from "../calls/executor.ts";
import { ToolManager } from "../tools/manager.ts";
import type { Session } from "./session.ts";
import { createSentenceFinder } from "./spoken-sentences.ts";

test("[VOX-5] a house that cannot be asked keeps the names by which it was understood", async () => {
  let devices: { name: string }[] | undefined = [{ name: "Fan" }];
  const tools = new ToolManager();
  tools.add([
    {
      name: "list_zwave_devices",
      description: "Lists the devices",
      schema: { type: "object", properties: {} },
      invoke() {
        if (devices === undefined) throw new Error("The broker cannot be reached");
        return { devices };
      },
    },
  ]);
  const config = { settings: { operator: {}, tools: {} } } as Session["config"];
  const find = createSentenceFinder({ tools, config, executor: new ToolExecutor({ tools }) });
  const names = async () => (await find()).map(({ values }) => values?.["deviceName"])[0];
  assert.deepEqual(await names(), ["Fan"]);
  devices = undefined;
  assert.deepEqual(await names(), ["Fan"]);
  devices = [{ name: "Fan" }, { name: "Pump" }];
  assert.deepEqual(await names(), ["Fan", "Pump"]);
});
