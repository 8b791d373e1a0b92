import type { InvokeConfig } from "../tools/tool.ts";
import type { Command } from "./confirmed-command.ts";
import { stateOf, toSetpointCommand, toSwitchCommand, type SwitchArguments } from "./device-commands.ts";
import { describeState } from "./device-state.ts";
import type { HouseAccess } from "./house-access.ts";
import { deviceNameSchema, type HouseTool } from "./house-tool.ts";

interface ThermostatArguments {
  readonly deviceName?: string;
  readonly temperature: number;
}

interface DoorArguments<Action extends string> {
  readonly deviceName?: string;
  readonly action: Action;
}

/** Nothing is lost by switching a lamp; a door that opens lets people in. */
const harmless = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const needsApproval = { ...harmless, destructiveHint: true };

export function createControlTools(house: HouseAccess): HouseTool[] {
  return [controlDevice(house), setThermostat(house), controlLock(house), controlGarageDoor(house)];
}

function controlDevice(house: HouseAccess): HouseTool {
  return {
    name: "control_zwave_device",
    description:
      "Turns a switch or a lamp of the house on or off, or dims a lamp. It succeeds only when the device has reported its new state.",
    annotations: { ...harmless, title: "Switch or dim a device" },
    sentences: [
      "(turn|switch) (on|off) [the] {deviceName}",
      "(turn|switch) [the] {deviceName} (on|off)",
      "(dim) [the] {deviceName} to {level} [percent]",
    ],
    schema: {
      type: "object",
      properties: {
        deviceName: deviceNameSchema,
        action: { type: "string", enum: ["on", "off", "dim"], description: "What to do; dim needs a level." },
        level: {
          type: "number",
          minimum: 0,
          maximum: 100,
          description: "The brightness in percent, for dim: 0 is off, 100 is full.",
        },
      },
      required: ["deviceName", "action"],
      additionalProperties: false,
    },
    async invoke(args: SwitchArguments, config?: InvokeConfig) {
      const device = await house.findByWholeName(args.deviceName, config?.signal);
      return run(house, toSwitchCommand(device, args), config);
    },
  };
}

function setThermostat(house: HouseAccess): HouseTool {
  return {
    name: "set_thermostat",
    description: "Sets the temperature that a thermostat of the house is to keep.",
    annotations: { ...harmless, title: "Set a thermostat" },
    sentences: [
      "set [the] {deviceName} to {temperature} [degrees]",
      "set the (temperature|heating) to {temperature} [degrees]",
    ],
    schema: {
      type: "object",
      properties: {
        deviceName: { type: "string", description: "Which thermostat; not needed where there is only one." },
        temperature: { type: "number", description: "The temperature in the thermostat's own unit." },
      },
      required: ["temperature"],
      additionalProperties: false,
    },
    async invoke({ deviceName, temperature }: ThermostatArguments, config?: InvokeConfig) {
      const device = await house.findOfKind("thermostat", deviceName, config?.signal);
      return run(house, toSetpointCommand(device, temperature), config);
    },
  };
}

function controlLock(house: HouseAccess): HouseTool {
  return {
    name: "control_lock",
    description: "Locks or unlocks a door of the house.",
    annotations: { ...needsApproval, title: "Lock or unlock a door" },
    sentences: ["(lock|unlock) [the] {deviceName}"],
    schema: doorSchema("Which lock; not needed where there is only one.", ["lock", "unlock"]),
    async invoke({ deviceName, action }: DoorArguments<"lock" | "unlock">, config?: InvokeConfig) {
      const device = await house.findOfKind("lock", deviceName, config?.signal);
      const wanted = action === "lock" ? 255 : 0;
      const isDone = (value: unknown) => value === wanted;
      return run(house, { device, state: stateOf(device), target: "targetMode", wanted, isDone }, config);
    },
  };
}

function controlGarageDoor(house: HouseAccess): HouseTool {
  return {
    name: "control_garage_door",
    description: "Opens or closes a garage door of the house.",
    annotations: { ...needsApproval, title: "Open or close a garage door" },
    sentences: ["(open|close) [the] {deviceName}"],
    schema: doorSchema("Which garage door; not needed where there is only one.", ["open", "close"]),
    async invoke({ deviceName, action }: DoorArguments<"open" | "close">, config?: InvokeConfig) {
      const device = await house.findOfKind("garage door", deviceName, config?.signal);
      // A door takes its time; that it moves is what can be waited for.
      const [wanted, moving] = action === "open" ? [255, 254] : [0, 252];
      const isDone = (value: unknown) => value === wanted || value === moving;
      return run(house, { device, state: stateOf(device), target: "targetState", wanted, isDone }, config);
    },
  };
}

function doorSchema(nameDescription: string, actions: readonly string[]) {
  return {
    type: "object",
    properties: {
      deviceName: { type: "string", description: nameDescription },
      action: { type: "string", enum: actions },
    },
    required: ["action"],
    additionalProperties: false,
  };
}

/** What the model reads is the state that came back, not the one that was asked for. */
async function run(house: HouseAccess, command: Command, config?: InvokeConfig): Promise<string> {
  await house.send(command, config?.signal);
  return `${command.device.name} is ${describeState(command.device) ?? "done"}.`;
}
