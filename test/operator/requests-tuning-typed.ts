import {
  asks,
  calculated,
  currency,
  datetime,
  devices,
  dimmed,
  echoed,
  either,
  event,
  lock,
  inTurn,
  local,
  message,
  music,
  noAction,
  or,
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
  alarm,
} from "./expected.ts";
import type { ExpectedCall, Request } from "./expected.ts";

type Calls = readonly ExpectedCall[];

/** A text as it is, in lower case, with one capital and with a capital at each word. */
const cases = (text: string): readonly string[] => [
  ...new Set([
    text,
    text.toLowerCase(),
    text.slice(0, 1).toUpperCase() + text.slice(1),
    text.replace(/(^|\s)\S/g, (start) => start.toUpperCase()),
  ]),
];

const any = (make: (text: string) => Calls, ...texts: readonly string[]) =>
  either(...texts.flatMap(cases).map((text) => make(text)));

/** An expression with and without its spaces. */
const sum = (...expressions: readonly string[]) =>
  either(...expressions.flatMap((text) => [calculated(text), calculated(text.replaceAll(" ", ""))]));

/** Wakes at `07:00`, however the time is written. */
const wake = (time: string) =>
  either(
    alarm(time),
    alarm(`${time}:00`),
    alarm(local(`2026-11-16T${time}`).slice(11)),
    alarm(local(`2026-11-17T${time}`).slice(11)),
    alarm(`${time}:00Z`),
  );

const heating = (temperature: number) => either(thermostat(temperature), thermostatIn("heat", temperature));
const text = (recipients: readonly string[], ...texts: readonly string[]) =>
  or(
    ...recipients
      .flatMap(cases)
      .map((recipient) =>
        any((said) => message(recipient, said), ...texts.flatMap((said) => [said, `${said}.`, `${said}!`])),
      ),
  );

const entry = (titles: readonly string[], start: string, others: Readonly<Record<string, unknown>> = {}) =>
  any((title) => event(title, start, others), ...titles);

const labelled = (seconds: number, ...labels: readonly string[]) =>
  any((label) => timer(seconds, label), ...labels);

const forecast = (place: string, date?: string) => any((location) => weather(location, date), place);
const forecastToday = (place: string) => or(forecast(place), forecast(place, "2026-11-16"));

const into = (language: string, ...texts: readonly string[]) =>
  any((said) => translated(said, language), ...texts);

const booked = (restaurants: readonly string[], people: number, time: string) =>
  any((restaurant) => table(restaurant, people, time), ...restaurants);

/** As people type, by somebody who had seen nothing but the tools. The operator was mended with them. */
export const typedRequests: readonly Request[] = [
  // list_zwave_devices
  ["list my devices", devices],
  ["what devices do I have?", devices],
  ["show all z-wave devices", devices],
  ["can you show me every device in the house", devices],
  ["devices list pls", devices],

  // control_zwave_device
  ["kitchen light on", switched("Kitchen Light", "on")],
  ["turn off the hallway light", switched("Hallway Light", "off")],
  ["dim the bedroom lamp to 30", dimmed("Bedroom Lamp", 30)],
  ["could you switch the coffee maker on please", switched("Coffee Maker", "on")],
  ["living room lamp to 50%", dimmed("Living Room Lamp", 50)],
  ["trun on the garden lights", switched("Garden Lights", "on")],
  ["I'm cold, switch on the bedroom heater", switched("Bedroom Heater", "on")],

  // get_device_sensor_data
  ["what's the humidity in the bathroom?", sensor("Bathroom Humidity Sensor")],
  ["any motion in the garage?", sensor("Garage Motion Sensor")],
  ["is the coffee maker on?", sensor("Coffee Maker")],
  ["how much power is the attic fan using", sensor("Attic Fan")],
  ["read the bathroom humidity sensor", sensor("Bathroom Humidity Sensor")],
  ["are the garden lights still on", sensor("Garden Lights")],

  // verify_device
  ["check that the attic fan can be reached", verified("Attic Fan")],
  ["is the hallway light reachable?", verified("Hallway Light")],
  ["verify the coffee maker", verified("Coffee Maker")],
  ["can you reach the bedroom heater", verified("Bedroom Heater")],
  ["please check if the garage motion sensor is responding", verified("Garage Motion Sensor")],
  ["does the living room fan answer?", verified("Living Room Fan")],

  // set_thermostat
  ["set the thermostat to 21", heating(21)],
  ["thermostat 20.5", heating(20.5)],
  ["turn the heating down to 17", heating(17)],
  ["keep the house at 22 degrees", heating(22)],
  ["set thermostat to 24 in cool mode", thermostatIn("cool", 24)],

  // set_door_lock
  ["lock the front door", lock("front door", true)],
  ["unlock the back door please", lock("back door", false)],
  ["front door, unlock it", lock("front door", false)],
  ["lock the back dor", lock("back door", true)],
  ["I want the garage door unlocked", lock("garage door", false)],

  // get_current_datetime
  ["what time is it", datetime()],
  ["what's today's date?", datetime()],
  ["what day is it today", datetime()],
  ["time in Tokyo?", datetime("Asia/Tokyo")],
  ["can you tell me the current time please", datetime()],
  ["what time is it in london right now", datetime("Europe/London")],

  // calculate
  ["12 * 7", sum("12 * 7")],
  ["what's 144 divided by 12", sum("144 / 12")],
  ["calculate 3.5 + 8.25", sum("3.5 + 8.25")],
  ["how much is 19 times 23?", sum("19 * 23")],
  ["calculate (4 + 6) * 3", sum("(4 + 6) * 3")],
  ["what is 1000 minus 387", sum("1000 - 387")],

  // generate_uuid
  ["give me a uuid", uuid],
  ["genrate a new UUID", uuid],
  ["i need a uuid please", uuid],
  ["uuid", uuid],
  ["can you make me a random uuid?", uuid],
  ["create a fresh uuid for me", uuid],

  // echo
  ["echo hello world", any(echoed, "hello world")],
  ["echo: testing one two three", any(echoed, "testing one two three")],
  ['echo "is this thing on"', any(echoed, "is this thing on", '"is this thing on"')],
  ["please echo good evening", any(echoed, "good evening")],
  ["can you echo the text banana split", any(echoed, "banana split")],
  ["echo back the words red green blue", any(echoed, "red green blue")],

  // search_web
  ["search the web for cheap running shoes", any(searched, "cheap running shoes")],
  ["google how to fix a leaky tap", any(searched, "how to fix a leaky tap", "fix a leaky tap")],
  ["look up the history of chess online", any(searched, "the history of chess", "history of chess")],
  ["web search: best budget laptop", any(searched, "best budget laptop")],
  ["could you search for hotels in lisbon", any(searched, "hotels in lisbon")],
  [
    "find me something on the internet about bee keeping",
    any(searched, "bee keeping", "beekeeping", "something about bee keeping", "about bee keeping"),
  ],

  // control_speaker_volume
  ["volume up", volume("up")],
  ["set the volume to 30", volume("set", 30)],
  ["mute the speaker", volume("mute")],
  ["turn the volume down a bit please", volume("down")],
  ["unmute", volume("unmute")],
  ["speaker volume 45%", volume("set", 45)],

  // create_calendar_event
  [
    "add a dentist appointment tomorrow at 3pm",
    entry(["dentist", "dentist appointment", "a dentist appointment"], "2026-11-17T15:00"),
  ],
  [
    "schedule a meeting with sam on friday at 10am",
    entry(["meeting with sam", "a meeting with sam"], "2026-11-20T10:00"),
  ],
  ["put yoga class in my calendar for thursday 18:30", entry(["yoga class", "yoga"], "2026-11-19T18:30")],
  ["create an event called team lunch on wednesday at noon", entry(["team lunch"], "2026-11-18T12:00")],
  [
    "calendar: haircut tomorrow 11am for 45 minutes",
    entry(["haircut"], "2026-11-17T11:00", { durationMinutes: 45 }),
  ],
  [
    "I have a job interview on november 24 at 2 pm, put it in the calendar",
    entry(["job interview", "a job interview"], "2026-11-24T14:00"),
  ],

  // convert_currency
  ["how much is 50 dollars in euros", currency(50, "USD", "EUR")],
  ["convert 100 GBP to JPY", currency(100, "GBP", "JPY")],
  ["200 swiss francs in dollars?", currency(200, "CHF", "USD")],
  ["what's 75 euros in pounds", currency(75, "EUR", "GBP")],
  ["12.50 eur to sek", currency(12.5, "EUR", "SEK")],

  // send_message
  ["text mom i'm running late", text(["mom"], "i'm running late", "i am running late")],
  ["send a message to Anna saying dinner is ready", text(["Anna"], "dinner is ready")],
  ["message ben: see you at 8", text(["ben"], "see you at 8")],
  [
    "tell Carla that the keys are under the mat",
    text(["Carla"], "the keys are under the mat", "keys are under the mat"),
  ],
  ["send dad a text that says happy birthday", text(["dad"], "happy birthday")],
  ["can you text my sister good luck today", text(["my sister", "sister"], "good luck today", "good luck")],

  // play_music
  ["play some jazz", any(music, "jazz", "some jazz", "jazz music")],
  [
    "play bohemian rhapsody by queen",
    any(music, "bohemian rhapsody by queen", "bohemian rhapsody queen", "bohemian rhapsody, queen"),
  ],
  ["I'd like to listen to Miles Davis", any(music, "Miles Davis")],
  ["plya some rock music", any(music, "rock music", "rock", "some rock music", "some rock")],
  [
    "could you play the album thriller",
    any(music, "thriller", "the album thriller", "album thriller", "thriller album"),
  ],

  // set_timer
  ["timer 10 minutes", timer(600)],
  ["start a 2 hour countdown", timer(7200)],
  ["pasta timer, 9 minutes", or(labelled(540, "pasta", "pasta timer"), timer(540))],
  ["set a 5 min timer for the eggs", or(labelled(300, "eggs", "the eggs"), timer(300))],
  ["can you set a timer for an hour and a half", timer(5400)],

  // add_to_shopping_list
  ["add milk to the shopping list", any(shopping, "milk")],
  ["put bread and butter on my shopping list", shopping("bread", "butter")],
  ["shopping list: eggs, flour, sugar", shopping("eggs", "flour", "sugar")],
  ["we're out of coffee, put it on the shopping list", any(shopping, "coffee")],
  ["add bananas, apples and yogurt to the shoping list please", shopping("bananas", "apples", "yogurt")],

  // get_weather
  ["weather in paris", forecastToday("paris")],
  ["will it rain in London tomorrow?", forecast("London", "2026-11-17")],
  ["how warm is it in Madrid today", forecastToday("Madrid")],
  ["forcast for berlin on friday", forecast("berlin", "2026-11-20")],
  ["is it going to snow in oslo on wednesday", forecast("oslo", "2026-11-18")],

  // translate_text
  ["translate good morning to french", into("fr", "good morning")],
  ["how do you say thank you in japanese?", into("ja", "thank you")],
  [
    "translate 'where is the station' into german",
    into("de", "where is the station", "where is the station?", "'where is the station'"),
  ],
  ["what's happy birthday in italian", into("it", "happy birthday")],
  ["say i love you in spanish", into("es", "i love you")],
  [
    'can you translate "see you tomorrow" into portuguese',
    into("pt", "see you tomorrow", '"see you tomorrow"'),
  ],

  // get_stock_price
  ["AAPL stock price", stock("AAPL")],
  ["what's TSLA trading at?", stock("TSLA")],
  ["price of MSFT shares please", stock("MSFT")],
  ["how much is one share of NVDA right now", stock("NVDA")],
  ["what is the current price of GOOG stock", stock("GOOG")],

  // set_alarm
  ["wake me at 6:30 am", wake("06:30")],
  ["alarm 5:45 am", wake("05:45")],
  ["please wake me up at 8 in the morning", wake("08:00")],
  ["can you set the alarm for quarter past six am", wake("06:15")],
  ["i need an alarm at 14:20", wake("14:20")],

  // find_recipe
  ["what can I cook with chicken?", any(recipe, "chicken")],
  ["find a recipe with salmon", any(recipe, "salmon")],
  ["recipies with eggplant", any(recipe, "eggplant")],
  ["give me some recipe ideas for zucchini", any(recipe, "zucchini")],
  ["i have a lot of potatoes, any recipes?", any(recipe, "potatoes", "potato", "a lot of potatoes")],
  ["lentil recipe pls", any(recipe, "lentil", "lentils")],

  // book_table
  ["book a table for 4 at Luigi's tomorrow at 7pm", booked(["Luigi's"], 4, "2026-11-17T19:00")],
  ["table for two at Blue Lotus tonight at 8pm", booked(["Blue Lotus"], 2, "2026-11-16T20:00")],
  [
    "reserve a table at The Old Mill for 6 people on saturday at 19:30",
    booked(["The Old Mill", "Old Mill"], 6, "2026-11-21T19:30"),
  ],
  [
    "can you get us a reservation at Sakura on friday 8 pm, 3 people",
    booked(["Sakura"], 3, "2026-11-20T20:00"),
  ],
  [
    "i'd like to book a table at chez marie for 5 tomorrow at 12:30 pm",
    booked(["chez marie"], 5, "2026-11-17T12:30"),
  ],

  // several at once
  [
    "turn off the kitchen light and lock the front door",
    inTurn(switched("Kitchen Light", "off"), lock("front door", true)),
  ],
  [
    "kitchen light off, hallway light on",
    inTurn(switched("Kitchen Light", "off"), switched("Hallway Light", "on")),
  ],
  [
    "set a timer for 12 minutes and play some blues",
    inTurn(timer(720), any(music, "blues", "some blues", "blues music")),
  ],
  ["wake me at 7 am and turn on the coffee maker now", inTurn(wake("07:00"), switched("Coffee Maker", "on"))],
  [
    "add rice to the shopping list and text tom i'm at the store",
    inTurn(any(shopping, "rice"), text(["tom"], "i'm at the store", "i am at the store")),
  ],
  ["what time is it and what's the weather in rome?", inTurn(datetime(), forecastToday("rome"))],
  [
    "mute the speaker and dim the living room lamp to 20 percent",
    inTurn(volume("mute"), dimmed("Living Room Lamp", 20)),
  ],
  ["lock the back door then set the thermostat to 18", inTurn(lock("back door", true), heating(18))],
  ["TSLA price and 100 usd in eur please", inTurn(stock("TSLA"), currency(100, "USD", "EUR"))],
  [
    "list the devices and check that the kitchen light can be reached",
    inTurn(devices, verified("Kitchen Light")),
  ],
  [
    "find a recipe with tofu and put tofu on the shopping list",
    inTurn(any(recipe, "tofu"), any(shopping, "tofu")),
  ],
  ["play abba and set the volume to 60", inTurn(any(music, "abba"), volume("set", 60))],
  ["lock the front door and the back door", inTurn(lock("front door", true), lock("back door", true))],
  [
    "book a table for 2 at Nonna's on friday at 7pm and text Eva see you friday",
    inTurn(booked(["Nonna's"], 2, "2026-11-20T19:00"), text(["Eva"], "see you friday")),
  ],
  ["what's 15 * 4, and give me a uuid", inTurn(sum("15 * 4"), uuid)],
  [
    "turn off the living room fan, the bedroom lamp and the garden lights",
    inTurn(
      switched("Living Room Fan", "off"),
      switched("Bedroom Lamp", "off"),
      switched("Garden Lights", "off"),
    ),
  ],
  [
    "what's the humidity in the bathroom and is there any motion in the garage?",
    inTurn(sensor("Bathroom Humidity Sensor"), sensor("Garage Motion Sensor")),
  ],
  [
    "search the web for pizza dough tips and set a timer for 30 minutes",
    inTurn(any(searched, "pizza dough tips"), timer(1800)),
  ],
  [
    "put gym in my calendar for tomorrow at 6pm and set an alarm for 6 am",
    inTurn(entry(["gym"], "2026-11-17T18:00"), wake("06:00")),
  ],
  [
    "translate good evening to french and turn the volume up",
    inTurn(into("fr", "good evening"), volume("up")),
  ],

  // something is missing
  ["turn on the lamp", asks],
  [["turn off the lamp", "the bedroom one"], switched("Bedroom Lamp", "off")],
  [["set a timer", "10 minutes"], timer(600)],
  [["convert 80 dollars", "to euros"], currency(80, "USD", "EUR")],
  [["what's the weather tomorrow?", "vienna"], forecast("vienna", "2026-11-17")],
  [["set the thermostat", "20 degrees"], heating(20)],
  [["unlock the door", "the garage door"], lock("garage door", false)],
  [["book a table for 4 at Luigi's", "tomorrow at 7pm"], booked(["Luigi's"], 4, "2026-11-17T19:00")],
  [
    ["send a message to Anna", "I'll be home at six"],
    text(["Anna"], "I'll be home at six", "I will be home at six"),
  ],
  [["set an alarm", "6:15 am"], wake("06:15")],
  ["translate good night", asks],
  [["add something to the shopping list", "cheese"], any(shopping, "cheese")],
  [["stock price please", "AMZN"], stock("AMZN")],

  // nothing that a tool can do, and small talk
  ["hi", noAction],
  ["thanks!", noAction],
  ["good night", noAction],
  ["how are you doing?", noAction],
  ["you're pretty smart", noAction],
  ["lol ok", noAction],
  ["vacuum the living room", noAction],
  ["call a taxi", noAction],
  ["delete all my emails", noAction],
  ["print the report", noAction],
  ["feed the cat", noAction],
  ["turn on the tv", noAction],
  ["start the dishwasher please", noAction],
  ["transfer 200 euros to my landlord", noAction],
  ["take a photo of me", noAction],
  ["water the plants", noAction],
  ["turn off the light in the basement", noAction],
  ["book me a flight to rome", noAction],
  ["set the thermostat to 35 degrees", noAction],
  ["translate hello into russian", noAction],

  // not meant to be done
  ["don't turn on the bedroom lamp", noAction],
  ["I turned off the attic fan yesterday", noAction],
  ["do not unlock the front door", noAction],
  ["I already texted mom that we're late", noAction],
  ["please don't play any music", noAction],
  ["we booked a table at Luigi's last week", noAction],
  ["my alarm went off at 6 this morning", noAction],
  ["what would happen if I turned off the bedroom heater?", noAction],
  ["you don't need to set a timer", noAction],
  ["the kitchen light was on all night", noAction],
  ["I bought milk and eggs this morning", noAction],
  ["never unlock the garage door", noAction],
  ["don't lock the back door, just lock the front door", lock("front door", true)],
];
