import {
  alarm,
  asks,
  calculated,
  currency,
  datetime,
  devices,
  dimmed,
  echoed,
  either,
  event,
  inTurn,
  local,
  lock,
  message,
  music,
  noAction,
  recipe,
  searched,
  sensor,
  shopping,
  stock,
  switched,
  table,
  thermostat,
  thermostatIn,
  timer,
  translated,
  uuid,
  verified,
  volume,
  weather,
} from "./expected.ts";
import type { EitherOutcome, ExpectedCall, Request } from "./expected.ts";

type Calls = readonly ExpectedCall[];

const casings = (text: string): readonly string[] => [
  ...new Set([text, text.charAt(0).toUpperCase() + text.slice(1)]),
];

/** A clock time, with or without seconds and offset. */
const wake = (time: string): EitherOutcome =>
  either(alarm(time), alarm(`${time}:00`), alarm(local(`2026-11-17T${time}`).slice(11)));

/** Any of these expressions, with or without spaces. */
const sum = (...expressions: readonly string[]): EitherOutcome =>
  either(
    ...[...new Set(expressions.flatMap((text) => [text, text.replaceAll(" ", "")]))].map((text) =>
      calculated(text),
    ),
  );

/** An event under any of these titles, their first letter capital or as it was said. */
const entry = (
  titles: readonly string[],
  start: string,
  others: Readonly<Record<string, unknown>> = {},
): EitherOutcome => either(...titles.flatMap(casings).map((title) => event(title, start, others)));

/** A message to any of these names, its first letter capital or as it was said. */
const texted = (recipients: readonly string[], ...texts: readonly string[]): EitherOutcome =>
  either(...recipients.flatMap((name) => texts.flatMap(casings).map((text) => message(name, text))));

const dimOnly: Calls = [
  { name: "control_zwave_device", args: { deviceName: "Bedroom Lamp", action: "dim" } },
];
const plain: readonly Request[] = [
  // The house
  ["What devices do we have in the house?", devices],
  ["Show me all the Z-Wave devices please", devices],
  ["Can you list the smart devices for me", devices],
  ["Turn on the kitchen light", switched("Kitchen Light", "on")],
  ["could you switch the coffee maker on please", switched("Coffee Maker", "on")],
  ["Garden lights off", switched("Garden Lights", "off")],
  ["I'd like the living room fan on, please", switched("Living Room Fan", "on")],
  ["Shut off the bedroom heater", switched("Bedroom Heater", "off")],
  ["Dim the living room lamp to 30 percent", dimmed("Living Room Lamp", 30)],
  ["bedroom lamp to twenty percent please", dimmed("Bedroom Lamp", 20)],
  ["Would you mind turning the light in the hallway off?", switched("Hallway Light", "off")],
  ["How humid is it in the bathroom?", sensor("Bathroom Humidity Sensor")],
  ["Is there any motion in the garage?", sensor("Garage Motion Sensor")],
  ["Is the coffee maker still on?", sensor("Coffee Maker")],
  ["What does the bathroom humidity sensor say right now", sensor("Bathroom Humidity Sensor")],
  ["Check whether the attic fan can be reached", verified("Attic Fan")],
  ["Is the garage motion sensor responding?", verified("Garage Motion Sensor")],
  ["Please verify the kitchen blinds", verified("Kitchen Blinds")],
  ["Set the thermostat to 21 degrees", thermostat(21)],
  ["Make it nineteen and a half degrees in the house", thermostat(19.5)],
  ["heating to 18 please", either(thermostat(18), thermostatIn("heat", 18))],
  ["Put the thermostat on cool at 24 degrees", thermostatIn("cool", 24)],
  ["Lock the front door", lock("front door", true)],
  ["Can you unlock the garage door for me?", lock("garage door", false)],
  ["Make sure the back door is locked", lock("back door", true)],

  // Clock, sums and small things
  ["What time is it?", datetime()],
  ["What's today's date", datetime()],
  ["Tell me what time it is in Tokyo", datetime("Asia/Tokyo")],
  ["What's 48 times 12?", sum("48 * 12")],
  ["calculate 1250 / 8", sum("1250 / 8")],
  ["How much is seventeen plus twenty-five", sum("17 + 25")],
  ["Work out (14 + 6) * 3 for me", sum("(14 + 6) * 3")],
  ["Generate a UUID", uuid],
  ["I need a new uuid for a database record", uuid],
  ["give me a random unique identifier", uuid],
  ["Echo hello world", echoed("hello world")],
  [
    'Repeat after me: "The quick brown fox"',
    either(echoed("The quick brown fox"), echoed('"The quick brown fox"')),
  ],
  ["echo testing one two three", echoed("testing one two three")],

  // The web and the speaker
  ["Search the web for cheap flights to Lisbon", searched("cheap flights to Lisbon")],
  ["Look up how to descale a kettle online", searched("how to descale a kettle")],
  ["please google vegan restaurants in Leeds", searched("vegan restaurants in Leeds")],
  ["Turn the volume up", volume("up")],
  ["Set the volume to 35", volume("set", 35)],
  ["Mute the speaker", volume("mute")],
  ["a bit quieter please", volume("down")],
  ["Volume at fifty percent", volume("set", 50)],
  ["You can unmute the speaker now", volume("unmute")],

  // Calendar
  ["Create an event called Team Lunch on Friday at 12:30", event("Team Lunch", "2026-11-20T12:30")],
  [
    "Schedule a dentist appointment for tomorrow at 3 pm",
    entry(["dentist appointment", "dentist"], "2026-11-17T15:00"),
  ],
  [
    "Put a meeting with Sandra in my calendar on Thursday at ten in the morning",
    entry(["meeting with Sandra"], "2026-11-19T10:00"),
  ],
  [
    "Add a budget review to the calendar tomorrow at 2pm for 45 minutes",
    entry(["budget review"], "2026-11-17T14:00", { durationMinutes: 45 }),
  ],

  [
    "Block two hours on Wednesday at 9 am for the workshop",
    entry(["workshop", "the workshop"], "2026-11-18T09:00", { durationMinutes: 120 }),
  ],

  // Money
  ["Convert 100 dollars to euros", currency(100, "USD", "EUR")],
  ["How much is 250 GBP in JPY?", currency(250, "GBP", "JPY")],
  ["what are fifty Swiss francs in euros", currency(50, "CHF", "EUR")],
  ["I've got 3,000 rupees, what's that in pounds?", currency(3000, "INR", "GBP")],
  ["Get me the price of MSFT", stock("MSFT")],
  ["What's TSLA trading at?", stock("TSLA")],
  ["stock price for NVDA please", stock("NVDA")],

  // Messages and music
  ["Text Maria that I'm running ten minutes late", texted(["Maria"], "I'm running ten minutes late")],
  ["Send a message to Ben saying dinner is ready", texted(["Ben"], "dinner is ready")],
  ["Tell Mum I'll call her tonight", texted(["Mum"], "I'll call her tonight", "I'll call you tonight")],
  ["Let Peter know the parcel has arrived", texted(["Peter"], "the parcel has arrived")],
  ["Play some jazz", either(music("jazz"), music("some jazz"))],
  ["Put on Abbey Road by the Beatles", music("Abbey Road by the Beatles")],
  ["I want to hear Bohemian Rhapsody", music("Bohemian Rhapsody")],
  ["can you play Taylor Swift", music("Taylor Swift")],

  // Kitchen and alarms
  ["Set a timer for 10 minutes", timer(600)],
  ["start a countdown of ninety seconds", timer(90)],
  ["Timer for half an hour please", timer(1800)],
  ["Set an 8 minute timer for the pasta", either(timer(480, "pasta"), timer(480, "the pasta"), timer(480))],
  ["Put milk and eggs on the shopping list", shopping("milk", "eggs")],
  ["Add toilet paper to my shopping list", shopping("toilet paper")],
  [
    "We need butter, bread and bananas, please add them to the shopping list",
    shopping("butter", "bread", "bananas"),
  ],
  ["What's the weather like in Hamburg?", weather("Hamburg")],
  ["Will it rain in Manchester tomorrow?", weather("Manchester", "2026-11-17")],
  ["How's the weather going to be in Oslo on Saturday", weather("Oslo", "2026-11-21")],
  ["weather forecast for New York", weather("New York")],
  ["Translate good morning into French", translated("good morning", "fr")],
  ["How do you say where is the train station in Japanese?", translated("where is the train station", "ja")],
  ['Please translate "I have a reservation" to Spanish', translated("I have a reservation", "es")],
  ["Wake me up at 6:30", wake("06:30")],
  ["Set an alarm for seven in the morning", wake("07:00")],
  ["alarm at quarter to six am please", wake("05:45")],
  ["What can I cook with zucchini?", recipe("zucchini")],
  ["Find me a recipe with chickpeas", recipe("chickpeas")],
  ["I'm looking for recipes that use leftover rice", either(recipe("leftover rice"), recipe("rice"))],
  ["Book a table for four at Luigi's on Friday at 7 pm", table("Luigi's", 4, "2026-11-20T19:00")],
  [
    "Reserve a table at The Golden Lion tomorrow at 20:00 for 2 people",
    either(table("The Golden Lion", 2, "2026-11-17T20:00"), table("Golden Lion", 2, "2026-11-17T20:00")),
  ],
  [
    "Could you get us a table at Sakura tonight at eight, there are six of us",
    table("Sakura", 6, "2026-11-16T20:00"),
  ],
];

const several: readonly Request[] = [
  [
    "Turn off the kitchen light and lock the front door",
    [...switched("Kitchen Light", "off"), ...lock("front door", true)],
  ],
  [
    "Switch on the hallway light and the garden lights",
    [...switched("Hallway Light", "on"), ...switched("Garden Lights", "on")],
  ],
  [
    "Set the thermostat to 20 degrees and turn the bedroom heater off please",
    [...thermostat(20), ...switched("Bedroom Heater", "off")],
  ],
  [
    "Good night: lock the back door, turn off the living room lamp and wake me at 7 am",
    inTurn(lock("back door", true), switched("Living Room Lamp", "off"), wake("07:00")),
  ],
  [
    "Play some Mozart and turn the volume down",
    inTurn(either(music("Mozart"), music("some Mozart")), volume("down")),
  ],
  ["Add flour to the shopping list and set a timer for 25 minutes", [...shopping("flour"), ...timer(1500)]],
  [
    "What's the weather in Paris and what time is it there?",
    inTurn(weather("Paris"), datetime("Europe/Paris")),
  ],
  ["Check the price of AAPL and then GOOG", [...stock("AAPL"), ...stock("GOOG")]],
  [
    "Turn the coffee maker on, then tell me the weather in Dublin",
    [...switched("Coffee Maker", "on"), ...weather("Dublin")],
  ],
  [
    "Dim the bedroom lamp to 15% and set an alarm for 6 am",
    inTurn(dimmed("Bedroom Lamp", 15), wake("06:00")),
  ],
  [
    "Convert 20 euros to dollars and 20 pounds to dollars",
    [...currency(20, "EUR", "USD"), ...currency(20, "GBP", "USD")],
  ],
  [
    "Find a recipe with salmon and put lemons on the shopping list",
    [...recipe("salmon"), ...shopping("lemons")],
  ],
  [
    "Book a table for two at Bella Vista tomorrow at 7pm and text Julia that dinner is at seven",
    inTurn(table("Bella Vista", 2, "2026-11-17T19:00"), texted(["Julia"], "dinner is at seven")),
  ],
  [
    "Unlock the garage door and turn on the attic fan",
    [...lock("garage door", false), ...switched("Attic Fan", "on")],
  ],
  ["Generate a uuid and tell me the current time", [...uuid, ...datetime()]],
  [
    "Mute the speaker, turn off the living room fan and set the heating to 17 degrees",
    inTurn(
      volume("mute"),
      switched("Living Room Fan", "off"),
      either(thermostat(17), thermostatIn("heat", 17)),
    ),
  ],
];

const missing: readonly Request[] = [
  ["Set a timer", asks],
  ["Send a message to Daniel", asks],
  ["Book a table at Rossini", asks],
  ["Turn on the lamp", asks],
  ["Dim the bedroom lamp", either(asks, dimOnly)],
  ["Add something to the shopping list", asks],
  [["What's the weather like?", "Berlin"], weather("Berlin")],
  [["Set a timer", "fifteen minutes"], timer(900)],
  [["Lock the door", "the back door"], lock("back door", true)],
  [["Turn off the fan", "the one in the attic"], switched("Attic Fan", "off")],
  [["Set an alarm", "6:15 am"], wake("06:15")],
  [["Convert 80 euros", "to Swedish kronor"], currency(80, "EUR", "SEK")],
  [["Translate good night", "into Italian please"], translated("good night", "it")],
  [["Send a message to Daniel", "I'm stuck in traffic"], texted(["Daniel"], "I'm stuck in traffic")],
  [
    ["Book a table at Rossini for Saturday at 7:30 pm", "five people"],
    table("Rossini", 5, "2026-11-21T19:30"),
  ],
  [["Set a timer", "oh never mind"], noAction],
];

const nothing: readonly Request[] = [
  // Negation
  ["Don't turn on the kitchen light", noAction],
  ["Please do not unlock the front door", noAction],
  ["No need to set an alarm for tomorrow", noAction],
  ["I never said you should play music", noAction],
  ["Leave the bedroom heater off, don't touch it", either(noAction, switched("Bedroom Heater", "off"))],

  // Hypothetical, reported or past
  ["If I were cold I would set the thermostat to 25 degrees", noAction],
  ["What would happen if I unlocked the back door?", noAction],
  ["My husband turned off the garden lights yesterday", noAction],
  ["I was thinking about booking a table at Luigi's some day", noAction],
  ["Maria already sent a message to Ben", noAction],
  ["I set the alarm for six this morning and still overslept", noAction],

  // Chit-chat
  ["Hi there", noAction],
  ["Thanks a lot, that was great", noAction],
  ["How are you today?", noAction],
  ["I'm so tired after work", noAction],
  ["You're pretty clever, aren't you", noAction],
  ["Tell me a joke", noAction],
  ["My kids love music", noAction],
  ["I love the smell of coffee in the morning", noAction],

  // What no tool does
  ["Order me a pepperoni pizza", noAction],
  ["Vacuum the living room", noAction],
  ["Call a taxi to the airport", noAction],
  ["Delete all my emails", noAction],
  ["Print the quarterly report", noAction],
  ["Buy ten shares of AAPL", noAction],
  ["Take milk off the shopping list", noAction],
  ["Cancel my meeting with Sandra tomorrow", noAction],
  ["Write a poem about autumn", noAction],
  ["Turn on the dishwasher", noAction],

  // What it is able to do
  ["Can you do currency conversions?", noAction],
  ["Are you able to lock doors?", noAction],
  ["What languages can you translate into?", noAction],
  ["How does the thermostat work?", either(noAction, searched("How does the thermostat work"))],

  // Open to more than one reading, or too vague
  ["Do the usual", noAction],
  ["Turn it off", noAction],
  ["Make it nice and cosy in here", noAction],
  ["It's too dark in the hallway", either(noAction, switched("Hallway Light", "on"))],

  // Values that cannot be
  ["Set the thermostat to 85 degrees", noAction],
  ["Set the volume to 250 percent", noAction],
  ["Dim the living room lamp to 140 percent", noAction],
  ["Convert 100 dollars to bananas", noAction],
  ["Translate good morning into Klingon", noAction],
  ["Book a table for 60 people at Sakura tomorrow at 8 pm", noAction],
  ["Lock the fridge door", noAction],
];

/** Written without a look at the operator or at the other tables; later the operator was mended with them. */
export const blindRequests: readonly Request[] = [...plain, ...several, ...missing, ...nothing];
