import type { ValuePlace } from "../zwave-topics.ts";

/** One value of a simulated node, as the gateway knows it. */
export interface NodeValue extends ValuePlace {
  readonly label: string;
  readonly type: "boolean" | "number";
  /** What may be written: values without it are only reported. */
  readonly writeable?: { readonly min: number; readonly max: number } | "boolean";
  readonly unit?: string;
  /** What the numbers mean. */
  readonly states?: Readonly<Record<number, string>>;
  /** The property that follows when this one is written: a target's current value. */
  readonly current?: string;
  readonly value: boolean | number;
}

const atRoot = { endpoint: 0 } as const;

export function binarySwitch(isOn: boolean): NodeValue[] {
  const common = { ...atRoot, commandClass: "switch_binary", type: "boolean", value: isOn } as const;
  return [
    { ...common, property: "currentValue", label: "Current value" },
    {
      ...common,
      property: "targetValue",
      label: "Target value",
      writeable: "boolean",
      current: "currentValue",
    },
  ];
}

export function dimmer(level: number): NodeValue[] {
  const common = { ...atRoot, commandClass: "switch_multilevel", type: "number", value: level } as const;
  return [
    { ...common, property: "currentValue", label: "Current value" },
    {
      ...common,
      property: "targetValue",
      label: "Target value",
      writeable: { min: 0, max: 99 },
      current: "currentValue",
    },
  ];
}

export function thermostat(setpoint: number, temperature: number): NodeValue[] {
  return [
    {
      ...atRoot,
      commandClass: "thermostat_mode",
      property: "mode",
      label: "Thermostat mode",
      type: "number",
      writeable: { min: 0, max: 1 },
      states: { 0: "Off", 1: "Heat" },
      value: 1,
    },
    {
      ...atRoot,
      commandClass: "thermostat_setpoint",
      property: "setpoint",
      propertyKey: "1",
      label: "Setpoint (Heating)",
      type: "number",
      writeable: { min: 5, max: 30 },
      unit: "°C",
      value: setpoint,
    },
    sensor("Air temperature", temperature, "°C"),
  ];
}

export function doorLock(isLocked: boolean): NodeValue[] {
  const common = {
    ...atRoot,
    commandClass: "door_lock",
    type: "number",
    states: { 0: "Unsecured", 255: "Secured" },
    value: isLocked ? 255 : 0,
  } as const;
  return [
    { ...common, property: "currentMode", label: "Current lock mode" },
    {
      ...common,
      property: "targetMode",
      label: "Target lock mode",
      writeable: { min: 0, max: 255 },
      current: "currentMode",
    },
    battery(82),
  ];
}

export function garageDoor(isOpen: boolean): NodeValue[] {
  const common = {
    ...atRoot,
    commandClass: "barrier_operator",
    type: "number",
    value: isOpen ? 255 : 0,
  } as const;
  return [
    {
      ...common,
      property: "currentState",
      label: "Current Barrier State",
      states: { 0: "Closed", 252: "Closing", 253: "Stopped", 254: "Opening", 255: "Open" },
    },
    {
      ...common,
      property: "targetState",
      label: "Target Barrier State",
      states: { 0: "Closed", 255: "Open" },
      writeable: { min: 0, max: 255 },
      current: "currentState",
    },
  ];
}

export function motionSensor(isMotion: boolean): NodeValue {
  return {
    ...atRoot,
    commandClass: "notification",
    property: "Home Security",
    propertyKey: "Motion sensor status",
    label: "Motion sensor status",
    type: "number",
    states: { 0: "idle", 8: "Motion detection" },
    value: isMotion ? 8 : 0,
  };
}

export function contactSensor(isOpen: boolean): NodeValue {
  return {
    ...atRoot,
    commandClass: "notification",
    property: "Access Control",
    propertyKey: "Door state (simple)",
    label: "Door state (simple)",
    type: "number",
    states: { 22: "Window/door is open", 23: "Window/door is closed" },
    value: isOpen ? 22 : 23,
  };
}

export function sensor(label: string, value: number, unit: string): NodeValue {
  return {
    ...atRoot,
    commandClass: "sensor_multilevel",
    property: label,
    label,
    type: "number",
    unit,
    value,
  };
}

export function powerMeter(watts: number): NodeValue {
  return {
    ...atRoot,
    commandClass: "meter",
    property: "value",
    propertyKey: "66049",
    label: "Electric Consumption [W]",
    type: "number",
    unit: "W",
    value: watts,
  };
}

export function battery(percent: number): NodeValue {
  return {
    ...atRoot,
    commandClass: "battery",
    property: "level",
    label: "Battery level",
    type: "number",
    unit: "%",
    value: percent,
  };
}
