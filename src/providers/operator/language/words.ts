const list = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g));

export const articles = list("the a an any my our your some this that these those his her their");
export const prepositions = list(
  "of in into at on onto to for from with without by via over through about as using near between",
);

/** They carry nothing that a tool could be told. What is not here, and not known to the tool, is not understood. */
const glue = list(`
  the a an my our your some this these those of in into at on onto to for from with by as me us it here
  something anything please pls plz also too just again then now and so up out over one's really actually quickly kindly right away
  bit little tad notch slightly um uh uhm erm hm hmm still currently exactly possibly
`);

/** They praise, count or point, but tell no two things apart. */
const qualifiers = list(`
  good nice great best better quick fast new fresh smart random current simple easy tasty delicious yummy healthy decent lovely one another more any
  short single fancy bad awful terrible horrible beautiful gorgeous crazy strange funny
`);

export const isQualifier = (word: string): boolean => qualifiers.has(word);

/** Only a question is made of these; in a statement they tell of something, and ask for nothing. */
const questionGlue = list(
  "what which how is are am be do does will would there it i we you have has got like much many going was can could looks look any doing get getting they think know high need should shall looking where when",
);

export const isGlue = (word: string, isQuestion: boolean): boolean =>
  glue.has(word) || (isQuestion && questionGlue.has(word));

/** They stand for something that was said before, or for nothing in particular: never a value. */
export const pronouns = list(`
  it this that these those me you him her them us something anything everything nothing someone somebody anyone
  everyone one ones stuff things thing all both everybody
  outside inside indoors outdoors somewhere anywhere everywhere elsewhere
`);

/** A noun phrase has none of them: a value that does is more of the sentence than was understood. */
export const clauseWords = list(`
  i you he she we they is are was were be been am do does did will would shall should can could may might must has have
  had if when once while until unless because since after before except but not never no don't doesn't didn't won't why who
  whom where how what which whether than it me him them us every all both everything everyone nothing instead maybe needs need want wants got midnight noon midday tomorrow
  today tonight yesterday next last week weekend month year morning afternoon evening night later soon always sometimes already please and or then also
`);

/** When something is: a title has none of them where the tool asks for the time itself. */
export const calendarWords = list(`
  mon tue tues wed thu thur thurs fri
  today tonight tomorrow yesterday next last week weekend month year morning afternoon evening night monday tuesday wednesday
  thursday friday saturday sunday
`);

const negations = list(`
  don't dont not never no won't can't cannot doesn't didn't isn't aren't shouldn't mustn't wouldn't couldn't without nor
  neither avoid refrain
`);

export const isNegation = (word: string): boolean => negations.has(word);

/** A word of the language itself, whatever the tools are. */
export const isCommon = (word: string): boolean =>
  [
    glue,
    questionGlue,
    articles,
    prepositions,
    pronouns,
    clauseWords,
    negations,
    tellingHeads,
    questionHeads,
  ].some((words) => words.has(word));

/** A sentence that begins so tells, wonders or sets a condition. */
export const tellingHeads = list(`
  why did was were had has have should shall if when whenever while until unless because since after before once who whose
  where may might i he she they we somebody someone nobody everybody
`);

const auxiliaries = list("is are does do will can could would");

/** "When does it leave?" asks; "when I leave, …" sets a condition. */
export const isAskedWith = (first: string, second: string): boolean =>
  questionHeads.has(first) || ((first === "when" || first === "where") && auxiliaries.has(second));

const questionHeads = list("what which how is are am does do will would can could");
