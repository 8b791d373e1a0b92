import { calculate } from "../../src/tools/builtins/calculate.ts";
import type { Tool } from "../../src/tools/tool.ts";

const room = {
  type: "string",
  enum: ["kitchen", "living room", "bedroom", "office"],
  description: "The room",
};

const switchLamp: Tool = {
  name: "switch_lamp",
  description: "Switches the lamp of a room on or off",
  schema: {
    type: "object",
    properties: { room, state: { type: "string", enum: ["on", "off"] } },
    required: ["room", "state"],
  },
  invoke: (args) => `The lamp in the ${String(args["room"])} is ${String(args["state"])}.`,
};

const dimLamp: Tool = {
  name: "dim_lamp",
  description: "Sets the brightness of a room's lamp",
  schema: {
    type: "object",
    properties: {
      room,
      level: { type: "number", minimum: 0, maximum: 100, description: "Brightness in percent, 0 to 100" },
    },
    required: ["room", "level"],
  },
  invoke: (args) => `The lamp in the ${String(args["room"])} is at ${String(args["level"])} percent.`,
};

const setThermostat: Tool = {
  name: "set_thermostat",
  description: "Sets the temperature to which a room is heated",
  schema: {
    type: "object",
    properties: {
      room,
      celsius: { type: "number", minimum: 5, maximum: 30, description: "Degrees Celsius" },
    },
    required: ["room", "celsius"],
  },
  invoke: (args) => `The ${String(args["room"])} is heated to ${String(args["celsius"])} °C.`,
};

const setTimer: Tool = {
  name: "set_timer",
  description: "Starts a timer that rings after a number of minutes",
  schema: {
    type: "object",
    properties: {
      minutes: { type: "number", minimum: 0, description: "How many minutes from now" },
      label: { type: "string", description: "What the timer is for" },
    },
    required: ["minutes"],
  },
  invoke: (args) => `A timer rings in ${String(args["minutes"])} minutes.`,
};

const getWeather: Tool = {
  name: "get_weather",
  description: "Gives the weather forecast for a city",
  schema: {
    type: "object",
    properties: {
      city: { type: "string" },
      day: { type: "string", enum: ["today", "tomorrow"], description: "Today unless said otherwise" },
    },
    required: ["city"],
  },
  invoke: (args) => ({ city: args["city"], day: args["day"] ?? "today", sky: "light rain", celsius: 14 }),
};

const listDevices: Tool = {
  name: "list_devices",
  description: "Lists the devices of the house, or of one room",
  schema: { type: "object", properties: { room } },
  invoke: (args) => {
    const rooms = args["room"] === undefined ? room.enum : [String(args["room"])];
    return rooms.flatMap((each) => [`${each} lamp`, `${each} thermostat`]);
  },
};

const searchWeb: Tool = {
  name: "search_web",
  description: "Searches the web and gives what was found",
  schema: {
    type: "object",
    properties: {
      query: { type: "string", description: "What to search for" },
      limit: { type: "integer", minimum: 1, maximum: 10, description: "How many results, 5 by default" },
    },
    required: ["query"],
  },
  invoke: (args) => ({
    query: args["query"],
    found: ["City guide: Monday to Saturday, 9:00 to 18:00", "Heat pumps explained", "A buyer's guide"],
  }),
};

/** A house and an office. None of the tools remembers anything: every request finds the same house. */
export const houseTools: readonly Tool[] = [
  switchLamp,
  dimLamp,
  setThermostat,
  setTimer,
  getWeather,
  calculate,
  listDevices,
  searchWeb,
];

/** These change something; a call to one of them that nobody asked for is wrong. */
export const actingTools: ReadonlySet<string> = new Set(
  [switchLamp, dimLamp, setThermostat, setTimer].map(({ name }) => name),
);
