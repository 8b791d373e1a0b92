import { local, type Request } from "./expected.ts";

/** The same call in many words, a line each. */
const said = (name: string, args: Readonly<Record<string, unknown>>, sentences: string): readonly Request[] =>
  sentences
    .trim()
    .split(/\s*\n\s*/)
    .map((sentence): Request => [sentence, [{ name, args }]]);

/** What came to the author's mind for each tool, before it was tried: the operator was mended with them. */
export const paraphrasedRequests: readonly Request[] = [
  ...said(
    "list_zwave_devices",
    {},
    `
    which devices have we got at home?
    can you give me a list of all the devices in the house
    show devices
    let me see the devices
    could you read out all the z-wave devices
    what devices are in my house and are they on
    I want to see every device
    please list every z-wave device we own
    tell me what devices we have
    `,
  ),
  ...said(
    "control_zwave_device",
    { deviceName: "Hallway Light", action: "on" },
    `
    hallway light on please
    pls turn on hallway light
    would you put the hallway light on
    could you please get the light in the hallway on
    I'd be glad if you could turn the hallway light on
    the hallway is dark, switch the hallway light on
    turn hallway light on now
    power up the hallway light
    can somebody turn on the hallway light
    `,
  ),
  ...said(
    "control_zwave_device",
    { deviceName: "Attic Fan", action: "off" },
    `
    attic fan off
    turn the attic fan off again
    stop the attic fan please
    the attic fan is too noisy, turn it off
    that attic fan is driving me mad, switch it off
    please make sure the attic fan's off
    can you kill the attic fan
    switch off attic fan
    turn off the fan in the attic
    turn off the fan that's in the attic
    `,
  ),
  ...said(
    "control_zwave_device",
    { deviceName: "Bedroom Lamp", action: "dim", level: 40 },
    `
    dim the bedroom lamp to forty percent
    bedroom lamp at 40
    bedroom lamp 40 percent please
    can you put the bedroom lamp on 40 percent
    turn the bedroom lamp down to forty percent
    set bedroom lamp brightness to 40
    dim the lamp in the bedroom to 40%
    brightness 40 for the bedroom lamp
    turn the brightness of the bedroom lamp to 40 percent
    I'd like the bedroom lamp at forty percent
    `,
  ),
  ...said(
    "get_device_sensor_data",
    { deviceName: "Bedroom Heater" },
    `
    is the bedroom heater on
    what's the bedroom heater doing
    how much power is the bedroom heater using right now
    tell me whether the bedroom heater is running
    what does the bedroom heater read
    show me the data of the bedroom heater
    status of the bedroom heater
    bedroom heater status
    is the heater in the bedroom switched on
    give me the sensor data for the bedroom heater
    read the sensors of the bedroom heater
    what temperature is the bedroom heater measuring
    `,
  ),
  ...said(
    "verify_device",
    { deviceName: "Coffee Maker" },
    `
    check that the coffee maker responds
    does the coffee maker still answer
    can the coffee maker be reached at the moment
    make sure the coffee maker is responding
    verify the coffee maker please
    please verify whether the coffee maker can be reached
    test the coffee maker
    is my coffee maker reachable
    can we reach the coffee maker
    `,
  ),
  ...said(
    "set_thermostat",
    { temperature: 20 },
    `
    heating to 20
    set the temperature in the house to twenty degrees
    could you turn the thermostat to 20 degrees please
    keep the house at 20 degrees
    can you make it 20 degrees in here
    20 degrees in the house please
    please adjust the heating to 20 degrees
    turn down the heating to 20
    I want the thermostat at 20
    let's have it at twenty degrees
    warm it up to 20 degrees
    put the thermostat on twenty
    thermostat at 20 degrees celsius
    `,
  ),
  ...said(
    "set_door_lock",
    { door: "back door", locked: true },
    `
    lock the back door
    can you lock up the back door please
    please make sure that the back door is locked
    back door lock please
    I'm heading out, please lock the back door
    would you mind locking the back door
    the back door needs locking
    lock the door at the back
    I want you to lock the back door
    don't forget to lock the back door
    `,
  ),
  ...said(
    "set_door_lock",
    { door: "front door", locked: false },
    `
    unlock the front door
    please unlock the door at the front
    could you unlock the front door for the postman
    front door unlocked please
    can you unlock the front door, my hands are full
    Anna's at the door, unlock the front door
    `,
  ),
  ...said(
    "get_current_datetime",
    {},
    `
    what time is it please
    could you tell me what the time is
    what's the date
    what's the day today
    whats the time
    do you know the date
    tell me today's date
    what is the current time
    time?
    what day of the month is it
    hi, what time have you got
    which month are we in
    what's today's day
    `,
  ),
  ...said(
    "get_current_datetime",
    { timezone: "America/New_York" },
    `
    what time is it in New York
    what's the time in new york right now
    tell me the current time in New York
    time in New York please
    can you tell me what time it is over in New York
    what is the date in New York
    do you know the time in New York
    `,
  ),
  ...said(
    "calculate",
    { expression: "18 * 4" },
    `
    18 times 4
    what's eighteen times four
    could you work out 18 times 4 for me
    calculate 18*4
    how much is 18 x 4
    whats 18 * 4
    tell me what 18 times 4 is
    18 multiplied by 4
    can you do 18 times 4
    `,
  ),
  ...said(
    "calculate",
    { expression: "20% of 60" },
    `
    what is 20% of 60
    20 percent of 60
    how much is 20 percent of 60
    what's twenty percent of sixty
    `,
  ),
  ...said(
    "calculate",
    { expression: "(3 + 4) * 2" },
    `
    calculate (3 + 4) * 2
    what is (3+4)*2
    `,
  ),
  ...said(
    "generate_uuid",
    {},
    `
    give me a fresh uuid
    could I have a new uuid please
    uuid
    can you generate a new UUID for me
    I need a unique id for a new user
    create one uuid
    please make a uuid
    random uuid please
    `,
  ),
  ...said(
    "echo",
    { text: "good night moon" },
    `
    echo good night moon
    say good night moon
    repeat "good night moon"
    please echo the words good night moon
    could you say "good night moon"
    repeat after me good night moon
    echo back "good night moon"
    `,
  ),
  ...said(
    "search_web",
    { query: "train strikes in Italy" },
    `
    search the web for train strikes in Italy
    google train strikes in Italy
    look up train strikes in Italy
    can you search for train strikes in Italy
    find out about train strikes in Italy
    search online for train strikes in Italy
    look for train strikes in Italy online
    please do an internet search for train strikes in Italy
    have a look online for train strikes in Italy
    web search for train strikes in Italy
    search train strikes in Italy on the web
    `,
  ),
  ...said(
    "control_speaker_volume",
    { action: "up" },
    `
    turn up the sound
    could you turn the speaker up a bit
    I can barely hear it, volume up please
    make it a bit louder
    the music is too quiet, turn it up
    speaker up
    turn the volume up a notch
    volume up a little
    `,
  ),
  ...said(
    "control_speaker_volume",
    { action: "down" },
    `
    turn the music down
    can you turn the volume down please
    bring down the volume
    quieter please
    make the music quieter
    lower the speaker volume
    the neighbours are complaining, turn the volume down
    `,
  ),
  ...said(
    "control_speaker_volume",
    { action: "mute" },
    `
    mute the music
    can you mute the speaker please
    mute
    put it on mute
    `,
  ),
  ...said(
    "control_speaker_volume",
    { action: "set", level: 25 },
    `
    set volume to 25
    volume 25 percent
    turn the speaker volume to 25 percent
    volume to twenty five
    change the volume to 25%
    set the sound to 25 percent
    put the speaker at 25
    I'd like the volume at 25
    turn the volume down to 25 percent
    `,
  ),
  ...said(
    "create_calendar_event",
    { title: "dentist", start: local("2026-11-19T14:30") },
    `
    add dentist to my calendar on Thursday at 2:30 pm
    dentist on Thursday at 2:30 pm, add it to my calendar
    put the dentist in my calendar for Thursday 2:30pm
    schedule dentist for Thursday at half past two in the afternoon
    calendar event dentist Thursday at 14:30
    create an event called dentist for Thursday at 2:30 pm
    new calendar event: dentist, Thursday 14:30
    `,
  ),
  ...said(
    "create_calendar_event",
    { title: "yoga", start: local("2026-11-18T18:00"), durationMinutes: 90 },
    `
    schedule yoga on Wednesday at 6 pm for 90 minutes
    put yoga in the calendar on Wednesday at 6pm for an hour and a half
    add yoga on Wednesday at 18:00 for 90 minutes to my calendar
    create an event called yoga on Wednesday from 6 pm for 90 minutes
    `,
  ),
  ...said(
    "create_calendar_event",
    { title: "lunch", start: local("2026-11-20T12:30"), location: "Cafe Roma" },
    `
    schedule lunch at Cafe Roma on Friday at 12:30
    add lunch on Friday at 12:30 at Cafe Roma to my calendar
    create an event called lunch on Friday at 12:30 at Cafe Roma
    `,
  ),
  ...said(
    "convert_currency",
    { amount: 200, from: "GBP", to: "USD" },
    `
    convert 200 pounds to dollars
    what's 200 pounds in US dollars
    how many dollars is 200 pounds
    200 gbp in usd
    200 pounds to dollars please
    how much is £200 in dollars
    what is 200 pounds worth in dollars
    what are 200 pounds in dollars
    I've got 200 pounds, what's that in dollars
    change 200 pounds to dollars
    exchange 200 pounds into dollars for me
    how much would 200 British pounds be in US dollars
    £200 in dollars?
    `,
  ),
  ...said(
    "send_message",
    { recipient: "Sarah", text: "I'll be late" },
    `
    tell Sarah I'll be late
    text Sarah that I'll be late
    let Sarah know that I'll be late
    send Sarah a text saying I'll be late
    message Sarah I'll be late
    can you let Sarah know I'll be late
    write Sarah a message saying I'll be late
    send a message to Sarah that I'll be late
    text Sarah: I'll be late
    send Sarah a message: I'll be late
    could you text Sarah to say I'll be late
    please send a message to Sarah saying I'll be late
    drop Sarah a text to say I'll be late
    `,
  ),
  ...said(
    "play_music",
    { query: "Miles Davis" },
    `
    play Miles Davis
    play some Miles Davis
    put Miles Davis on
    can you put on some Miles Davis
    I want to listen to Miles Davis
    I'd love to hear some Miles Davis
    I feel like hearing Miles Davis
    play something by Miles Davis
    play music by Miles Davis
    let's listen to Miles Davis
    throw on some Miles Davis
    play me a bit of Miles Davis
    `,
  ),
  ...said(
    "set_timer",
    { durationSeconds: 300 },
    `
    five minute timer
    timer for five minutes please
    set timer 5 mins
    start a 5 minute timer
    can I have a timer for five minutes
    could you set a five minute timer
    5 min countdown
    I need a five minute timer
    put five minutes on the timer
    set me a timer for 5 minutes please
    `,
  ),
  ...said(
    "set_timer",
    { durationSeconds: 2700, label: "roast" },
    `
    set a timer for 45 minutes for the roast
    45 minute timer for the roast please
    roast timer 45 minutes
    set a 45 minute roast timer
    `,
  ),
  ...said(
    "add_to_shopping_list",
    { items: ["bread"] },
    `
    put bread on the shopping list
    add bread to the list
    we need bread, put it on the shopping list
    bread on the shopping list please
    shopping list bread
    pop bread on the shopping list
    I need bread on the shopping list
    we're out of bread, add it to the shopping list please
    please add some bread to the shopping list
    stick bread on the list
    `,
  ),
  ...said(
    "get_weather",
    { location: "London" },
    `
    how's the weather looking in London
    what is the weather like in London right now
    do I need a coat in London
    is it warm in London
    what's the temperature like in London
    London forecast please
    tell me about the weather in London
    will I need an umbrella in London
    any rain in London?
    what's the weather for London
    `,
  ),
  ...said(
    "get_weather",
    { location: "Madrid", date: "2026-11-21" },
    `
    what's the weather in Madrid on Saturday
    will it rain on Saturday in Madrid
    is it going to be sunny in Madrid on Saturday
    Saturday's weather in Madrid
    how will the weather be in Madrid on Saturday
    Madrid weather on Saturday
    weather forecast for Saturday in Madrid
    `,
  ),
  ...said(
    "translate_text",
    { text: "where is the station", targetLanguage: "it" },
    `
    translate where is the station into Italian
    how do you say where is the station in Italian
    say where is the station in Italian
    what's where is the station in Italian
    can you translate "where is the station" to Italian
    translate into Italian where is the station
    how do I say "where is the station" in Italian
    `,
  ),
  ...said(
    "get_stock_price",
    { symbol: "MSFT" },
    `
    MSFT stock
    what's MSFT trading at right now
    how much is MSFT stock
    what is the share price of MSFT
    price for MSFT please
    give me the stock price for MSFT
    check the MSFT share price
    how's MSFT doing on the market
    MSFT quote please
    `,
  ),
  ...said(
    "set_alarm",
    { time: "06:30:00" },
    `
    wake me at 6:30
    set an alarm for half past six
    alarm 6:30
    I need to be up at 6:30
    alarm for half six
    can you wake me up at half past six in the morning
    set my alarm for 6.30
    please set the alarm to 6:30 am
    I've got to get up at 6:30
    wake me up tomorrow morning at 6:30
    get me up at half past six
    set an alarm for six thirty
    set alarm six thirty am
    `,
  ),
  ...said(
    "find_recipe",
    { ingredient: "spinach" },
    `
    what can I cook with spinach
    recipes with spinach please
    find a spinach recipe
    do you know a good recipe with spinach
    show me something to cook with spinach
    I'd like a recipe with spinach
    I want to cook something with spinach
    give me some spinach recipes
    look up recipes with spinach
    what shall I cook with spinach
    I fancy cooking something with spinach
    find me recipes that use spinach
    `,
  ),
  ...said(
    "book_table",
    { restaurant: "Dishoom", people: 2, time: local("2026-11-17T19:30") },
    `
    book a table for two at Dishoom tomorrow at 7:30 pm
    reserve a table at Dishoom for two people tomorrow at half past seven in the evening
    table for two at Dishoom tomorrow at 19:30
    can you book Dishoom for two tomorrow at 7:30pm
    I'd like a table for 2 at Dishoom tomorrow evening at 7:30
    get a table at Dishoom for two for tomorrow at 7:30 pm
    make a booking at Dishoom for two tomorrow at 7:30 pm
    reserve Dishoom for tomorrow at 7:30 pm for two
    please book us a table for two at Dishoom tomorrow night at 7:30
    could you reserve a table for two people at Dishoom for tomorrow at 7:30 in the evening
    book dinner for two at Dishoom tomorrow at 7:30 pm
    book a table tomorrow at 7:30 pm at Dishoom for 2
    `,
  ),
];
