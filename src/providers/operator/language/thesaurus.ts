import { toStem } from "./stem.ts";

/**
 * What people say for the words of tools. In front of a bar are words of both, behind it those of people only. Behind two
 * bars they mean the name of a tool, but no word of what is written about it: "every day" is not about a timer's "time".
 */
const verbGroups: readonly string[] = [
  "get fetch read retrieve show | give tell display see report check say print",
  "list | show enumerate give tell print display see read",
  "set | change adjust put make turn bring raise lower keep reduce increase decrease boost take drop bump switch",
  "control operate switch turn | put flip power flick get bring shut crank bump pump pop take drop",
  "create | make add new schedule plan arrange put enter book block organise organize open stick pop",
  "generate | make create new give produce get need",
  "add append insert | put include write stick throw pop get chuck bung whack toss",
  "send | text message write drop shoot",
  "search lookup | look google find browse",
  "find | search show look suggest recommend give get need",
  "play | listen put hear start",
  "start begin launch run | make create set put give",
  "stop end halt | quit",
  "delete remove erase | drop clear",
  "update modify edit | change",
  "calculate compute evaluate solve | work count give tell sum",
  "convert | exchange change turn switch",
  "translate | say put give",
  "verify check test | confirm ping",
  "book reserve | make get find need",
  "echo repeat say | parrot",
  "answer respond reply | react",
  "reach | online available connect contact connection",
  "measure read | reading",
  "cook prepare | make",
  "water irrigate sprinkle",
  "clean vacuum sweep hoover",
  "close resolve | finish",
  "assign | give",
  "move rename | shift",
  "copy duplicate",
  "open | show",
  "cancel abort",
];

const thingGroups: readonly string[] = [
  "light lamp bulb",
  "lock | secure bolt",
  "heating heat thermostat",
  "temperature | warm hot cold cool degree",
  "humidity | damp",
  "motion movement | moving",
  "power energy electricity | consumption consume usage use using draw drawing",
  "state status | condition",
  "weather forecast | coat jacket raincoat",
  "rain | umbrella wet",
  "sun | sunshine",
  "message text sms",
  "text | word phrase sentence",
  "picture photo image",
  "event appointment meeting | entry",
  "calendar schedule agenda diary | plan arrange organise organize block",
  "stock share | trade trading quote",
  "price cost | worth value much",
  "currency money | worth value",
  "datetime date time || day today clock weekday week year month late",
  "web internet online | net information info",
  "music song track tune",
  "volume loudness sound | loud audio",
  "speaker | sound music audio",
  "alarm | wake",
  "timer countdown",
  "uuid guid | identifier id unique",
  "identifier id",
  "email mail",
  "task todo",
  "issue ticket bug",
  "file document",
  "folder directory",
  "person people guest",
  "movie film",
  "news headline",
  "house home | place",
  "restaurant table | dinner supper",
  "recipe | dish meal idea",
  "list | overview",
  "device gadget appliance",
  "connection | connected",
  "robot | robo",
  "garden yard lawn",
  "all | every each whole entire everything",
];

const groups = [...verbGroups, ...thingGroups];

/** All words of the groups, as they stand there. */
const listed = new Set(groups.flatMap((group) => group.match(/\w+/g) ?? []));

export const isListed = (word: string): boolean => listed.has(word);

const nameGroups = new Set<number>();
const toolGroups = new Map<string, number[]>();
const personGroups = new Map<string, number[]>();
for (const [id, group] of groups.entries()) {
  const [common = "", ofPeople = ""] = group.split(/ \|+ /);
  if (group.includes("||")) nameGroups.add(id);
  const add = (map: Map<string, number[]>, words: string) => {
    for (const word of words.match(/\S+/g) ?? []) {
      const stem = toStem(word);
      map.set(stem, [...(map.get(stem) ?? []), id]);
    }
  };
  add(toolGroups, common);
  add(personGroups, common);
  add(personGroups, ofPeople);
}

const none: readonly number[] = [];

/** The groups of a tool's word. A number stands for the group. */
export const groupsOfTools = (stem: string): readonly number[] => toolGroups.get(stem) ?? none;

/** The groups of tools' words that a person may mean by a word. */
export const groupsOfPeople = (stem: string): readonly number[] => personGroups.get(stem) ?? none;

/** Whether the group is about the names of tools only. */
export const isNameGroup = (id: number): boolean => nameGroups.has(id);

/** All that people say for the word of a tool. */
export const stemsForTools = (stem: string): string[] =>
  groupsOfTools(stem).flatMap((id) => (groups[id]?.match(/\w+/g) ?? []).map(toStem));

/** Whether it can be said to have something done: "list", "text" and "book" can, and are things as well. */
export const isVerb = (stem: string): boolean => groupsOfPeople(stem).some((id) => id < verbGroups.length);

/** Whether a person may mean the word of a tool. */
export function mayMean(said: string, meant: string): boolean {
  const ids = groupsOfTools(meant);
  return groupsOfPeople(said).some((id) => ids.includes(id));
}

const stemsOf = (words: string): ReadonlySet<string> => new Set((words.match(/\S+/g) ?? []).map(toStem));

/** Verbs that hundreds of tools begin with: on their own they name none of them. */
const generic = stemsOf(`
  get set list create add make control send update delete remove read show find start stop run do put
  change check fetch is open give tell use manage handle write turn switch generate look
`);

export const isGenericVerb = (stem: string): boolean => generic.has(stem);

const endings = stemsOf(`
  stop end halt delete remove erase cancel close disable unlock mute pause clear reset uninstall kill destroy drop archive block ban
  revoke abort disconnect unsubscribe shutdown reject deny forget
`);

/** Verbs of tools that take something away, which nobody wants done by mistake. */
export const isEndingVerb = (stem: string): boolean => endings.has(stem);

const readingVerbs = stemsOf(`
  get list show read find search look lookup check verify calculate compute convert translate query
  describe fetch count generate echo validate test view give return tell inspect compare measure
  explain summarize
`);

/** Verbs of tools that tell and change nothing. */
export const isReadingVerb = (stem: string): boolean => readingVerbs.has(stem);
