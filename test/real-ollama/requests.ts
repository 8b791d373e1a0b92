import type { ToolSuccess } from "../../src/calls/call.ts";
import type { ToolArguments } from "../../src/tools/tool.ts";

/** A call that a request asks for. */
export interface ExpectedCall {
  readonly tool: string;
  /** Whether the call did what was asked, however the model put it. */
  readonly accepts: (made: ToolSuccess) => boolean;
}

export interface HouseRequest {
  readonly text: string;
  /** All of them, in any order; none where words are enough. */
  readonly expected: readonly ExpectedCall[];
}

/** Arguments that are these and no others. What has a default may be said or left out. */
function call(tool: string, args: ToolArguments, defaults: ToolArguments = {}): ExpectedCall {
  const wanted = { ...defaults, ...args };
  return {
    tool,
    accepts: (made) => {
      const given = { ...defaults, ...made.args };
      const names = new Set([...Object.keys(wanted), ...Object.keys(given)]);
      return [...names].every((name) => isSame(given[name], wanted[name]));
    },
  };
}

/** Words are compared as people would: case and surrounding space mean nothing. */
function isSame(given: unknown, wanted: unknown): boolean {
  if (wanted instanceof RegExp) return typeof given === "string" && wanted.test(given);
  if (typeof given !== "string" || typeof wanted !== "string") return given === wanted;
  return given.trim().toLowerCase() === wanted.toLowerCase();
}

/** Any expression will do that comes to the right number. */
function calculation(result: number): ExpectedCall {
  return { tool: "calculate", accepts: ({ value }) => Number(value) === result };
}

/** The label of a timer is the model's to choose. */
function timer(minutes: number, label = /^/): ExpectedCall {
  return call("set_timer", { minutes, label }, { label: "" });
}

const lamp = (room: string, state: string) => call("switch_lamp", { room, state });
const dimmer = (room: string, level: number) => call("dim_lamp", { room, level });
const thermostat = (room: string, celsius: number) => call("set_thermostat", { room, celsius });
const weather = (city: RegExp, day: string) => call("get_weather", { city, day }, { day: "today" });

function search(query: RegExp, limit?: number): ExpectedCall {
  return {
    tool: "search_web",
    accepts: ({ args }) => isSame(args["query"], query) && (limit === undefined || args["limit"] === limit),
  };
}

/** In an order in which the first of each five are of different kinds. */
export const houseRequests: readonly HouseRequest[] = [
  { text: "Turn on the lamp in the kitchen.", expected: [lamp("kitchen", "on")] },
  { text: "Dim the living room lamp to 30 percent.", expected: [dimmer("living room", 30)] },
  { text: "What is the weather in Paris today?", expected: [weather(/paris/i, "today")] },
  { text: "What is 17 times 23?", expected: [calculation(391)] },
  { text: "Set a timer for 10 minutes.", expected: [timer(10)] },

  { text: "Please switch off the bedroom light.", expected: [lamp("bedroom", "off")] },
  { text: "Set the bedroom lamp to half brightness.", expected: [dimmer("bedroom", 50)] },
  { text: "Do I need an umbrella in Oslo tomorrow?", expected: [weather(/oslo/i, "tomorrow")] },
  { text: "How much is 15 percent of 240?", expected: [calculation(36)] },
  { text: "Set a timer for one hour.", expected: [timer(60)] },

  { text: "It is too dark in the office, put the lamp on.", expected: [lamp("office", "on")] },
  { text: "Heat the office to 21 degrees.", expected: [thermostat("office", 21)] },
  { text: "Which devices are in the bedroom?", expected: [call("list_devices", { room: "bedroom" })] },
  { text: "Search the web for the opening hours of the city library.", expected: [search(/library/i)] },
  { text: "Start a timer of 5 minutes for the eggs.", expected: [timer(5, /egg|^$/i)] },

  {
    text: "Turn off the kitchen lamp and the office lamp.",
    expected: [lamp("kitchen", "off"), lamp("office", "off")],
  },
  { text: "Make the living room 19.5 °C warm.", expected: [thermostat("living room", 19.5)] },
  { text: "List all devices in the house.", expected: [call("list_devices", {})] },
  { text: "Find 3 web pages about heat pumps.", expected: [search(/heat pump/i, 3)] },
  { text: "Thank you, that was all.", expected: [] },
];
