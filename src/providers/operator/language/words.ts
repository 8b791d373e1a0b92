const list = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g));

export const articles = list("the a an my our your some this that these those his her their");
export const prepositions = list(
  "of in into at on onto to for from with without by about as using near between",
);

/** They carry nothing that a tool could be told. What is not here, and not known to the tool, is not understood. */
const glue = list(`
  the a an my our your some this these those of in into at on onto to for from with by as me us it here
  something anything please pls plz also too just again then now and so up out over one's really actually quickly kindly right away
  bit little tad notch slightly um uh uhm erm hm hmm
`);

/** Only a question is made of these; in a statement they tell of something, and ask for nothing. */
const questionGlue = list(
  "what which how is are am be do does will would there it i we you have has got like much many going was can could looks look",
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
  had if when while until unless because since after before except but not never no don't doesn't didn't won't why who
  whom where how what which whether than it me him them us every all both everything everyone nothing instead maybe tomorrow
  today tonight yesterday next last week weekend month year morning afternoon evening night later soon always sometimes already please and or then also
`);

/** When something is: a title has none of them where the tool asks for the time itself. */
export const calendarWords = list(`
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

export const questionHeads = list("what which how is are am does do will would can could");
