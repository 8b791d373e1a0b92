import { ToolError } from "../calls/failure.ts";
import type { Command } from "./confirmed-command.ts";
import { kindOf, mainValueOf, toZwaveLevel } from "./device-state.ts";
import type { DeviceValue, ZwaveDevice } from "./zwave-device.ts";

type SwitchAction = "on" | "off" | "dim";

export interface SwitchArguments {
  readonly deviceName: string;
  readonly action: SwitchAction;
  readonly level?: number;
}

/** "As bright as it was", for dimmers. */
const lastLevel = 255;
/** A device may round a level in its own way. */
const levelTolerance = 1;
/** What is lost on the way between two scales. */
const temperatureTolerance = 0.1;

/** What has to be sent for on, off and dim. Throws where the device cannot do that, with what can. */
export function toSwitchCommand(device: ZwaveDevice, { action, level }: SwitchArguments): Command {
  const kind = kindOf(device);
  const state = stateOf(device);
  if (kind === "dimmer") return toDimmerCommand(device, state, action, level);
  if (kind !== "switch") throw wrongTool(device);
  if (action === "dim")
    throw new ToolError("invalid_arguments", `"${device.name}" cannot be dimmed, only turned on or off.`);
  const wanted = action === "on";
  return { device, state, target: "targetValue", wanted, isDone: (value) => value === wanted };
}

function toDimmerCommand(
  device: ZwaveDevice,
  state: DeviceValue,
  action: SwitchAction,
  level: number | undefined,
): Command {
  const command = { device, state, target: "targetValue" };
  if (action === "dim" && level === undefined)
    throw new ToolError("invalid_arguments", `To dim "${device.name}", give a level from 0 to 100.`);
  if (action === "on" && (level === undefined || level === 0))
    return { ...command, wanted: lastLevel, isDone: (value) => Number(value) > 0 };
  const wanted = action === "off" ? 0 : toZwaveLevel(level ?? 0);
  const isDone = (value: unknown) =>
    wanted === 0 ? value === 0 : Number(value) > 0 && Math.abs(Number(value) - wanted) <= levelTolerance;
  return { ...command, wanted, isDone };
}

export function toSetpointCommand(device: ZwaveDevice, temperature: number): Command {
  // Heating is 1 and cooling 2, for modes as for setpoints; in other modes the first setpoint is the one that counts.
  const mode = device.find("thermostat_mode", "mode")?.value;
  const state =
    (mode === 2 ? device.find("thermostat_setpoint", "setpoint", "2") : undefined) ??
    device.find("thermostat_setpoint", "setpoint", "1") ??
    stateOf(device);
  const unit = device.unitOf(state) ?? "°C";
  const [coldest, hottest] = unit.includes("F") ? [40, 95] : [4, 35];
  if (temperature < coldest || temperature > hottest)
    throw new ToolError(
      "invalid_arguments",
      `${temperature} ${unit} is out of reach: "${device.name}" takes ${coldest} to ${hottest} ${unit}.`,
    );
  const isDone = (value: unknown) => Math.abs(Number(value) - temperature) <= temperatureTolerance;
  return { device, state, wanted: temperature, isDone };
}

/** The value by which the device tells what it is doing. */
export function stateOf(device: ZwaveDevice): DeviceValue {
  const state = mainValueOf(device);
  if (state === undefined) throw wrongTool(device);
  return state;
}

const toolsByKind = {
  thermostat: "Use set_thermostat.",
  lock: "Use control_lock.",
  "garage door": "Use control_garage_door.",
  sensor: "Use get_device_sensor_data to read it.",
} as const;

function wrongTool(device: ZwaveDevice): ToolError {
  const kind = kindOf(device);
  const hint = kind === "switch" || kind === "dimmer" ? "" : ` ${toolsByKind[kind]}`;
  return new ToolError("invalid_arguments", `"${device.name}" is a ${kind} and cannot be switched.${hint}`);
}
