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
  timer,
  translated,
  uuid,
  verified,
  volume,
  weather,
} from "./expected.ts";
import type { EitherOutcome, ExpectedCall, Request } from "./expected.ts";

type Calls = readonly ExpectedCall[];

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const titled = (text: string) => text.split(" ").map(capital).join(" ");

/** A name or a short phrase, with or without its capitals. */
const names = (...texts: readonly string[]) =>
  distinct(texts.flatMap((text) => [text, capital(text), titled(text), text.toLowerCase()]));

/** A sentence, with or without its capital and the mark at its end. */
const sentences = (...texts: readonly string[]) =>
  distinct(
    texts
      .flatMap((text) => [text, capital(text)])
      .flatMap((text) => [text, `${text}.`, `${text}?`, `${text}!`]),
  );

const any = (...alternatives: readonly (readonly Calls[])[]): EitherOutcome => either(...alternatives.flat());

/** One after the other. */
const both = (first: readonly Calls[], second: readonly Calls[]): EitherOutcome =>
  either(...first.flatMap((one) => second.map((other) => [...one, ...other])));

const sums = (...expressions: readonly string[]): Calls[] =>
  distinct(expressions.flatMap((text) => [text, text.replaceAll(" ", "")])).map(calculated);
const searches = (...queries: readonly string[]): Calls[] => sentences(...queries).map(searched);
const events = (
  titles: readonly string[],
  start: string,
  ...others: readonly Readonly<Record<string, unknown>>[]
): Calls[] =>
  names(...titles).flatMap((title) =>
    others.length === 0 ? [event(title, start)] : others.map((other) => event(title, start, other)),
  );
const messages = (recipients: readonly string[], ...texts: readonly string[]): Calls[] =>
  names(...recipients).flatMap((recipient) => sentences(...texts).map((text) => message(recipient, text)));
const plays = (...queries: readonly string[]): Calls[] => names(...queries).map(music);
const timers = (seconds: number, ...labels: readonly string[]): Calls[] => [
  timer(seconds),
  ...names(...labels).map((label) => timer(seconds, label)),
];
const forecasts = (location: string, ...dates: readonly (string | undefined)[]): Calls[] =>
  names(location).flatMap((place) =>
    dates.length === 0 ? [weather(place)] : dates.map((date) => weather(place, date)),
  );
const translations = (text: string, language: string): Calls[] =>
  sentences(text).map((sentence) => translated(sentence, language));
const alarms = (time: string): Calls[] =>
  distinct([time, `${time}:00`, `${time}:00Z`, local(`2026-11-17T${time}`).slice(11)]).map(alarm);
const recipes = (...ingredients: readonly string[]): Calls[] => names(...ingredients).map(recipe);
const tables = (restaurants: readonly string[], people: number, time: string): Calls[] =>
  names(...restaurants).map((restaurant) => table(restaurant, people, time));
/** "The heating" may be heard as the mode, too. */
const heated = (temperature: number): Calls[] => [
  thermostat(temperature),
  [{ name: "set_thermostat", args: { temperature, mode: "heat" } }],
];
const echoes = (...texts: readonly string[]): Calls[] => sentences(...texts).map(echoed);

export const deskRequests: readonly Request[] = [
  // list_zwave_devices
  ["Which devices do we have in the house?", devices],
  ["show me all the z-wave devices", devices],
  ["Could you give me a list of the smart devices here?", devices],
  ["I'd like an overview of every device in the house", devices],
  ["list devices", devices],

  // control_zwave_device
  ["Would you switch the hallway light on, please?", switched("Hallway Light", "on")],
  ["attic fan off", switched("Attic Fan", "off")],
  ["Get the coffee maker going", switched("Coffee Maker", "on")],
  ["trun off the garden lights", switched("Garden Lights", "off")],
  ["It's stuffy in here, can you start the living room fan?", switched("Living Room Fan", "on")],
  ["Bring the living room lamp down to 25 percent", dimmed("Living Room Lamp", 25)],
  [["Turn the lamp on", "the one in the bedroom"], switched("Bedroom Lamp", "on")],
  ["Switch off the fan please", asks],
  [
    "Shut the kitchen light off but leave the one in the hallway on",
    either(switched("Kitchen Light", "off"), [
      ...switched("Kitchen Light", "off"),
      ...switched("Hallway Light", "on"),
    ]),
  ],
  ["Please don't turn on the bedroom heater", noAction],
  ["I switched the garden lights off myself an hour ago", noAction],
  ["Turn on the dishwasher", noAction],

  // get_device_sensor_data
  ["How humid is it in the bathroom right now?", sensor("Bathroom Humidity Sensor")],
  ["Has the garage motion sensor picked anything up?", sensor("Garage Motion Sensor")],
  ["is the coffee maker on", sensor("Coffee Maker")],
  ["What does the bathroom humidity sensor say?", sensor("Bathroom Humidity Sensor")],
  ["Tell me how much power the bedroom heater is using", sensor("Bedroom Heater")],

  // verify_device
  ["Check whether the attic fan can be reached", verified("Attic Fan")],
  ["Is the hallway light responding?", verified("Hallway Light")],
  ["verify the garage motion sensor", verified("Garage Motion Sensor")],
  ["Please make sure the kitchen blinds are reachable", verified("Kitchen Blinds")],
  [["Can you verify a device for me?", "the coffee maker"], verified("Coffee Maker")],

  // set_thermostat
  ["Set the heating to 21 degrees", any(heated(21))],
  ["thermostat to 19.5", thermostat(19.5)],
  ["Could we have the house at 22 degrees, please?", thermostat(22)],
  ["I'm freezing, put the heating up to twenty-three", any(heated(23))],
  [["Change the thermostat, would you", "20 degrees"], thermostat(20)],
  ["Put the thermostat at 55 degrees", noAction],
  ["If I set the heating to 25, would that cost a lot?", noAction],

  // set_door_lock
  ["Lock the back door", lock("back door", true)],
  ["please unlock the front door for the plumber", lock("front door", false)],
  ["Would you make sure the garage door gets locked?", lock("garage door", true)],
  ["I need the back door unlocked", lock("back door", false)],
  [["Can you lock the door?", "the front one"], lock("front door", true)],
  ["Don't unlock the garage door yet", noAction],
  ["We locked the back door before we left this morning", noAction],

  // get_current_datetime
  ["What time is it?", datetime()],
  ["what's today's date", datetime()],
  ["Do you know what day it is today?", datetime()],
  ["What's the time in Tokyo at the moment?", datetime("Asia/Tokyo")],
  ["Tell me the current time in New York", datetime("America/New_York")],

  // calculate
  ["What's 18 times 24?", any(sums("18 * 24"))],
  ["work out 960 divided by 12", any(sums("960 / 12"))],
  ["How much is 145 plus 289?", any(sums("145 + 289"))],
  ["Calculate (12 + 8) * 3.5", any(sums("(12 + 8) * 3.5"))],
  ["Take 37 away from 120 for me", any(sums("120 - 37"))],

  // generate_uuid
  ["Generate a UUID", uuid],
  ["I need a new uuid", uuid],
  ["Could you make me a random UUID, please?", uuid],
  ["give me a fresh uuid for this record", uuid],
  ["One UUID, please", uuid],

  // echo
  ["Repeat after me: the meeting is over", any(echoes("the meeting is over"))],
  ["echo testing one two three", any(echoes("testing one two three"))],
  ['Echo "all is well"', any(echoes("all is well"))],
  ["Please repeat the following text: order number four is ready", any(echoes("order number four is ready"))],
  ["can you echo back hello world", any(echoes("hello world"))],

  // search_web
  ["Search the web for cheap garden furniture", any(searches("cheap garden furniture"))],
  [
    "look up how to descale a kettle online",
    any(searches("how to descale a kettle", "descale a kettle", "how to descale a kettle online")),
  ],
  [
    "Google the best vacuum cleaners for pet hair",
    any(searches("the best vacuum cleaners for pet hair", "best vacuum cleaners for pet hair")),
  ],
  [
    "Could you find something on the internet about growing tomatoes?",
    any(searches("growing tomatoes", "something about growing tomatoes", "about growing tomatoes")),
  ],
  [
    ["I'd like you to search the web", "opening hours of the city library"],
    any(searches("opening hours of the city library")),
  ],

  // control_speaker_volume
  ["Turn the volume up", volume("up")],
  ["The music is too loud, turn it down a little", volume("down")],
  ["set the volume to 35 percent", volume("set", 35)],
  ["Would you mute the speaker?", volume("mute")],
  ["You can unmute the speaker now", volume("unmute")],
  ["A bit louder, please", volume("up")],
  ["Don't mute the speaker, I'm listening", noAction],

  // create_calendar_event
  [
    "Put lunch with Sarah in my calendar for Wednesday at half past twelve",
    any(events(["lunch with Sarah"], "2026-11-18T12:30")),
  ],
  [
    "Add a dentist appointment to the calendar tomorrow at 10 am",
    any(events(["dentist", "dentist appointment", "a dentist appointment"], "2026-11-17T10:00")),
  ],
  [
    "Schedule a budget meeting for Friday at 2 pm, 45 minutes long",
    any(
      events(["budget meeting", "budget", "a budget meeting"], "2026-11-20T14:00", { durationMinutes: 45 }),
    ),
  ],
  [
    "new calender event: choir practice, Thursday 7:30 pm",
    any(events(["choir practice"], "2026-11-19T19:30")),
  ],
  [
    "Create an event called Parents' Evening on December 3rd at 6 pm",
    any(events(["Parents' Evening"], "2026-12-03T18:00")),
  ],
  [
    ["Put the car inspection in my calendar", "tomorrow at 9 am"],
    any(events(["car inspection", "the car inspection"], "2026-11-17T09:00")),
  ],
  ["I had a meeting with the accountant last Tuesday", noAction],

  // convert_currency
  ["How much is 50 dollars in euros?", currency(50, "USD", "EUR")],
  ["convert 120 GBP to USD", currency(120, "GBP", "USD")],
  ["What would 10000 yen be in pounds?", currency(10000, "JPY", "GBP")],
  ["Change 75 euros into Swiss francs", currency(75, "EUR", "CHF")],
  ["I'd like to know what 2500 rupees are in dollars", currency(2500, "INR", "USD")],
  [["Convert 80 euros for me, please", "to dollars"], currency(80, "EUR", "USD")],

  // send_message
  ["Text Anna that I'm running late", any(messages(["Anna"], "I'm running late", "that I'm running late"))],
  [
    "send a message to Peter saying the parcel has arrived",
    any(messages(["Peter"], "the parcel has arrived")),
  ],
  [
    "Let my wife know by text that dinner is ready",
    any(messages(["my wife", "wife"], "dinner is ready", "that dinner is ready")),
  ],
  ["Message Karen: see you at the station", any(messages(["Karen"], "see you at the station"))],
  [
    ["I want to send Daniel a text", "The keys are under the mat"],
    any(messages(["Daniel"], "The keys are under the mat", "the keys are under the mat")),
  ],
  ["Please don't text Paul about this", noAction],

  // play_music
  ["Play some jazz", any(plays("jazz", "some jazz"))],
  ["put on fleetwood mac", any(plays("fleetwood mac"))],
  [
    "I'd love to hear Yesterday by the Beatles",
    any(plays("Yesterday by the Beatles", "Yesterday the Beatles", "Yesterday Beatles")),
  ],
  ["Could you play the album Rumours?", any(plays("Rumours", "the album Rumours", "album Rumours"))],
  ["Play Adele", any(plays("Adele"))],
  ["We played Mozart all afternoon yesterday", noAction],

  // set_timer
  ["Set a timer for 10 minutes", timer(600)],
  ["timer, 45 seconds", timer(45)],
  ["Start a 12 minute timer for the pasta", any(timers(720, "pasta", "the pasta"))],
  ["Could you count down an hour and a half?", timer(5400)],
  ["Give me a twenty-minute timer, please", timer(1200)],
  [["I need a timer", "25 minutes"], timer(1500)],

  // add_to_shopping_list
  ["Add milk, eggs and butter to the shopping list", shopping("milk", "eggs", "butter")],
  ["put washing powder on the shoping list", shopping("washing powder")],
  ["We're out of coffee, add it to the shopping list", either(shopping("coffee"), shopping("Coffee"))],
  ["shopping list: onions, rice, olive oil", shopping("onions", "rice", "olive oil")],
  ["I already put bread on the shopping list yesterday", noAction],

  // get_weather
  ["What's the weather like in Berlin today?", any(forecasts("Berlin", undefined, "2026-11-16"))],
  ["wether in bristol tomorrow", any(forecasts("bristol", "2026-11-17"))],
  ["Is it going to rain in Manchester on Thursday?", any(forecasts("Manchester", "2026-11-19"))],
  ["How cold will it get in Oslo on Saturday?", any(forecasts("Oslo", "2026-11-21"))],
  ["Give me the forecast for Madrid", any(forecasts("Madrid"))],
  [["I need the weather forecast", "Vienna"], any(forecasts("Vienna"))],

  // translate_text
  ["How do you say good morning in French?", any(translations("good morning", "fr"))],
  ['Translate "where is the station" into German', any(translations("where is the station", "de"))],
  ["tanslate happy birthday to spanish", any(translations("happy birthday", "es"))],
  ['Can you put "the bill, please" into Italian for me?', any(translations("the bill, please", "it"))],
  ["I need this in Portuguese: we will arrive late", any(translations("we will arrive late", "pt"))],
  [['Translate "good luck" for me', "into Japanese"], any(translations("good luck", "ja"))],

  // get_stock_price
  ["What's the share price of AAPL?", stock("AAPL")],
  ["stock price MSFT", stock("MSFT")],
  ["How is TSLA trading right now?", stock("TSLA")],
  ["Look up the current price of IBM shares", stock("IBM")],
  ["Could you check what NVDA stock costs at the moment?", stock("NVDA")],

  // set_alarm
  ["Wake me up at 6:30", any(alarms("06:30"))],
  ["set an alarm for 7 am", any(alarms("07:00"))],
  ["I have to get up early, alarm at quarter to six in the morning please", any(alarms("05:45"))],
  ["Could you set the alarm clock to 8:15 tommorow morning?", any(alarms("08:15"))],
  [["Set an alarm for me", "half past five in the morning"], any(alarms("05:30"))],
  ["There's no need to wake me at seven tomorrow", noAction],

  // find_recipe
  ["What can I cook with lentils?", any(recipes("lentils", "lentil"))],
  ["find me a recipe with salmon", any(recipes("salmon"))],
  ["Any recipes that use spinach?", any(recipes("spinach"))],
  [
    "I've got some leftover chicken, suggest a recipe for it",
    any(recipes("chicken", "leftover chicken", "some leftover chicken")),
  ],
  [["I'm looking for a recipe", "mushrooms"], any(recipes("mushrooms", "mushroom"))],

  // book_table
  ["Book a table for two at Luigi's tonight at 7 pm", any(tables(["Luigi's"], 2, "2026-11-16T19:00"))],
  [
    "Reserve a table at the Golden Dragon for six people on Friday at 8 pm",
    any(tables(["the Golden Dragon", "Golden Dragon"], 6, "2026-11-20T20:00")),
  ],
  [
    "I'd like a reservation at Bella Vista tomorrow, 6:30 pm, five of us",
    any(tables(["Bella Vista"], 5, "2026-11-17T18:30")),
  ],
  [
    "table for 3 at the Old Mill, saturday 1 pm",
    any(tables(["the Old Mill", "Old Mill"], 3, "2026-11-21T13:00")),
  ],
  [
    ["Get us a table at Marino tonight at 8 pm", "four people"],
    any(tables(["Marino"], 4, "2026-11-16T20:00")),
  ],

  // Several in one sentence
  [
    "Turn off the living room lamp and lock the front door",
    [...switched("Living Room Lamp", "off"), ...lock("front door", true)],
  ],
  ["List all the devices and then tell me what time it is", [...devices, ...datetime()]],
  [
    "Read the bathroom humidity sensor and check that the attic fan is reachable",
    [...sensor("Bathroom Humidity Sensor"), ...verified("Attic Fan")],
  ],
  [
    "Set the thermostat to 18 and switch the bedroom heater off",
    [...thermostat(18), ...switched("Bedroom Heater", "off")],
  ],
  ["what's 14 times 12, and generate a uuid please", both(sums("14 * 12"), [uuid])],
  [
    'Unmute the speaker and then echo "dinner is served"',
    both([volume("unmute")], echoes("dinner is served")),
  ],
  [
    "Search the web for used pianos and give me the weather for Leeds tomorrow",
    both(searches("used pianos"), forecasts("Leeds", "2026-11-17")),
  ],
  [
    "Convert 200 euros to pounds and get me the stock price of AMZN",
    [...currency(200, "EUR", "GBP"), ...stock("AMZN")],
  ],
  [
    "play some Miles Davis and set the volume to 30",
    both(plays("Miles Davis", "some Miles Davis"), [volume("set", 30)]),
  ],
  ["Start a timer for 8 minutes and put eggs on the shopping list", [...timer(480), ...shopping("eggs")]],
  [
    "Set an alarm for 6:15 am and turn the bedroom lamp off",
    both(alarms("06:15"), [switched("Bedroom Lamp", "off")]),
  ],
  [
    "Find a recipe with pumpkin, and add cream to the shopping list",
    both(recipes("pumpkin"), [shopping("cream")]),
  ],
  [
    "Book a table at Carlo's for four on Saturday at 7:30 pm and text Nina that it's all arranged",
    both(
      tables(["Carlo's"], 4, "2026-11-21T19:30"),
      messages(["Nina"], "it's all arranged", "that it's all arranged"),
    ),
  ],
  [
    "Switch the coffee maker on and dim the kitchen light to 40%",
    [...switched("Coffee Maker", "on"), ...dimmed("Kitchen Light", 40)],
  ],
  [
    "Is there any movement in the garage? And please lock the garage door",
    [...sensor("Garage Motion Sensor"), ...lock("garage door", true)],
  ],
  [
    "Put yoga class in my calendar for Sunday at 10 am and set an alarm for 8 am",
    both(events(["yoga class", "yoga"], "2026-11-22T10:00"), alarms("08:00")),
  ],

  // What no tool does, and small talk
  ["Good morning, how are you?", noAction],
  ["Thanks, that was very helpful", noAction],
  ["Order me a pizza with extra cheese", noAction],
  ["Vacuum the living room", noAction],
  ["can you print the report on my desk", noAction],
  ["Book me a flight to Rome", noAction],
  ["Unlock the cellar door", noAction],
  ['Translate "good evening" into Polish', noAction],
  ["I had such a long day at the office", noAction],
  ["Pay the electricity bill, please", noAction],
  ["You're a good assistant", noAction],
  ["Feed the cat", noAction],
];
