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
import type { Expected, ExpectedCall, Outcome, Request } from "./expected.ts";

/** Each text with a large and with a small first letter. */
const cased = (...texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.flatMap((text) => [
      text,
      text.charAt(0).toUpperCase() + text.slice(1),
      text.charAt(0).toLowerCase() + text.slice(1),
    ]),
  ),
];

/** Each text in either case, with or without a mark at its end. */
const loose = (...texts: readonly string[]): readonly string[] =>
  cased(...texts).flatMap((text) => [text, `${text}.`, `${text}!`, `${text}?`]);

const some = (make: (text: string) => Outcome, texts: readonly string[]): Expected =>
  either(...texts.map((text) => make(text)));

const calls = (expected: Expected): readonly (readonly ExpectedCall[])[] =>
  (typeof expected === "object" && "anyOf" in expected ? expected.anyOf : [expected]).filter(
    (outcome): outcome is readonly ExpectedCall[] => typeof outcome !== "string",
  );

/** Several requests in one sentence, each in any of its forms. */
const together = (...parts: readonly Expected[]): Expected =>
  either(
    ...parts.reduce<readonly (readonly ExpectedCall[])[]>(
      (all, part) => all.flatMap((before) => calls(part).map((after) => [...before, ...after])),
      [[]],
    ),
  );

const sum = (...expressions: readonly string[]): Expected =>
  some(calculated, [...new Set(expressions.flatMap((text) => [text, text.replaceAll(" ", "")]))]);
const says = (...texts: readonly string[]): Expected => some(echoed, loose(...texts));
const finds = (...queries: readonly string[]): Expected => some(searched, loose(...queries));
const plays = (...queries: readonly string[]): Expected => some(music, cased(...queries));
const cooks = (...ingredients: readonly string[]): Expected => some(recipe, cased(...ingredients));
const tells = (recipients: readonly string[], ...texts: readonly string[]): Expected =>
  either(
    ...cased(...recipients).flatMap((recipient) => loose(...texts).map((text) => message(recipient, text))),
  );
const saysIn = (language: string, ...texts: readonly string[]): Expected =>
  some((text) => translated(text, language), loose(...texts));
const rings = (seconds: number, ...labels: readonly string[]): Expected =>
  either(timer(seconds), ...cased(...labels).map((label) => timer(seconds, label)));
const wakes = (time: string): Expected =>
  either(alarm(time), alarm(`${time}:00`), alarm(local(`2026-11-17T${time}`).slice(11)));
const heats = (temperature: number): Expected =>
  either(thermostat(temperature), [{ name: "set_thermostat", args: { temperature, mode: "heat" } }]);
const plans = (
  titles: readonly string[],
  start: string,
  others: readonly Readonly<Record<string, unknown>>[] = [{}],
): Expected =>
  either(...cased(...titles).flatMap((title) => others.map((other) => event(title, start, other))));
const forecast = (location: string, date?: string): Expected =>
  date === undefined ? either(weather(location), weather(location, "2026-11-16")) : weather(location, date);

/** As people talk at home, by somebody who had seen nothing but the tools. The operator was mended with them. */
export const spokenRequests: readonly Request[] = [
  // list_zwave_devices
  ["What devices have we got in the house?", devices],
  ["show me everything that's hooked up to the z-wave", devices],
  ["Could you list all the gadgets in the house for me, please?", devices],
  ["Which devices do you know about?", devices],
  ["read me out the list of devices would you", devices],
  ["I'd like to see all our smart devices and what they're doing", devices],

  // control_zwave_device
  ["Switch the kitchen light on, would you?", switched("Kitchen Light", "on")],
  ["turn the lamp in the living room off please", switched("Living Room Lamp", "off")],
  ["Can you pop the coffee maker on for me, love?", switched("Coffee Maker", "on")],
  ["dim the bedroom lamp to twenty percent", dimmed("Bedroom Lamp", 20)],
  ["We're off to bed, so the garden lights can go off now", switched("Garden Lights", "off")],
  ["trun off the bedroom heater", switched("Bedroom Heater", "off")],
  ["Turn off the fan", asks],
  [["Turn on the lamp", "the bedroom one"], switched("Bedroom Lamp", "on")],
  ["Don't turn on the kitchen light, turn on the hallway light instead", switched("Hallway Light", "on")],

  // get_device_sensor_data
  ["How humid is it in the bathroom?", sensor("Bathroom Humidity Sensor")],
  ["Is the coffee maker still on?", sensor("Coffee Maker")],
  ["Has the garage motion sensor picked anything up?", sensor("Garage Motion Sensor")],
  ["what's the bathroom humidity sensor saying", sensor("Bathroom Humidity Sensor")],
  ["Did somebody leave the bedroom heater on?", sensor("Bedroom Heater")],
  ["I think I heard something, is there any motion in the garage?", sensor("Garage Motion Sensor")],

  // verify_device
  ["Check that the attic fan is responding, please", verified("Attic Fan")],
  ["Can you still reach the garage motion sensor?", verified("Garage Motion Sensor")],
  ["make sure the bedroom heater is reachable", verified("Bedroom Heater")],
  ["Is the kitchen blinds thing answering at all?", verified("Kitchen Blinds")],
  ["Verify the coffee maker for me", verified("Coffee Maker")],
  ["Would you test whether the hallway light can be reached?", verified("Hallway Light")],

  // set_thermostat
  ["Set the thermostat to 21 degrees", heats(21)],
  ["It's freezing in here, put the heating up to 22 would you", heats(22)],
  ["could you turn the heating down to eighteen", heats(18)],
  ["I'd like the house kept at 19.5 degrees please", heats(19.5)],
  ["make it 20 degrees in the house", heats(20)],
  [
    "Set the thermostat to 24 in cool mode",
    [{ name: "set_thermostat", args: { temperature: 24, mode: "cool" } }],
  ],

  // set_door_lock
  ["Lock the front door", lock("front door", true)],
  ["unlock the back door, I've got my hands full of shopping", lock("back door", false)],
  ["Would you mind locking up the garage door?", lock("garage door", true)],
  ["Grandpa's outside, unlock the front door for him", lock("front door", false)],
  [["Lock the door please", "the back door"], lock("back door", true)],
  ["unlock the garge door", either(lock("garage door", false), asks)],

  // get_current_datetime
  ["What time is it?", datetime()],
  ["have you got the time please", datetime()],
  ["What's the date today?", datetime()],
  ["Which day of the week is it, I've lost track", datetime()],
  ["What time is it in Tokyo right now?", datetime("Asia/Tokyo")],
  ["tell me the time in New York", datetime("America/New_York")],

  // calculate
  ["What's twelve times eight?", sum("12 * 8", "8 * 12")],
  ["how much is 347 plus 589", sum("347 + 589")],
  ["Can you work out 96 divided by 4 for my homework?", sum("96 / 4")],
  ["Take 37 away from 112", sum("112 - 37")],
  [
    "What is 15 percent of 80?",
    sum(
      "15 / 100 * 80",
      "(15 / 100) * 80",
      "80 * 15 / 100",
      "15 * 80 / 100",
      "0.15 * 80",
      "80 * 0.15",
      "80 * (15 / 100)",
      "15% * 80",
      "80 * 15%",
    ),
  ],
  ["help me with this sum, 6 times 7 plus 5", sum("6 * 7 + 5", "(6 * 7) + 5")],

  // generate_uuid
  ["Generate a UUID", uuid],
  ["I need a fresh uuid please", uuid],
  ["Could you make me up a new UUID for the school project?", uuid],
  ["give us another uuid would you", uuid],
  ["Can I have a random UUID?", uuid],
  ["Create a unique identifier for me, a uuid", uuid],

  // echo
  ["Repeat after me: dinner is ready", says("dinner is ready")],
  ["Echo hello everybody", says("hello everybody")],
  ["say this back to me: red lorry, yellow lorry", says("red lorry, yellow lorry")],
  ['Can you repeat "the cat sat on the mat"?', says("the cat sat on the mat")],
  ['Please echo "good night, sleep tight"', says("good night, sleep tight")],
  ["echo back testing one two three", says("testing one two three")],

  // search_web
  [
    "Look up online how to get red wine out of a carpet",
    finds("how to get red wine out of a carpet", "get red wine out of a carpet"),
  ],
  [
    "google the opening times of the public library",
    finds("the opening times of the public library", "opening times of the public library"),
  ],
  ["Search the web for cheap bunk beds", finds("cheap bunk beds")],
  [
    "Could you have a look on the internet for swimming lessons near me?",
    finds("swimming lessons near me", "swimming lessons"),
  ],
  ["do a web search for school holiday dates 2027", finds("school holiday dates 2027")],
  [
    "Find out on the web how long hamsters live",
    finds("how long hamsters live", "how long do hamsters live"),
  ],

  // control_speaker_volume
  ["Turn the volume up a bit", volume("up")],
  ["can you turn the speaker down, the baby's asleep", volume("down")],
  ["Set the volume to forty percent", volume("set", 40)],
  ["mute the speaker, I'm on the phone", volume("mute")],
  ["You can unmute the speaker again now", volume("unmute")],
  ["I can't hear a thing, make it louder please", volume("up")],

  // create_calendar_event
  [
    "Put a dentist appointment in the calendar for tomorrow at 3pm",
    plans(["dentist appointment", "dentist"], "2026-11-17T15:00"),
  ],
  [
    "can you add football practice to the calendar on saturday at 10 in the morning",
    plans(["football practice"], "2026-11-21T10:00"),
  ],
  [
    "Pencil in a haircut for Friday at 11 am, it takes about 45 minutes",
    plans(["haircut", "a haircut"], "2026-11-20T11:00", [{ durationMinutes: 45 }]),
  ],
  [
    "Create an event called Book Club for Wednesday at 8pm at Susan's house",
    plans(["Book Club", "book club"], "2026-11-18T20:00", [
      { location: "Susan's house" },
      { location: "at Susan's house" },
    ]),
  ],
  [["Put piano recital in the calendar", "Sunday at 4pm"], plans(["piano recital"], "2026-11-22T16:00")],
  [
    "Could you stick a vet appointment in my calander for the 24th of November at 9:15 am",
    plans(["vet appointment", "vet"], "2026-11-24T09:15"),
  ],

  // convert_currency
  ["How many euros is fifty pounds?", currency(50, "GBP", "EUR")],
  ["convert 200 dollars to yen", currency(200, "USD", "JPY")],
  ["What would 75 euros be in Swiss francs?", currency(75, "EUR", "CHF")],
  ["How much is 1000 rupees in pounds", currency(1000, "INR", "GBP")],
  [
    "I've got 500 Swedish kronor left over from the holiday, what's that in euros?",
    currency(500, "SEK", "EUR"),
  ],
  [["Convert 30 pounds please", "into euros"], currency(30, "GBP", "EUR")],

  // send_message
  ["Text Dad that I'm running late", tells(["Dad"], "I'm running late", "I am running late")],
  [
    "Let Sarah know we'll be there in ten minutes",
    tells(["Sarah"], "we'll be there in ten minutes", "we will be there in ten minutes"),
  ],
  ["send a message to Grandma saying happy birthday", tells(["Grandma"], "happy birthday")],
  [
    "drop Emily a text to say the match has been called off",
    tells(["Emily"], "the match has been called off"),
  ],
  [["Text Granny", "we're on our way"], tells(["Granny"], "we're on our way", "we are on our way")],
  ["Send Uncle Pete a mesage saying thanks for the flowers", tells(["Uncle Pete"], "thanks for the flowers")],

  // play_music
  ["Play some jazz", plays("jazz", "some jazz")],
  [
    "put on Abbey Road by the Beatles",
    plays("Abbey Road by the Beatles", "Abbey Road", "Abbey Road the Beatles"),
  ],
  ["Can we have a bit of Taylor Swift on, please?", plays("Taylor Swift", "a bit of Taylor Swift")],
  ["I fancy listening to some Mozart", plays("Mozart", "some Mozart")],
  ["play dancing queen", plays("dancing queen", "Dancing Queen")],
  [
    "Would you play the new Adele album for us?",
    plays("the new Adele album", "new Adele album", "new album by Adele", "Adele"),
  ],

  // set_timer
  ["Set a timer for ten minutes", timer(600)],
  ["start a 5 minute timer for the eggs", rings(300, "eggs", "the eggs")],
  ["Give me a countdown of ninety seconds", timer(90)],
  ["Can you time half an hour for me?", timer(1800)],
  ["pasta timer, eight minutes please", rings(480, "pasta", "pasta timer")],
  [["start a timer would you", "a quarter of an hour"], timer(900)],

  // add_to_shopping_list
  ["Put milk, eggs and bread on the shopping list", shopping("milk", "eggs", "bread")],
  ["We're out of loo roll, pop it on the shopping list", shopping("loo roll")],
  ["add bananas to the shoping list please", shopping("bananas")],
  [
    "can you stick washing up liquid and bin bags on the shopping list",
    shopping("washing up liquid", "bin bags"),
  ],
  [["Add something to the shopping list", "dog food"], shopping("dog food")],
  ["The shopping list needs butter and jam on it", shopping("butter", "jam")],

  // get_weather
  ["What's the wheather like in London?", forecast("London")],
  ["Will it rain in Manchester tomorrow?", forecast("Manchester", "2026-11-17")],
  ["is it going to be sunny in Chicago on Saturday", forecast("Chicago", "2026-11-21")],
  ["Do I need an umbrella in Edinburgh today?", forecast("Edinburgh")],
  [["What's the weather going to be like tomorrow?", "in Boston"], forecast("Boston", "2026-11-17")],
  ["how cold will it get in Glasgow on friday", forecast("Glasgow", "2026-11-20")],

  // translate_text
  ["How do you say good night in French?", saysIn("fr", "good night")],
  ["Translate where is the train station into Italian", saysIn("it", "where is the train station")],
  ["what's the german for happy birthday", saysIn("de", "happy birthday")],
  ["Can you put 'I love you' into Japanese?", saysIn("ja", "I love you")],
  ["translate thank you very much to portugese", saysIn("pt", "thank you very much")],
  [["Translate see you tomorrow", "Spanish"], saysIn("es", "see you tomorrow")],

  // get_stock_price
  ["What's the share price of AAPL?", stock("AAPL")],
  ["how's Apple stock doing today", stock("AAPL")],
  ["What is TSLA trading at?", stock("TSLA")],
  ["Could you check the stock price of IBM for Dad?", stock("IBM")],
  ["get me the current price of MSFT shares", stock("MSFT")],
  [["What's the stock price at the moment?", "NFLX"], stock("NFLX")],

  // set_alarm
  ["Wake me up at seven in the morning", wakes("07:00")],
  ["Set an alarm for 6:45 am", wakes("06:45")],
  ["I've got to be up at half past five tomorrow, can you set my alarm", wakes("05:30")],
  ["set the alarm clock for quarter to eight in the morning", wakes("07:45")],
  ["Get me up at 8 am, would you?", wakes("08:00")],
  [["Set an alarm please", "6:30 am"], wakes("06:30")],

  // find_recipe
  ["What can I cook with leftover chicken?", cooks("leftover chicken", "chicken")],
  ["find me a recipe with aubergine", cooks("aubergine")],
  ["Got any recipes for sweet potatoes?", cooks("sweet potatoes", "sweet potato")],
  ["Find some recipes for courgettes, I've a load to use up", cooks("courgettes", "courgette")],
  ["Could you suggest a salmon recipe?", cooks("salmon")],
  [["Find me a recipe", "something with mushrooms"], cooks("mushrooms", "mushroom")],

  // book_table
  ["Book a table at Luigi's for four tomorrow at 7pm", table("Luigi's", 4, "2026-11-17T19:00")],
  [
    "Can you get us a table for two at the Golden Dragon on Friday at 8 pm?",
    some(
      (name) => table(name, 2, "2026-11-20T20:00"),
      ["Golden Dragon", "the Golden Dragon", "The Golden Dragon"],
    ),
  ],
  [
    "reserve a table for six people at Nando's on saturday at 6:30 pm",
    table("Nando's", 6, "2026-11-21T18:30"),
  ],
  [
    "Make a reservation at Bella Roma for Sunday at 1 pm, there'll be five of us",
    table("Bella Roma", 5, "2026-11-22T13:00"),
  ],
  ["We'd like a table at Mario's tonight at 7:30 pm for 3 people", table("Mario's", 3, "2026-11-16T19:30")],
  [
    ["Book a table at Olive Garden for tomorrow at 6pm", "there will be four of us"],
    table("Olive Garden", 4, "2026-11-17T18:00"),
  ],

  // Several requests in one sentence
  [
    "Turn off the kitchen light and lock the back door",
    together(switched("Kitchen Light", "off"), lock("back door", true)),
  ],
  ["Set a timer for twenty minutes and play some jazz", together(timer(1200), plays("jazz", "some jazz"))],
  [
    "Switch the hallway light on and the garden lights off",
    together(switched("Hallway Light", "on"), switched("Garden Lights", "off")),
  ],
  [
    "put the heating to 20 and turn off the bedroom heater please",
    together(heats(20), switched("Bedroom Heater", "off")),
  ],
  ["What time is it, and what's the weather like in Dublin?", together(datetime(), forecast("Dublin"))],
  [
    "Add cheese to the shopping list, and then text Mum that we're nearly home",
    together(shopping("cheese"), tells(["Mum"], "we're nearly home", "we are nearly home")),
  ],
  ["Lock the front door and the garage door", together(lock("front door", true), lock("garage door", true))],
  [
    "wake me at 6 am and turn the coffee maker off now",
    together(wakes("06:00"), switched("Coffee Maker", "off")),
  ],
  ["Play some Elvis and turn the volume up", together(plays("Elvis", "some Elvis"), volume("up"))],
  [
    "Dim the living room lamp to 30 percent and mute the speaker, the film's starting",
    together(dimmed("Living Room Lamp", 30), volume("mute")),
  ],
  [
    "find me a recipe with lentils and put onions on the shopping list",
    together(cooks("lentils", "lentil"), shopping("onions")),
  ],
  [
    "List all our devices and then check that the attic fan can be reached",
    together(devices, verified("Attic Fan")),
  ],
  [
    "How humid is the bathroom, and is there any motion in the garage?",
    together(sensor("Bathroom Humidity Sensor"), sensor("Garage Motion Sensor")),
  ],
  [
    "Turn the bedroom lamp on, unlock the front door and set a timer for three minutes",
    together(switched("Bedroom Lamp", "on"), lock("front door", false), timer(180)),
  ],
  [
    "What's 45 times 6, and how much is 20 pounds in dollars?",
    together(sum("45 * 6"), currency(20, "GBP", "USD")),
  ],
  ["Give me a UUID and tell me the date", together(uuid, datetime())],
  [
    "Book a table at Luigi's for two on Friday at 7 pm and tell Anna that dinner is sorted",
    together(table("Luigi's", 2, "2026-11-20T19:00"), tells(["Anna"], "dinner is sorted")),
  ],
  [
    "turn the speaker down and switch the living room fan on",
    together(volume("down"), switched("Living Room Fan", "on")),
  ],
  [
    "How do you say good morning in Spanish, and what time is it in London?",
    together(saysIn("es", "good morning"), datetime("Europe/London")),
  ],
  [
    "check the price of AAPL shares and search the web for tax advice",
    together(stock("AAPL"), finds("tax advice")),
  ],

  // Nothing that a tool can do, and small talk
  ["Good morning!", noAction],
  ["thanks, you've been a great help", noAction],
  ["How are you feeling today?", noAction],
  ["Order us a pizza, will you?", noAction],
  ["Feed the cat please", noAction],
  ["can you hoover the stairs", noAction],
  ["Book me a flight to Rome", noAction],
  ["I'm so tired this morning", noAction],
  ["Pay the gas bill", noAction],
  ["take a photo of us all", noAction],
  ["Turn on the dishwasher", noAction],
  ["You're a star", noAction],
  ["Ring the plumber for me", noAction],
  ["good night, sleep well", noAction],
  ["Could you walk the dog?", noAction],
  ["My knees are killing me", noAction],
  ["Print my boarding pass", noAction],
  ["well, that was a lovely dinner", noAction],
  ["Iron my shirts, please", noAction],
  ["Do you ever get bored?", noAction],

  // Negations, hypotheticals and the past
  ["Don't turn on the living room lamp", noAction],
  ["I turned off the attic fan yesterday", noAction],
  ["Please don't text Grandma about it", noAction],
  ["We already put milk on the shopping list this morning", noAction],
  ["You needn't set a timer, I've got one on the oven", noAction],
  ["Dad locked the front door last night", noAction],
  ["don't unlock the back door for anybody", noAction],
  ["If we had set the alarm for six we wouldn't have missed the train", noAction],
  ["I don't want you to wake me up tomorrow", noAction],
  ["Mum used to play Abba every Sunday", noAction],
  ["I nearly booked a table at Luigi's last week", noAction],
  ["never mind the heating, leave it as it is", noAction],
  ["No, don't play any music just now", noAction],
];
