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

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The texts as they are, with a capital at the start, with capitals everywhere, and in lower case. */
const cased = (...texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.flatMap((text) => [
      text,
      upperFirst(text),
      text.split(" ").map(upperFirst).join(" "),
      text.toLowerCase(),
    ]),
  ),
];

const over = (texts: readonly string[], make: (text: string) => Outcome): EitherOutcome =>
  either(...texts.map(make));

const sums = (...expressions: readonly string[]) =>
  over(
    expressions.flatMap((text) => [text, text.replace(/([-+*/^])/g, " $1 ")]),
    calculated,
  );

const search = (...queries: readonly string[]) => over(cased(...queries), searched);

const events = (titles: readonly string[], start: string, others: Readonly<Record<string, unknown>> = {}) =>
  over(cased(...titles), (title) => event(title, start, others));

const messages = (recipients: readonly string[], texts: readonly string[]) =>
  either(
    ...cased(...recipients).flatMap((recipient) =>
      texts
        .flatMap((text) => [text, upperFirst(text), `${text}.`, `${upperFirst(text)}.`])
        .map((text) => message(recipient, text)),
    ),
  );

const songs = (...queries: readonly string[]) => over(cased(...queries), music);
const timers = (seconds: number, ...labels: readonly string[]) =>
  over(cased(...labels.flatMap((label) => [label, `the ${label}`, `${label} timer`])), (label) =>
    timer(seconds, label),
  );
const translations = (text: string, language: string) =>
  over([...cased(text), `${text}?`, `${upperFirst(text)}?`], (each) => translated(each, language));
const wake = (...times: readonly string[]) =>
  over(
    times.flatMap((time) => [time, `${time}:00`, `${time}:00Z`, `${time}:00+00:00`]),
    alarm,
  );
const recipes = (...ingredients: readonly string[]) => over(cased(...ingredients), recipe);
const forecast = (locations: readonly string[], date: string | undefined) =>
  over(cased(...locations), (location) => weather(location, date));
const forecastToday = (...locations: readonly string[]) =>
  or(forecast(locations, undefined), forecast(locations, "2026-11-16"));
const tables = (restaurants: readonly string[], people: number, time: string) =>
  over(cased(...restaurants), (restaurant) => table(restaurant, people, time));

export const ordinaryRequests: readonly Request[] = [
  // list_zwave_devices
  ["Can you list all the devices in the house?", devices],
  ["show me my z-wave devices", devices],
  ["What devices do we have?", devices],
  ["give me a list of all the devices and what state they're in", devices],
  [
    "List all the devices and tell me how humid it is in the bathroom.",
    inTurn(devices, sensor("Bathroom Humidity Sensor")),
  ],
  ["list devices", devices],

  // control_zwave_device
  ["Turn on the kitchen light, please.", switched("Kitchen Light", "on")],
  ["hallway light off", switched("Hallway Light", "off")],
  ["Dim the bedroom lamp to 30 percent.", dimmed("Bedroom Lamp", 30)],
  ["put the living room lamp at 60%", dimmed("Living Room Lamp", 60)],
  ["I want the attic fan switched off", switched("Attic Fan", "off")],
  ["trun off the coffee maker", switched("Coffee Maker", "off")],
  [["Turn on the fan", "The one in the living room"], switched("Living Room Fan", "on")],
  ["Switch off the lamp.", asks],
  [
    "Turn off the kitchen light and the hallway light",
    inTurn(switched("Kitchen Light", "off"), switched("Hallway Light", "off")),
  ],
  [
    "Turn the bedroom heater on and switch off the bedroom lamp.",
    inTurn(switched("Bedroom Heater", "on"), switched("Bedroom Lamp", "off")),
  ],

  // get_device_sensor_data
  ["How humid is it in the bathroom?", sensor("Bathroom Humidity Sensor")],
  ["Is the bedroom heater on?", sensor("Bedroom Heater")],
  ["has the garage motion sensor picked anything up", sensor("Garage Motion Sensor")],
  ["what does the bathroom humidity sensor say", sensor("Bathroom Humidity Sensor")],
  ["Tell me how much power the coffee maker is using.", sensor("Coffee Maker")],
  ["Read the garage motion sensor, please", sensor("Garage Motion Sensor")],
  ["are the garden lights on or off right now?", sensor("Garden Lights")],

  // verify_device
  ["Check that the attic fan can be reached.", verified("Attic Fan")],
  ["is the hallway light responding?", verified("Hallway Light")],
  ["Can you verify the garage motion sensor?", verified("Garage Motion Sensor")],
  ["please check whether the coffee maker still answers", verified("Coffee Maker")],
  ["see if the kitchen blinds are reachable", verified("Kitchen Blinds")],
  [
    "verify the living room lamp and the attic fan",
    inTurn(verified("Living Room Lamp"), verified("Attic Fan")),
  ],

  // set_thermostat
  ["Set the thermostat to 21 degrees.", thermostat(21)],
  ["thermostat 19 please", thermostat(19)],
  ["Could you put the heating at 20.5?", or(thermostat(20.5), thermostatIn("heat", 20.5))],
  ["set the temperature in the house to eighteen degrees", thermostat(18)],
  ["Put the thermostat on cool at 23 degrees", thermostatIn("cool", 23)],
  ["set the thermostat to 22 in auto mode", thermostatIn("auto", 22)],
  [["Change the thermostat", "20 degrees"], thermostat(20)],
  ["Set the thermostat to 17 and lock the back door.", inTurn(thermostat(17), lock("back door", true))],

  // set_door_lock
  ["Lock the front door.", lock("front door", true)],
  ["unlcok the garage door please", lock("garage door", false)],
  [
    "Would you lock the front door, lock the back door and switch on the garden lights?",
    inTurn(lock("front door", true), lock("back door", true), switched("Garden Lights", "on")),
  ],
  ["can you unlock the front door, my daughter forgot her key", lock("front door", false)],
  ["make sure the garage door is locked", or(lock("garage door", true), asks)],
  [["Lock the door", "the back door"], lock("back door", true)],
  [
    "Lock the front door and turn off the hallway light",
    inTurn(lock("front door", true), switched("Hallway Light", "off")),
  ],

  // get_current_datetime
  ["What time is it?", datetime()],
  ["what's today's date", datetime()],
  ["what day is it today?", datetime()],
  ["What time is it in Tokyo right now?", datetime("Asia/Tokyo")],
  ["current time in New York", datetime("America/New_York")],
  ["whats the time", datetime()],

  // calculate
  ["What's 17 times 23?", sums("17*23")],
  ["calculate 348 + 79", sums("348+79")],
  ["How much is 144 divided by 12?", sums("144/12")],
  ["work out 1000 minus 365 for me", sums("1000-365")],
  ["can you calculate (12 + 8) * 4", sums("(12+8)*4")],
  [
    "what is 15 percent of 240",
    sums(
      "15/100*240",
      "(15/100)*240",
      "0.15*240",
      "240*0.15",
      "240*15/100",
      "15*240/100",
      "240*(15/100)",
      "15%*240",
      "240*15%",
      "15% of 240",
      "15 percent of 240",
    ),
  ],
  ["What's 45 plus 38, and what time is it?", inTurn(sums("45+38"), datetime())],

  // generate_uuid
  ["Generate a UUID.", uuid],
  ["give me a new uuid", uuid],
  ["I need a random UUID for my project", uuid],
  ["could you create a uuid for me please", uuid],
  ["Make me a fresh UUID and tell me what time it is", inTurn(uuid, datetime())],
  ["can i get a uuid", uuid],

  // echo
  ["Echo hello world", over(cased("hello world"), echoed)],
  [
    "echo the text good morning everyone",
    over(cased("good morning everyone", "the text good morning everyone"), echoed),
  ],
  ['Please echo "testing one two three"', over(cased("testing one two three"), echoed)],
  ["Echo this: the bus leaves at noon", over(cased("the bus leaves at noon"), echoed)],
  ["can you echo 'is this thing on'", over(cased("is this thing on"), echoed)],
  ["echo back: I like green tea", over(cased("I like green tea"), echoed)],

  // search_web
  ["Search the web for cheap flights to Lisbon.", search("cheap flights to Lisbon")],
  ["search for how to descale a kettle", search("how to descale a kettle")],
  ["Look up bus timetables on the internet", search("bus timetables")],
  ["can you do a web search for second hand bicycles", search("second hand bicycles")],
  ["I'd like you to search the internet for knee exercises", search("knee exercises")],
  ["serach the web for university open days", search("university open days")],
  [
    "Search the web for garden sheds and turn on the kitchen light.",
    inTurn(search("garden sheds"), switched("Kitchen Light", "on")),
  ],

  // control_speaker_volume
  ["Turn the volume up.", volume("up")],
  [
    "lower the volume a bit and play some piano music",
    inTurn(volume("down"), songs("piano music", "some piano music", "piano")),
  ],
  ["Set the volume to 40 percent", volume("set", 40)],
  ["mute the speaker", volume("mute")],
  ["You can unmute the speaker now.", volume("unmute")],
  ["volume at 25", volume("set", 25)],
  ["Make the speaker louder", volume("up")],

  // create_calendar_event
  ["Create an event called team lunch tomorrow at 12:30.", events(["team lunch"], "2026-11-17T12:30")],
  [
    "add a dentist appointment to my calendar on Thursday at 3 pm",
    events(["dentist", "dentist appointment", "a dentist appointment"], "2026-11-19T15:00"),
  ],
  [
    "Put choir practice in the calendar for Wednesday at 7 pm",
    events(["choir practice"], "2026-11-18T19:00"),
  ],
  [
    "schedule a meeting with Karen on Friday at 10 am for 45 minutes",
    events(["meeting with Karen", "a meeting with Karen"], "2026-11-20T10:00", { durationMinutes: 45 }),
  ],
  [
    "Can you put a parents' evening in my calendar, tomorrow at 6 pm?",
    events(["parents' evening", "a parents' evening"], "2026-11-17T18:00"),
  ],
  ["new calendar event: haircut, November 24 at 11 am", events(["haircut"], "2026-11-24T11:00")],
  [["Put yoga class in my calendar", "tomorrow at 5 pm"], events(["yoga class", "yoga"], "2026-11-17T17:00")],

  // convert_currency
  ["How much is 50 dollars in euros?", currency(50, "USD", "EUR")],
  ["convert 200 euros to pounds", currency(200, "EUR", "GBP")],
  ["What are 10000 yen in dollars?", currency(10000, "JPY", "USD")],
  ["80 GBP in CHF", currency(80, "GBP", "CHF")],
  ["please convert 1500 Swedish kronor into euros", currency(1500, "SEK", "EUR")],
  ["how many rupees do I get for 100 pounds", currency(100, "GBP", "INR")],
  [["Convert 75 Swiss francs", "to euros"], currency(75, "CHF", "EUR")],

  // send_message
  [
    "Send a message to Anna saying I'm running late",
    messages(["Anna"], ["I'm running late", "I am running late"]),
  ],
  ["text mum that dinner is ready", messages(["mum"], ["dinner is ready"])],
  ["Could you text Peter: see you at the station", messages(["Peter"], ["see you at the station"])],
  [
    "message my brother that the parcel has arrived",
    messages(["my brother", "brother"], ["the parcel has arrived"]),
  ],
  [
    "Let Martin know by text that the meeting is cancelled.",
    messages(["Martin"], ["the meeting is cancelled"]),
  ],
  [
    ["Send a message to Grandma", "We will visit on Sunday"],
    messages(["Grandma"], ["we will visit on Sunday"]),
  ],
  [
    "Turn off the coffee maker and text Laura that I'm on my way",
    inTurn(switched("Coffee Maker", "off"), messages(["Laura"], ["I'm on my way", "I am on my way"])),
  ],

  // play_music
  ["Play some jazz.", songs("jazz", "some jazz")],
  [
    "play yesterday by the beatles",
    songs("yesterday by the beatles", "yesterday the beatles", "yesterday beatles"),
  ],
  ["Could you put on some classical music?", songs("classical music", "some classical music", "classical")],
  ["I'd like to listen to Miles Davis", songs("Miles Davis")],
  ["play the album thriller", songs("thriller", "the album thriller", "album thriller")],
  ["play something by Adele pls", songs("Adele", "something by Adele")],
  [
    "Dim the living room lamp to 20 percent and play some soul music",
    inTurn(dimmed("Living Room Lamp", 20), songs("soul music", "some soul music", "soul")),
  ],

  // set_timer
  ["Set a timer for ten minutes.", timer(600)],
  ["timer 45 seconds", timer(45)],
  ["set a timer for an hour and a half", timer(5400)],
  ["Set a timer for 9 minutes for the pasta", timers(540, "pasta")],
  ["could you start a timer, three minutes, for the eggs", or(timers(180, "eggs"), timer(180))],
  [["I need a timer", "25 minutes"], timer(1500)],
  ["Set a timer for 15 minutes and mute the speaker.", inTurn(timer(900), volume("mute"))],

  // add_to_shopping_list
  ["Add milk to the shopping list.", over(cased("milk"), (item) => shopping(item))],
  [
    "put bread, butter and cheese on the shopping list",
    either(shopping("bread", "butter", "cheese"), shopping("Bread", "Butter", "Cheese")),
  ],
  ["can you add toilet paper to my shopping list", over(cased("toilet paper"), (item) => shopping(item))],
  ["I need washing powder on the shopping list", over(cased("washing powder"), (item) => shopping(item))],
  [
    "add onions and carrots to the shoping list",
    either(shopping("onions", "carrots"), shopping("Onions", "Carrots")),
  ],
  [
    "Please put some olive oil on the list for shopping",
    over(cased("olive oil", "some olive oil"), (item) => shopping(item)),
  ],
  [
    "Put coffee on the shopping list and set a timer for five minutes",
    inTurn(
      over(cased("coffee"), (item) => shopping(item)),
      timer(300),
    ),
  ],

  // get_weather
  ["What's the weather like in Berlin?", forecastToday("Berlin")],
  ["will it rain in Manchester tomorrow", forecast(["Manchester"], "2026-11-17")],
  ["Give me the forcast for Madrid on Saturday.", forecast(["Madrid"], "2026-11-21")],
  ["weather rome", forecastToday("rome")],
  ["Is it going to be windy in Brighton on Wednesday?", forecast(["Brighton"], "2026-11-18")],
  [["What will the weather be like tomorrow?", "In Leeds"], forecast(["Leeds"], "2026-11-17")],
  ["What's the weather in Vienna and what time is it?", inTurn(forecastToday("Vienna"), datetime())],

  // translate_text
  ["Translate good morning into French.", translations("good morning", "fr")],
  ["how do you say thank you in japanese", translations("thank you", "ja")],
  [
    'Can you translate "where is the train station" to German?',
    translations("where is the train station", "de"),
  ],
  ["translate I would like a coffee into Italian please", translations("I would like a coffee", "it")],
  ["What is good night in Spanish?", translations("good night", "es")],
  [
    "translate good evening into portuguese and convert 30 euros to dollars",
    inTurn(translations("good evening", "pt"), currency(30, "EUR", "USD")),
  ],
  [["Translate see you tomorrow", "into Spanish"], translations("see you tomorrow", "es")],

  // get_stock_price
  ["What's the stock price of AAPL?", stock("AAPL")],
  ["how much is a share of MSFT right now", stock("MSFT")],
  ["NVDA share price please", stock("NVDA")],
  ["check the stock price for IBM", stock("IBM")],
  ["What is Apple stock trading at?", either(stock("AAPL"), asks)],
  [["I want to know a stock price", "AMZN"], stock("AMZN")],
  [
    "Tell me the share price of IBM and convert 100 dollars to euros",
    inTurn(stock("IBM"), currency(100, "USD", "EUR")),
  ],

  // set_alarm
  ["Wake me up at 6:30 am.", wake("06:30")],
  ["set an alarm for 7:15 in the morning", wake("07:15")],
  ["alarm at 8 am please", wake("08:00")],
  ["I need an alarm at half past two in the afternoon", wake("14:30")],
  ["please wake me at quarter to seven in the morning", wake("06:45")],
  [["Set an alarm", "6 am"], wake("06:00")],
  [
    "Set an alarm for 7 am and turn off the bedroom lamp",
    inTurn(wake("07:00"), switched("Bedroom Lamp", "off")),
  ],

  // find_recipe
  ["Find me a recipe with chickpeas.", recipes("chickpeas", "chickpea")],
  ["what can I cook with spinach", recipes("spinach")],
  ["Do you have any recipes for salmon?", recipes("salmon")],
  ["i'd like a reciepe with pumpkin", recipes("pumpkin")],
  ["look for recipes that use red lentils", recipes("red lentils")],
  ["Could you find something to cook with mushrooms?", recipes("mushrooms", "mushroom")],
  [
    "Find a recipe with aubergine and add rice to the shopping list.",
    inTurn(
      recipes("aubergine"),
      over(cased("rice"), (item) => shopping(item)),
    ),
  ],

  // book_table
  ["Book a table for four at Luigi's on Friday at 7 pm.", tables(["Luigi's"], 4, "2026-11-20T19:00")],
  [
    "reserve a table at the golden dragon for 2 people tomorrow at 8 pm",
    tables(["the golden dragon", "golden dragon"], 2, "2026-11-17T20:00"),
  ],
  [
    "Could you make a reservation at Bella Roma for six people, Saturday at 6:30 pm?",
    tables(["Bella Roma"], 6, "2026-11-21T18:30"),
  ],
  ["I'd like a table for three at Chez Marie tonight at 8 pm", tables(["Chez Marie"], 3, "2026-11-16T20:00")],
  [
    "Please book us a table at the Red Lion, five people, Thursday at 1 pm",
    tables(["the Red Lion", "Red Lion"], 5, "2026-11-19T13:00"),
  ],
  [
    ["Book a table at Luigi's for two people", "tomorrow at 7 pm"],
    tables(["Luigi's"], 2, "2026-11-17T19:00"),
  ],
  [
    "Book a table for two at Bella Roma tomorrow at 7 pm and text Claire that I'm looking forward to it",
    inTurn(
      tables(["Bella Roma"], 2, "2026-11-17T19:00"),
      messages(["Claire"], ["I'm looking forward to it", "I am looking forward to it"]),
    ),
  ],

  // What must not act: negations, hypotheticals, the past
  ["Don't turn on the kitchen light.", noAction],
  ["I turned off the living room fan yesterday", noAction],
  ["please do not unlock the back door", noAction],
  ["We booked a table at Luigi's last week and it was lovely.", noAction],
  ["If I asked you to lock the front door, would you do it?", noAction],
  ["don't set an alarm for tomorrow", noAction],
  ["I already sent Anna a message this morning", noAction],
  ["You don't need to add milk to the shopping list, I bought some.", noAction],
  ["my son set the thermostat to 25 last night", noAction],
  ["Never play heavy metal while I'm working", noAction],
  ["I was going to turn on the coffee maker but I changed my mind.", noAction],
  ["don't text Peter yet", noAction],
  ["Last summer we had the garden lights on every evening.", noAction],

  // What no tool can do, and small talk
  ["Good morning!", noAction],
  ["how are you today", noAction],
  ["Thanks, that was very helpful.", noAction],
  ["Can you call me a taxi?", noAction],
  ["hoover the living room", noAction],
  ["Print my boarding pass, please", noAction],
  ["turn on the dishwasher", noAction],
  ["Take milk off the shopping list.", noAction],
  ["Tell me a joke", noAction],
  ["I'm a bit tired today.", noAction],
  ["translate hello into Russian", noAction],
  ["Set the thermostat to 45 degrees", noAction],
  ["transfer 50 pounds to my landlord", noAction],
  ["you're funny", noAction],
  ["Take a photo of the garden.", noAction],
  ["what's in my calendar tomorrow?", noAction],
  ["Cancel the timer", noAction],
  ["book me a flight to Paris", noAction],
  ["See you later!", noAction],
  ["read my emails to me", noAction],
];
