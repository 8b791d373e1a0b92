import { ToolError } from "../calls/failure.ts";
import type { InvokeConfig } from "../tools/tool.ts";
import { nameDevices } from "./device-names.ts";
import { describeState, kindOf, mainValueOf } from "./device-state.ts";
import type { HouseAccess } from "./house-access.ts";
import { deviceNameSchema, withStructure, type HouseTool, type StructuredText } from "./house-tool.ts";
import { describeReading, describeSensorValue, readSensors } from "./sensor-readings.ts";
import { describeVerification, verifyDevice } from "./verify-device.ts";
import type { ZwaveDevice } from "./zwave-device.ts";

const oneDevice = {
  type: "object",
  properties: { deviceName: deviceNameSchema },
  required: ["deviceName"],
  additionalProperties: false,
};

export function createReadingTools(house: HouseAccess): HouseTool[] {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return [
    {
      name: "list_zwave_devices",
      description:
        "Lists the Z-Wave devices of the house: names, rooms, what kind they are, their state and whether they can be reached.",
      annotations: { ...annotations, title: "List the devices of the house" },
      sentences: ["(list|show) [me] [all] [the|my] devices", "(what|which) devices (are there|do I have)"],
      schema: { type: "object", properties: {}, additionalProperties: false },
      async invoke(_args, config?: InvokeConfig) {
        return listDevices(house, await house.devices(config?.signal));
      },
    },
    {
      name: "get_device_sensor_data",
      description:
        "Reads the state of a device of the house and what it measures: temperature, humidity, motion, whether a door is open, power, battery. Each value says how old it is.",
      annotations: { ...annotations, title: "Read a device's sensors" },
      sentences: [
        "(read|check) [the] {deviceName}",
        "what does [the] {deviceName} (say|show|measure)",
        "what is the (temperature|humidity|state) (of|at|from) [the] {deviceName}",
        "is [the] {deviceName} (on|off|open|closed|locked|unlocked)",
      ],
      schema: oneDevice,
      async invoke(args: { deviceName: string }, config?: InvokeConfig) {
        return readDevice(await house.find(args.deviceName, config?.signal));
      },
    },
    {
      name: "verify_device",
      description:
        "Asks a device of the house itself whether it can be reached and what its state is. Use it to check that a command was carried out.",
      annotations: { ...annotations, title: "Ask a device for its true state" },
      sentences: [
        "(verify|ping) [the] {deviceName}",
        "is [the] {deviceName} (working|reachable|alive|online)",
      ],
      schema: oneDevice,
      async invoke(args: { deviceName: string }, config?: InvokeConfig) {
        const device = await house.find(args.deviceName, config?.signal);
        house.checkGateway();
        const verification = await verifyDevice(house.network.api, device, config?.signal);
        return withStructure(describeVerification(verification), verification);
      },
    },
  ];
}

function readDevice(device: ZwaveDevice): StructuredText {
  const state = describeState(device);
  const readings = readSensors(device);
  const sentences = [
    ...(state === undefined ? [] : [`${device.name} is ${state}.`]),
    ...(readings.length === 0 ? [] : [`${device.name}: ${readings.map(describeReading).join(", ")}.`]),
  ];
  if (sentences.length === 0)
    throw new ToolError("failed", `"${device.name}" has not reported anything yet.`);
  return withStructure(sentences.join(" "), {
    device: device.name,
    ...(state !== undefined && { state }),
    readings,
  });
}

const gatewayStates = {
  true: "online",
  false: "offline: states may be old",
  undefined: "unknown: it has not said whether it is online",
} as const;

function listDevices({ network }: HouseAccess, devices: readonly ZwaveDevice[]) {
  const gateway = gatewayStates[`${network.api.isOnline}`];
  if (devices.length === 0) {
    const note = `Nothing is known under the topic "${network.prefix}". In zwave-js-ui, the MQTT gateway must be on, with named topics, this prefix and "retain", and the broker must let us read these topics.`;
    return { gateway, devices: [], note };
  }
  return {
    gateway,
    devices: Array.from(nameDevices(devices), ([name, device]) => ({
      name,
      ...(device.room !== "" && { room: device.room }),
      type: kindOf(device),
      state:
        describeState(device) ?? (mainValueOf(device) === undefined ? describeSensor(device) : "unknown"),
      ...(device.isReachable === false && {
        problem: `cannot be reached (${device.status ?? "not available"})`,
      }),
    })),
  };
}

/** A sensor's state is what it measures. */
function describeSensor(device: ZwaveDevice): string {
  return readSensors(device).map(describeSensorValue).join(", ");
}
