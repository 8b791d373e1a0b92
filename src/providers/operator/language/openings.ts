import { combine, phrases } from "./phrase-lists.ts";

const wants = [
  combine("i | we", "want | need | would like | would love | would prefer | could use | could do with"),
  combine("i'd | we'd", "like | love | prefer"),
].join(" | ");

const gettings = combine("can | could | may", "i | we", "have | please have | get | please get");
const assurances =
  "make sure | make sure that | be sure | be sure that | make certain | make certain that | see to it that | ensure | ensure that";

const greetings = combine(
  "hey | hi | hello | good morning | good afternoon | good evening | good night",
  "| there",
);

/** Behind one of these stands how things are to be: "the lamp turned on", "the door to be locked". */
const wishing = [
  wants,
  gettings,
  assurances,
  "i'd appreciate | let me have | let me get | let's have | let's get",
].join(" | ");

/** Said while thinking, or to be heard. */
const fillers = `
  ok | okay | well | so | now | then | and | also | just | , | . | ! | - | : | first | first of all | finally | quickly | right | sure | yes | yeah | yep |
  actually | anyway | all right | alright | great | perfect | cool | um | uh | uhm | er | erm | hm | hmm | oh | ah | yo | next | next up | after that |
  ooh | ouch | brr | wow | hang on | right then | oh no | sorry | excuse me | sorry to bother you | just checking | let's see |
  quick question | another one | one more thing | by the way | i have a question | i've got a question | please | pls | plz | kindly`;

const requests = [
  `go ahead and | go and | let's | let us | do a | do an | do me a | do me an | do us a | run a | run an | perform a | perform an | give me a | give me an |
  maybe you could | perhaps you could | do me a favor and | do me a favour and | do me a favor | do me a favour |
  be so kind and | be so kind as to | be a dear and | try to | remember to | be sure to | make sure to | make sure you | don't forget to | do not forget to |
  it's time to | it is time to | time to | feel free to | how about | what about | why don't you | why not | help me with | help me |
  if you could | if you would | if possible | when you're ready | while you're at it | let me know |
  i wish to | i wanna | i want u to | i am trying to | i'm trying to`,
  combine(
    "can | could | would | will",
    "you | you please | you just | you maybe | you possibly | you kindly | ya | u | somebody | someone | anyone",
  ),
  // "Would you like to …" asks about a wish.
  combine("can you | could you", "like"),
  combine("would you | do you", "mind"),
  `would you be so kind as to | would you be able to | you can | you may | you could | you can go ahead and | you might want to |
  would it be possible to | is it possible to`,
  combine(wants, "to | you to | to know"),
  combine(
    "i would | i'd",
    "be grateful if you could | be happy if you could | appreciate it if you could | be glad if you could | be grateful if you would",
  ),
  combine(
    "it would be | it'd be | would be",
    "great | nice | lovely | good | helpful",
    "if you could | if you would | to have",
  ),
  combine(
    "i was | i am | i'm | just",
    "wondering if you could | wondering whether you could | hoping you could | wondering if you would",
  ),
  combine("i am | i'm | we are | we're", "looking for | after | in the mood for | in need of"),
  combine("i | we", "fancy | feel like"),
].join(" | ");

const addresses = combine("hey | hi | hello | ok | okay |", "computer | assistant | operator");

export const greetingPhrases = phrases(greetings);
export const fillerPhrases = phrases([fillers, addresses].join(" | "));
export const wishPhrases = phrases(wishing);
/** They ask for what comes next, and say nothing more. */
export const requestPhrases = phrases(requests);

/** They end a request politely, or say that it is meant for now. */
export const closingPhrases = phrases(
  [
    `please | pls | plz | thanks | thank you | thx | cheers | ta | now | right now | right away | immediately | straight away | asap | for me | for us |
    ? | ! | . | , | ; | - | if you can | a lot | very much | so much | thanks a lot | again | ok | okay | too | as well | if you please | if possible |
    if you could | if that's ok | if that's okay | at once | kindly | would you | will you | could you | can you | if you would | if you don't mind |
    if it's not too much trouble | real quick | quickly | at the moment | currently | at present | at this moment | at all | by any chance |
    in the meantime | when you can | first | we own | i own | that we have | that i have`,
    // "Add honey" is about honey; behind a comma it is somebody.
    combine(",", "love | darling | honey | dear | mate | buddy | pal | man"),
  ].join(" | "),
);
