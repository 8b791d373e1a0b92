import { toStem } from "./stem.ts";

/** What people say for the words of tools. In front of a bar are words of both, behind it those of people only. */
const verbGroups: readonly string[] = [
  "get fetch read retrieve show | give tell display see report check say",
  "list | show enumerate give tell",
  "set | change adjust put make turn",
  "control operate switch turn | put flip power",
  "create | make add new schedule plan arrange put",
  "generate | make create new give",
  "add append insert | put include",
  "send | text message write",
  "search lookup | look google find",
  "find | search show look",
  "play | listen put hear",
  "start begin launch run | make create set",
  "stop end halt",
  "delete remove erase",
  "update modify edit | change",
  "calculate compute evaluate solve | work",
  "convert | exchange change",
  "translate | say",
  "verify check test | confirm",
  "book reserve | make reservation",
];

const thingGroups: readonly string[] = [
  "light lamp bulb",
  "heating heat thermostat",
  "temperature | warm hot cold",
  "state status",
  "weather forecast",
  "message text sms",
  "picture photo image",
  "event appointment meeting",
  "calendar schedule agenda diary",
  "stock share",
  "price cost",
  "datetime date time | day today clock weekday week",
  "web internet online | net",
  "music song track tune",
  "volume loudness",
  "alarm | wake",
  "timer countdown",
  "email mail",
  "task todo",
  "file document",
  "folder directory",
  "person people guest",
  "movie film",
  "news headline",
  "house home",
  "restaurant table",
  "all | every each whole entire",
];

const groups = [...verbGroups, ...thingGroups];

/** All words of the groups, as they stand there. */
const listed = new Set(groups.flatMap((group) => group.match(/\w+/g) ?? []));

export const isListed = (word: string): boolean => listed.has(word);

const toolGroups = new Map<string, number[]>();
const personGroups = new Map<string, number[]>();
for (const [id, group] of groups.entries()) {
  const [common = "", ofPeople = ""] = group.split(" | ");
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

const readingVerbs = stemsOf(`
  get list show read find search look lookup check verify calculate compute convert translate query
  describe fetch count generate echo validate test view give return tell inspect compare measure
  explain summarize
`);

/** Verbs of tools that tell and change nothing. */
export const isReadingVerb = (stem: string): boolean => readingVerbs.has(stem);
