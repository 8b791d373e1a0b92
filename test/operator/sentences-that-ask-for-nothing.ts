/**
 * Small talk, stories, doubts, wishes that no tool grants, and requests for what comes close to a tool without being one. The
 * author wrote them to find calls that nobody asked for: none may lead to one.
 */
export const sentencesThatAskForNothing: readonly string[] = `
  I locked the front door before I left
  Tom unlocked the garage door this morning
  we had the heating at 21 degrees last winter
  the thermostat was set to 19 yesterday
  the coffee maker turned itself off
  the kitchen light has been on since noon
  my alarm didn't go off this morning
  I overslept because the alarm wasn't set
  last night I played some jazz
  Anna sent me a message
  Ben told me to turn on the lamp
  the doctor says I should drink more water
  mum asked whether the front door is locked
  he wants me to book a table at Luigi's
  she said play some jazz
  the manual says to turn the heater off
  I read that you can dim the lamp to 20 percent
  they were talking about the weather in Paris
  I'm not going to lock the door
  you don't have to turn on the light
  there is no need to turn off the fan
  please do not turn the volume up
  don't you dare unlock the front door
  no music please
  no don't
  never mind the timer
  let's not book a table tonight
  I'd rather you didn't turn on the heater
  stop turning on the kitchen light
  quit playing jazz
  I don't think we need an alarm
  it would be nice if the lamp were on
  if only the kitchen light was on
  I could turn off the fan myself
  I might set an alarm later
  maybe later
  we could book a table at Luigi's some time
  perhaps I should text Anna
  what would it cost to heat the house to 25 degrees
  would you lock the door if I asked you to
  suppose we set the thermostat to 15
  if Anna calls tell her I'm out
  unless it's raining turn off the heater
  once the timer is done turn off the light
  after dinner play some jazz
  before you lock the door check the window
  turn on the garden lights at sunset
  turn off the kitchen light in five minutes
  lock the back door at ten pm
  switch on the coffee maker tomorrow morning
  play jazz at eight
  send Anna a message tomorrow saying hi
  wake Anna up
  how do I set the thermostat
  how does the thermostat work
  what is a thermostat
  what does verify mean
  can you tell jokes
  what can you do with lamps
  are you able to translate into German
  do you understand French
  can you speak German
  which languages do you speak
  how many devices can you control
  who made you
  what's your name
  are you there
  hello
  hey there
  good night
  see you tomorrow
  thanks for the help
  well done
  that's great
  you're the best
  I'm bored
  I'm cold
  it's dark in here
  it's too loud
  I can't sleep
  I love this song
  this song is great
  what song is this
  who sings this
  I need a holiday
  I want a new lamp
  I need a new thermostat
  I'd like a coffee
  I would like a pizza
  buy milk
  buy some bread and butter
  order groceries
  call Anna
  phone mum
  email Anna that I'm late
  send an email to Ben
  cancel my alarm
  delete the alarm
  turn off the alarm
  stop the alarm
  stop the timer
  pause the timer
  how much time is left on the timer
  pause the music
  stop playing
  next song
  skip
  resume the music
  what's on my calendar tomorrow
  do I have any meetings today
  move the meeting to Friday
  cancel the dentist appointment
  delete the meeting with Sam
  remove eggs from the shopping list
  clear my shopping list
  what's on my shopping list
  read me the shopping list
  cancel my reservation at Luigi's
  call the restaurant
  find a restaurant nearby
  rate the restaurant
  sell my AAPL shares
  buy AAPL shares
  should I buy AAPL
  is AAPL a good investment
  what's the best stock
  turn on the tv
  turn off the oven
  turn on the radio
  open the blinds in the bedroom
  unlock the bathroom door
  lock the window
  close the garage door
  open the garage door
  vacuum the living room
  water the plants
  feed the dog
  take a picture
  set the table
  set the mood
  make dinner
  make a cake
  make coffee
  make it nice
  turn it off
  turn it on
  switch that off
  do it again
  same again
  the usual please
  set it higher
  dim everything
  turn off all lights
  turn on the lights
  turn the lights off everywhere
  lock all doors
  unlock everything
  dim the coffee maker to 150 percent
  set the heating to 100 degrees
  set the thermostat to minus 5
  set the volume to 300
  volume 400 percent
  convert 100 dollars to pesos
  convert 50 apples to euros
  how many dollars are in my account
  transfer 50 euros to Anna
  pay the bill
  translate good night into Russian
  translate this page
  translate the book
  who translated this
  what's the meaning of life
  who won the game last night
  when is Christmas
  how old is the president
  what's the tallest mountain
  where is the nearest pharmacy
  where are my keys
  why is it so cold
  why is the volume so low
  is the weather always like this
  I like the weather in Spain
  we flew to Paris in the rain
  Paris is lovely in spring
  the time is up
  time flies
  it's time for bed
  what a day
  today was long
  I set a timer already
  the timer is set
  I've set the alarm for six
  alarm bells are ringing
  the recipe was delicious
  I cooked salmon yesterday
  mum's recipe for lasagna is the best
  we have a table at Luigi's
  Luigi's is great
  I booked it already
  I message her every day
  I'm texting Ben
  Ben is playing music
  the neighbours play loud music
  play with the dog
  a uuid is 128 bits long
  what is a uuid
  I hate uuids
  there's an echo in here
  the sum was wrong
  12 people are coming
  I am 42
  42 degrees is too hot
  two plus two makes a nice couple
  my number is 555 1234
  room 12
  is Anna home
  is the house on fire
  is the door open
  did you turn off the heater
  have you sent the message
  was the lamp on yesterday
  will you be here tomorrow
  could the lamp be broken
  the attic fan can't be reached
  the garage motion sensor keeps failing
  the sensor data looks wrong
  what happened to the hallway light
  who left the garden lights on
  somebody left the kitchen light on
  nobody locked the back door
  either the lamp or the fan should be on
  turn on the lamp or the fan
  lock the front door or the back door
  set a timer for five or ten minutes
  text Anna or Ben
  I want to be left alone
  I need more time
  I need some time
  I'd like some weather
  we need to talk
  let's have lunch
  let's have dinner tomorrow at 8
  I want my money back
  I need 50 dollars
  I have 50 euros
  can I have a pet
  can I get a discount
  make sure you eat
  I want to know why the lamp is on
  I need you to listen
  I could use a holiday
  I need light
  I want music
  more music
  the volume
  a timer
  eggs
  two people
  tomorrow at 7
  7 pm
  in French
  French
  Anna
  the kitchen light
  kitchen light and hallway light
  on and off
  turn on
  turn on Anna
  switch Anna off
  lock Anna
  unlock my phone
  lock my computer
  lock the screen
  play
  play it
  play it again
  play that
  stop it
  call it off
  set it
  set it up
  book it
  book a book
  read a book
  find it
  find Anna
  search
  search my room
  translate
  translate it
  translate that into French
  convert
  convert me
  convert it to euros
  how much is it
  how much is that in euros
  how much is the kitchen light
  what's the price of the lamp
  what's the price of gold
  price of bread
  what does milk cost
  is milk expensive
  add it to the list
  add that to my calendar
  put it on
  put it away
  put the milk in the fridge
  put Anna to bed
  put the kids to bed at 8
  put the kettle on
  put the TV on
  put the oven on
  turn the tv on
  turn over
  turn around
  turn left
  turn 40
  turn the page
  make a wish
  make the bed
  make a phone call
  make sure
  wake up
  wake up Anna
  wake Anna at 7
  get up
  get milk
  get Anna on the phone
  get the door
  get the lights
  text
  text me
  message me
  message me tomorrow
  send it
  send help
  send Anna
  tell Anna
  tell Anna a story
  tell them
  let me in
  let the dog out
  let Anna in
  let it go
  show me
  show me something
  show me the money
  show me pictures of lamps
  what's new
  what's up with the lamp
  what's wrong with the lamp
  what is the kitchen light
  where is the kitchen light
  where is Anna
  when is lunch
  who is at the door
  is Anna at home
  is it
  is it on
  is it locked
  are you on
  are we there yet
  do it
  do something
  do you have milk
  do you have the kitchen light
  do we need milk
  have you got milk
  dim
  dim it
  dim the sun
  mute Anna
  mute my phone
  volume of a cube
  volume of the speaker
  speaker of the house
  alarm
  alarm system
  the alarm is going off
  fire alarm
  timer is done
  table for two
  table tennis
  book club
  shopping
  shopping tomorrow
  let's go shopping
  stock up on milk
  share this
  share my location
  weather permitting
  what's the time difference
  what time does it start
  what time is dinner
  what time is the meeting
  what day is the party
  what date is Christmas
  when is it
  how old is the house
  how big is the kitchen
  how many lights are on
  how far is Berlin
  how long is it
  how long does it take to cook eggs
  how hot is the sun
  how cold is ice
  is ice cold
  is the bedroom warm
  is the coffee ready
  is dinner ready
  is the lamp broken
  is Anna coming tomorrow
  will Anna come tomorrow
  will it be long
  will you marry me
  can it wait
  could be
  could be worse
  would you like some music
  would you like to play a game
  do you want to play some jazz
  do you like the kitchen light
  what was the weather like in Berlin yesterday
  how was the weather in Rome last week
  did it rain in Paris yesterday
  was it cold in Oslo on Monday
  what will the stock price of AAPL be tomorrow
  how did AAPL do last year
  when should I sell AAPL
  tell me the history of AAPL
  compare AAPL and MSFT
  set the thermostat to eco mode
  turn the thermostat off
  what is the thermostat set to
  increase the thermostat by two degrees
  raise the temperature by 2 degrees
  lower the heating a bit
  turn the kitchen light green
  make the bedroom lamp blue
  make the living room lamp blink
  blink the hallway light
  turn the kitchen light on and off every second
  toggle the kitchen light
  swap the lamps
  move the bedroom lamp to the living room
  add a new lamp
  remove the attic fan from the house
  rename the attic fan
  reset the attic fan
  restart the coffee maker
  update the firmware of the coffee maker
  clean the coffee maker
  fix the attic fan
  buy a new coffee maker
  where did I buy the coffee maker
  how much did the coffee maker cost
  how old is the attic fan
  who installed the attic fan
  change the code of the front door
  ring the front door
  knock on the front door
  paint the front door
  who unlocked the front door
  how many doors are there
  is there a door in the attic
  which doors are unlocked
  lock the front door twice
  lock the front door for Anna tomorrow
  what time did I wake up
  what time did I set the alarm for
  how many alarms do I have
  list my alarms
  show my timers
  how long is the timer
  add five minutes to the timer
  restart the timer
  pause my timer
  rename the timer to eggs
  what's left on the timer
  read my last message
  reply to Anna
  reply yes to Anna
  forward the message to Ben
  did Anna reply
  call Anna and tell her I'm late
  video call Anna
  send Anna a picture
  send Anna 50 euros
  send flowers to Anna
  invite Anna to lunch
  block Anna
  who is Anna
  where is Anna now
  when did Anna text me
  what did Ben write
  what's the volume
  how loud is it
  how loud is the speaker
  is the music on
  what album is this
  who is the artist
  like this song
  add this song to my playlist
  shuffle my playlist
  play the next song
  play the previous song
  play it louder
  rewind
  what's the restaurant's number
  does Luigi's have a table free
  is Luigi's open tomorrow
  what's on the menu at Luigi's
  how do I get to Luigi's
  order from Luigi's
  cancel the table
  change my reservation to 8 pm
  how many people are coming
  remind me of my booking
  do I have a booking
  what's next on my calendar
  am I free on Friday
  when is my next meeting
  who is in the meeting
  move my dentist appointment to Thursday at 3 pm
  postpone the meeting by an hour
  invite Ben to the meeting
  delete all events
  clear my calendar
  what's the date of the meeting
  how do you spell bonjour
  what does bonjour mean
  what language is this
  teach me French
  speak German to me
  is French hard to learn
  what's the exchange rate
  how much money do I have
  what is a dollar worth
  is the euro strong
  buy 100 dollars
  withdraw 50 euros
  how many calories does salmon have
  is salmon healthy
  cook salmon for me
  order salmon
  how long do I cook salmon
  do I have salmon at home
  is there milk on the shopping list
  how many items are on the shopping list
  check off milk
  buy everything on the shopping list
  share the shopping list with Anna
  print the shopping list
  email the shopping list to Anna
  delete milk
  sort the shopping list
  calculate my taxes
  calculate the distance to Berlin
  how many days until Christmas
  what's 5
  what's a number
  count to ten
  count the lights
  roll a dice
  flip a coin
  generate a password
  generate a picture of a cat
  generate a name
  create a file
  create a playlist
  create a recipe
  create a table
  search my emails
  look at this
  look at the lamp
  look out
  find my keys
  find Nemo
  verify my account
  verify that Anna is home
  verify the code 1234
  check the door
  check the time on the oven
  check my calendar
  check in for my flight
  check out the kitchen
  test me
  test the smoke alarm
  is this thing on
  are you listening
`
  .trim()
  .split(/\s*\n\s*/);
