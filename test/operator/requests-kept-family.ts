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
} from "./expected.ts";
import type { EitherOutcome, Outcome, Request } from "./expected.ts";

/** Each text as it is, with a capital, and all in lower case. */
const forms = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.flatMap((text) => [text, text.charAt(0).toUpperCase() + text.slice(1), text.toLowerCase()]),
  ),
];
const anyText = (make: (text: string) => Outcome, ...texts: readonly string[]): EitherOutcome =>
  either(...forms(texts).map(make));

const sum = (...expressions: readonly string[]): EitherOutcome =>
  either(
    ...[
      ...new Set(
        expressions
          .flatMap((text) => [
            text,
            text.replaceAll("*", "×"),
            text.replaceAll("*", "x"),
            text.replaceAll("/", "÷"),
            text.replaceAll("-", "−"),
          ])
          .flatMap((text) => [text, text.replaceAll(" ", "")]),
      ),
    ].map((text) => calculated(text)),
  );
const heating = (temperature: number): EitherOutcome =>
  either(thermostat(temperature), thermostatIn("heat", temperature));
const wake = (time: string): EitherOutcome =>
  either(
    alarm(time),
    alarm(`${time}:00`),
    alarm(local(`2026-11-17T${time}`).slice(11)),
    alarm(local(`2026-11-16T${time}`).slice(11)),
    alarm(`${time}:00Z`),
  );
const today = (place: string): EitherOutcome => either(weather(place), weather(place, "2026-11-16"));
const says = (text: string, ...others: readonly string[]) => anyText(echoed, text, ...others);
const found = (...queries: readonly string[]) => anyText(searched, ...queries);
const plays = (...queries: readonly string[]) => anyText(music, ...queries);
const cooks = (...ingredients: readonly string[]) => anyText(recipe, ...ingredients);
const tells = (recipients: readonly string[], ...texts: readonly string[]): EitherOutcome =>
  either(...forms(recipients).flatMap((recipient) => forms(texts).map((text) => message(recipient, text))));
const speaks = (language: string, ...texts: readonly string[]) =>
  anyText((text) => translated(text, language), ...texts);
const counts = (seconds: number, ...labels: readonly string[]) =>
  anyText((label) => timer(seconds, label), ...labels);
const buys = (...items: readonly string[]): EitherOutcome =>
  either(shopping(...items), shopping(...items.map((item) => item.charAt(0).toUpperCase() + item.slice(1))));
const planned = (
  start: string,
  titles: readonly string[],
  ...others: readonly Readonly<Record<string, unknown>>[]
): EitherOutcome =>
  either(
    ...forms(titles).flatMap((title) =>
      (others.length === 0 ? [{}] : others).map((other) => event(title, start, other)),
    ),
  );
const booked = (people: number, time: string, ...names: readonly string[]) =>
  anyText((name) => table(name, people, time), ...names);

export const familyRequests: readonly Request[] = [
  // list_zwave_devices
  ["what devices have we got in the house", devices],
  ["Show me all the Z-Wave devices", devices],
  ["Can you give me a list of every device in the house please?", devices],
  ["list the zwave devices", devices],
  ["I'd like to see all our devices and which rooms they're in", devices],

  // control_zwave_device
  ["Turn the coffee maker on", switched("Coffee Maker", "on")],
  ["switch off the garden lights would you", switched("Garden Lights", "off")],
  ["bedroom lamp off please", switched("Bedroom Lamp", "off")],
  ["could you get the kitchen light on for me", switched("Kitchen Light", "on")],
  ["Dim the living room lamp to 40 percent", dimmed("Living Room Lamp", 40)],
  ["set the hallway light to 25%", dimmed("Hallway Light", 25)],
  [["turn on the fan", "the one in the attic"], switched("Attic Fan", "on")],

  // get_device_sensor_data
  ["how humid is it in the bathroom", sensor("Bathroom Humidity Sensor")],
  ["Is the coffee maker still on?", sensor("Coffee Maker")],
  ["has the garage motion sensor picked anything up", sensor("Garage Motion Sensor")],
  ["what's the bedroom heater reading right now", sensor("Bedroom Heater")],
  ["Tell me whether the garden lights are on or off", sensor("Garden Lights")],

  // verify_device
  ["check that the attic fan can be reached", verified("Attic Fan")],
  ["Is the hallway light responding?", verified("Hallway Light")],
  ["can you reach the garage motion sensor", verified("Garage Motion Sensor")],
  ["see if the living room fan still answers, please", verified("Living Room Fan")],
  ["verify the kitchen blinds", verified("Kitchen Blinds")],

  // set_thermostat
  ["Set the thermostat to 21", heating(21)],
  ["put the heating at 19 and a half degrees", heating(19.5)],
  ["could we have the house at 22 degrees please", heating(22)],
  ["Thermostat to 24 on cool", thermostatIn("cool", 24)],
  [["change the thermostat please", "20 degrees"], heating(20)],

  // set_door_lock
  ["Lock the front door", lock("front door", true)],
  ["can somebody unlock the back door, my hands are full", lock("back door", false)],
  ["make sure the garage door is locked", lock("garage door", true)],
  ["unlock the frnot door please", lock("front door", false)],
  [["lock the door", "the back one"], lock("back door", true)],

  // get_current_datetime
  ["what time is it", datetime()],
  ["What's today's date?", datetime()],
  ["what day is it today, I've lost track", datetime()],
  ["whats the time in New York right now", datetime("America/New_York")],
  ["Do you know what time it is in Tokyo?", datetime("Asia/Tokyo")],

  // calculate
  ["what's 12 times 7", sum("12 * 7")],
  ["How much is 348 plus 156?", sum("348 + 156")],
  ["work out 1250 divided by 8 for me", sum("1250 / 8")],
  ["calculate (45 + 30) * 2", sum("(45 + 30) * 2")],
  ["95 minus 17 is what", sum("95 - 17")],

  // generate_uuid
  ["generate a uuid", uuid],
  ["I need a fresh UUID for my coding homework", uuid],
  ["Can you make me a random uuid please", uuid],
  ["give me a new UUID", uuid],
  ["could I get a uuid", uuid],

  // echo
  ["Repeat after me: the cat sat on the mat", says("the cat sat on the mat")],
  ["echo testing one two three", says("testing one two three")],
  ["say this back to me: dinner is served", says("dinner is served")],
  ['please repeat "I will tidy my room"', says("I will tidy my room")],
  ["Echo: hello everyone", says("hello everyone")],

  // search_web
  ["search the web for second hand bikes", found("second hand bikes")],
  [
    "Google how to get red wine out of a carpet",
    found("how to get red wine out of a carpet", "get red wine out of a carpet"),
  ],
  ["can you look up the rules of badminton online", found("the rules of badminton", "rules of badminton")],
  ["do a web search on the French Revolution for me", found("the French Revolution", "French Revolution")],
  ["have a look on the internet for guitar lessons", found("guitar lessons")],

  // control_speaker_volume
  ["turn the volume up", volume("up")],
  ["That's too loud, turn the speaker down", volume("down")],
  ["Set the volume to 35", volume("set", 35)],
  ["could you mute the speaker, I'm on the phone", volume("mute")],
  ["unmute the speaker now", volume("unmute")],

  // create_calendar_event
  [
    "Put a dentist appointment in the calendar for Thursday at 4pm",
    planned("2026-11-19T16:00", ["dentist appointment", "dentist", "a dentist appointment"]),
  ],
  ["add parents' evening to the calendar, Wednesday 6pm", planned("2026-11-18T18:00", ["parents' evening"])],
  [
    "Can you create an event called football practice tomorrow at 5 pm for an hour",
    planned("2026-11-17T17:00", ["football practice"], { durationMinutes: 60 }),
  ],
  [
    "schedule lunch with Karen on Friday at 12:30pm at the Red Lion",
    planned(
      "2026-11-20T12:30",
      ["lunch with Karen", "lunch"],
      { location: "the Red Lion" },
      { location: "Red Lion" },
      { location: "The Red Lion" },
    ),
  ],
  ["calender: haircut on December 3rd at 2pm", planned("2026-12-03T14:00", ["haircut"])],
  [
    ["put piano lesson in the calendar", "tomorrow at 3:30 pm"],
    planned("2026-11-17T15:30", ["piano lesson", "a piano lesson"]),
  ],

  // convert_currency
  ["convert 50 pounds to euros", currency(50, "GBP", "EUR")],
  ["How much is 200 dollars in Swiss francs?", currency(200, "USD", "CHF")],
  ["what would 5000 yen be in pounds", currency(5000, "JPY", "GBP")],
  ["change 75 EUR into USD for me", currency(75, "EUR", "USD")],
  [["convert 120 euros", "to Swedish kronor"], currency(120, "EUR", "SEK")],

  // send_message
  ["Text Mia that dinner's ready", tells(["Mia"], "dinner's ready")],
  ["send Dad a message saying I missed the bus", tells(["Dad"], "I missed the bus")],
  [
    "message Josh: can you bring the charger?",
    tells(["Josh"], "can you bring the charger?", "can you bring the charger"),
  ],
  ["let Grandma know we'll be there by six", tells(["Grandma"], "we'll be there by six")],
  ["Drop Sarah a text to say the keys are under the mat", tells(["Sarah"], "the keys are under the mat")],
  [["send a text to Tom", "I'm on my way"], tells(["Tom"], "I'm on my way")],

  // play_music
  ["Play Fleetwood Mac", plays("Fleetwood Mac")],
  ["put some jazz on", plays("jazz", "some jazz", "jazz music")],
  ["I want to hear Bohemian Rhapsody", plays("Bohemian Rhapsody")],
  ["can you play something by Coldplay", plays("Coldplay", "something by Coldplay")],
  [
    "pls play the album Thriller by Michael Jackson",
    plays(
      "the album Thriller by Michael Jackson",
      "album Thriller by Michael Jackson",
      "Thriller by Michael Jackson",
      "Thriller Michael Jackson",
    ),
  ],

  // set_timer
  ["10 minute timer please", timer(600)],
  ["Set a timer for 12 minutes for the pasta", or(counts(720, "pasta", "the pasta"), timer(720))],
  ["start a countdown of 90 seconds", timer(90)],
  ["I need a timer for an hour and a half", timer(5400)],
  [["set a timer", "twenty minutes"], timer(1200)],

  // add_to_shopping_list
  ["Add milk and bread to the shopping list", buys("milk", "bread")],
  ["we need cat food, put it on the shopping list", or(buys("cat food"), asks)],
  ["stick eggs, butter and tomatoes on the shoping list", buys("eggs", "butter", "tomatoes")],
  ["Could you pop some cheese on the shopping list?", or(buys("cheese"), buys("some cheese"))],
  [["add something to the shopping list", "toilet paper"], buys("toilet paper")],

  // get_weather
  ["What's the weather like in Manchester today?", today("Manchester")],
  ["will it rain in Bristol tomorrow", weather("Bristol", "2026-11-17")],
  ["how cold is it going to be in Oslo on Saturday", weather("Oslo", "2026-11-21")],
  ["weather forecast for Paris on friday", weather("Paris", "2026-11-20")],
  [["what's the weather doing?", "in Leeds"], today("Leeds")],

  // translate_text
  ["How do you say good morning in French?", speaks("fr", "good morning")],
  ['translate "I am hungry" into Spanish', speaks("es", "I am hungry")],
  ["what's 'thank you very much' in Japanese", speaks("ja", "thank you very much")],
  ['Can you put "happy birthday" into German for me', speaks("de", "happy birthday")],
  [
    "I need 'where is the station' translated to Italian",
    speaks("it", "where is the station", "where is the station?"),
  ],

  // get_stock_price
  ["what's the AAPL share price", stock("AAPL")],
  ["How much is a share of MSFT right now?", stock("MSFT")],
  ["check the stock price of TSLA for me", stock("TSLA")],
  ["price of NVDA stock please", stock("NVDA")],
  [["can you look at a share price for me", "AMZN"], stock("AMZN")],

  // set_alarm
  ["Wake me up at 7 am", wake("07:00")],
  ["set an alarm for 6:45 in the morning", wake("06:45")],
  ["I need to be woken at quarter past eight tomorrow morning", wake("08:15")],
  ["alarm at 5.30am please", wake("05:30")],
  [["set my alarm", "half past six in the morning"], wake("06:30")],

  // find_recipe
  ["find me a recipie with chickpeas", cooks("chickpeas")],
  ["What can I cook with salmon?", cooks("salmon")],
  ["any recipes that use spinach", cooks("spinach")],
  ["I'd love a recipe for something with aubergine", cooks("aubergine")],
  ["show me some lentil recipes", cooks("lentil", "lentils")],

  // book_table
  ["Book a table for four at Luigi's on Friday at 7:30pm", booked(4, "2026-11-20T19:30", "Luigi's")],
  [
    "can you get us a table at Golden Dragon tonight at 8pm for 5 people",
    booked(5, "2026-11-16T20:00", "Golden Dragon"),
  ],
  ["reserve a table for two at Bella Roma tomorrow at 7 pm", booked(2, "2026-11-17T19:00", "Bella Roma")],
  [
    "I'd like to make a reservation at Nando's for 6 people, Saturday at 1pm",
    booked(6, "2026-11-21T13:00", "Nando's"),
  ],
  [["book a table at Casa Mia for Sunday at 6pm", "three of us"], booked(3, "2026-11-22T18:00", "Casa Mia")],

  // several at once
  [
    "turn off the kitchen light and lock the back door",
    inTurn(switched("Kitchen Light", "off"), lock("back door", true)),
  ],
  ["List all the devices and then tell me what time it is", inTurn(devices, datetime())],
  [
    "set the heating to 20 and turn on the bedroom heater",
    inTurn(heating(20), switched("Bedroom Heater", "on")),
  ],
  [
    "check that the coffee maker can be reached and read the bathroom humidity sensor",
    inTurn(verified("Coffee Maker"), sensor("Bathroom Humidity Sensor")),
  ],
  ["Work out 18 times 24 and give me a uuid", inTurn(sum("18 * 24"), uuid)],
  [
    "turn off the living room lamp and then repeat after me: good night all",
    inTurn(switched("Living Room Lamp", "off"), says("good night all")),
  ],
  [
    "play some reggae and search the web for bike shops in Leeds",
    inTurn(plays("reggae", "some reggae", "reggae music"), found("bike shops in Leeds")),
  ],
  ["turn the volume down and set a timer for 15 minutes", inTurn(volume("down"), timer(900))],
  [
    "Put swimming in the calendar for Saturday at 10am and set an alarm for 8:30 am",
    inTurn(planned("2026-11-21T10:00", ["swimming"]), wake("08:30")),
  ],
  [
    "convert 100 dollars to pounds and tell me the share price of AAPL",
    inTurn(currency(100, "USD", "GBP"), stock("AAPL")),
  ],
  [
    "Unlock the front door and text Josh that I'm home",
    inTurn(lock("front door", false), tells(["Josh"], "I'm home")),
  ],
  ["add onions to the shopping list and find me a recipe with lamb", inTurn(buys("onions"), cooks("lamb"))],
  [
    "what's the weather in York tomorrow, and wake me at 7 am please",
    inTurn(weather("York", "2026-11-17"), wake("07:00")),
  ],
  [
    "translate 'good night' into Portuguese and then play Adele",
    inTurn(speaks("pt", "good night"), plays("Adele")),
  ],
  [
    "Book a table for 2 at Bella Roma tonight at 8pm, then text Laura that it's sorted",
    inTurn(booked(2, "2026-11-16T20:00", "Bella Roma"), tells(["Laura"], "it's sorted")),
  ],
  [
    "switch on the coffee maker and the hallway light",
    inTurn(switched("Coffee Maker", "on"), switched("Hallway Light", "on")),
  ],
  [
    "dim the bedroom lamp to 10 percent and mute the speaker",
    inTurn(dimmed("Bedroom Lamp", 10), volume("mute")),
  ],

  // nothing that a tool can do, and small talk
  ["hiya, how are you doing", noAction],
  ["Thanks, that's everything for now", noAction],
  ["good night then", noAction],
  ["can you walk the dog", noAction],
  ["hoover the stairs please", noAction],
  ["Order us two large pizzas", noAction],
  ["take milk off the shopping list", noAction],
  ["give Grandad a ring", noAction],
  ["What's left on the timer?", noAction],
  ["delete tomorrow's dentist appointment from the calendar", noAction],
  ["turn on the dishwasher", noAction],
  ["print my essay please", noAction],
  ["I'm so bored", noAction],
  ["you're a star", noAction],
  ["read me the last text Mia sent", noAction],
  ["set the oven to 180", noAction],
  ["clean out the fish tank", noAction],

  // not to be done
  ["don't turn on the garden lights", noAction],
  ["I already locked the front door", noAction],
  ["Please don't text Dad yet", noAction],
  ["I turned the heating up to 22 last night", noAction],
  ["Mum was playing Abba all morning", noAction],
  ["we booked a table at Luigi's last week and it was lovely", noAction],
  ["I was going to put eggs on the shopping list but we've got plenty", noAction],
  ["you needn't set an alarm for tomorrow", noAction],
  ["never unlock the garage door", noAction],
  ["if I switched off the attic fan, would anyone even notice?", noAction],
  ["we changed 200 euros into pounds at the airport yesterday", noAction],
  ["Don't switch the kitchen light on, switch the hallway light on", switched("Hallway Light", "on")],
];
