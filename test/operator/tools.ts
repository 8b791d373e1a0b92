import { builtinTools } from "../../src/tools/builtins/index.ts";
import type { Tool } from "../../src/tools/tool.ts";

const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const define = (
  name: string,
  description: string,
  properties: Readonly<Record<string, unknown>> = {},
  required: readonly string[] = Object.keys(properties),
): Tool => ({ name, description, schema: object(properties, required), invoke: () => "done" });

export const deviceNames: readonly string[] = [
  "Kitchen Light",
  "Kitchen Blinds",
  "Living Room Lamp",
  "Living Room Fan",
  "Bedroom Lamp",
  "Bedroom Heater",
  "Hallway Light",
  "Coffee Maker",
  "Garden Lights",
  "Garage Motion Sensor",
  "Bathroom Humidity Sensor",
  "Attic Fan",
];

const deviceName = { type: "string", description: "The name of the device, as it is listed" };
const currencyCode = { type: "string", enum: ["USD", "EUR", "GBP", "JPY", "CHF", "SEK", "INR"] };

const houseTools: readonly Tool[] = [
  define("list_zwave_devices", "Lists all Z-Wave devices of the house with their rooms and states."),
  define(
    "control_zwave_device",
    "Turns a light, a switch or another Z-Wave device on or off, or dims it to a level.",
    {
      deviceName,
      action: { type: "string", enum: ["on", "off", "dim"] },
      level: { type: "integer", minimum: 0, maximum: 100, description: "Brightness in percent, for dim" },
    },
    ["deviceName", "action"],
  ),
  define(
    "get_device_sensor_data",
    "Reads what a device measures and its state: temperature, humidity, motion, power, on or off.",
    { deviceName },
  ),
  define("verify_device", "Checks that a device can be reached and answers.", { deviceName }),
  define(
    "set_thermostat",
    "Sets the temperature that the heating keeps the house at.",
    {
      temperature: {
        type: "number",
        minimum: 5,
        maximum: 30,
        description: "Target temperature in degrees Celsius",
      },
      mode: { type: "string", enum: ["heat", "cool", "auto"] },
    },
    ["temperature"],
  ),
  define("set_door_lock", "Locks or unlocks a door.", {
    door: { type: "string", enum: ["front door", "back door", "garage door"] },
    locked: { type: "boolean", description: "true to lock it, false to unlock it" },
  }),
];

const everydayTools: readonly Tool[] = [
  define("search_web", "Searches the web and returns the best results.", {
    query: { type: "string", minLength: 1, description: "What to search for" },
  }),
  define(
    "control_speaker_volume",
    "Changes the volume of the speaker: turns it up or down, sets it to a level, mutes it or unmutes it.",
    {
      action: { type: "string", enum: ["up", "down", "set", "mute", "unmute"] },
      level: { type: "integer", minimum: 0, maximum: 100, description: "The volume in percent, for set" },
    },
    ["action"],
  ),
  define(
    "create_calendar_event",
    "Creates an event, such as a meeting or an appointment, in the calendar.",
    {
      title: { type: "string", description: "What the event is called" },
      start: { type: "string", format: "date-time", description: "When it starts" },
      durationMinutes: { type: "integer", minimum: 5, description: "How long it takes, in minutes" },
      location: { type: "string", description: "Where it takes place" },
    },
    ["title", "start"],
  ),
  define("convert_currency", "Converts an amount of money from one currency to another.", {
    amount: { type: "number", minimum: 0 },
    from: currencyCode,
    to: currencyCode,
  }),
  define("send_message", "Sends a text message to a person.", {
    recipient: { type: "string", description: "Who gets the message" },
    text: { type: "string", description: "What the message says" },
  }),
  define("play_music", "Plays music: a song, an artist, an album or a genre.", {
    query: { type: "string", description: "What to play" },
  }),
  define(
    "set_timer",
    "Starts a countdown timer that rings when the time is over.",
    {
      durationSeconds: { type: "integer", minimum: 1, description: "How long, in seconds" },
      label: { type: "string", description: "What the timer is for" },
    },
    ["durationSeconds"],
  ),
  define("add_to_shopping_list", "Puts items on the shopping list.", {
    items: { type: "array", items: { type: "string" }, minItems: 1 },
  }),
  define(
    "get_weather",
    "Gives the weather forecast for a place: temperature, rain, wind, sun or snow.",
    {
      location: { type: "string", description: "City or region" },
      date: { type: "string", format: "date", description: "The day; today if it is left out" },
    },
    ["location"],
  ),
  define("translate_text", "Translates a text into another language.", {
    text: { type: "string", description: "The text to translate" },
    targetLanguage: { type: "string", enum: ["en", "fr", "de", "es", "it", "ja", "pt"] },
  }),
  define("get_stock_price", "Gives the current price of a share on the stock market.", {
    symbol: { type: "string", pattern: "^[A-Z.]{1,6}$", description: "Ticker symbol, such as AAPL" },
  }),
  define("set_alarm", "Sets an alarm clock that wakes somebody up.", {
    time: { type: "string", format: "time" },
  }),
  define("find_recipe", "Finds recipes to cook with an ingredient.", {
    ingredient: { type: "string" },
  }),
  define("book_table", "Books a table at a restaurant, a reservation for some people.", {
    restaurant: { type: "string", description: "The name of the restaurant" },
    people: { type: "integer", minimum: 1, maximum: 20, description: "How many guests come" },
    time: { type: "string", format: "date-time" },
  }),
];

/** Twenty-four tools that have nothing to do with one another, none of them with a template. */
export const tools: readonly Tool[] = [...houseTools, ...builtinTools.slice(0, 4), ...everydayTools];
