import type { NodeName } from "../zwave-topics.ts";
import {
  battery,
  binarySwitch,
  contactSensor,
  dimmer,
  doorLock,
  garageDoor,
  motionSensor,
  powerMeter,
  sensor,
  thermostat,
  type NodeValue,
} from "./node-values.ts";

export interface PlannedNode extends NodeName {
  readonly product: string;
  readonly values: readonly NodeValue[];
}

/** The house of the demo and the tests; node 1 is the controller. */
export const housePlan: readonly PlannedNode[] = [
  plan(2, "Living Room", "Switch One", "Wall switch", binarySwitch(false)),
  plan(3, "Living Room", "Floor Lamp", "Dimmer", dimmer(0)),
  plan(4, "Kitchen", "Ceiling Light", "Wall switch", binarySwitch(false)),
  plan(5, "Kitchen", "Coffee Maker", "Plug with meter", [...binarySwitch(false), powerMeter(0.4)]),
  plan(6, "Bedroom", "Bedside Lamp", "Dimmer", dimmer(30)),
  plan(7, "Bedroom", "Fan", "Plug", binarySwitch(false)),
  plan(8, "Hallway", "Thermostat", "Thermostat", thermostat(20, 19.5)),
  plan(9, "Hallway", "Motion Sensor", "Motion sensor", [motionSensor(false), battery(91)]),
  plan(10, "Bathroom", "Climate Sensor", "Climate sensor", [
    sensor("Air temperature", 22.4, "°C"),
    sensor("Humidity", 58, "%"),
    battery(74),
  ]),
  plan(11, "Kitchen", "Back Door Sensor", "Contact", [contactSensor(false), battery(65)]),
  plan(12, "Entrance", "Front Door", "Door lock", doorLock(true)),
  plan(13, "Garage", "Garage Door", "Garage door", garageDoor(false)),
  // One without a room: its topics have a level less.
  plan(14, "", "Garden Pump", "Plug", binarySwitch(false)),
];

function plan(
  id: number,
  location: string,
  name: string,
  product: string,
  values: readonly NodeValue[],
): PlannedNode {
  return { id, location, name, product, values };
}
