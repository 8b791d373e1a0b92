import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { contractOf } from "../../calls/tool-contract.ts";
import type { Answer } from "../../chat/events.ts";
import type { Message } from "../../chat/model.ts";
import { createSwitchboard } from "../../switchboard.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { builtinTools } from "../../tools/builtins/index.ts";
import type { Tool } from "../../tools/tool.ts";
import { collect } from "../../../test/operator/collect.ts";
import { realisticSchemas } from "../../../test/schemas/realistic.ts";
import type { OperatorOptions } from "./mind.ts";
import { createOperator } from "./operator.ts";

const object = (properties: Readonly<Record<string, unknown>>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const lamp: Tool = {
  name: "switch_lamp",
  description: "Switches a lamp on or off.",
  schema: object({ lampName: { type: "string" }, action: { type: "string", enum: ["on", "off"] } }),
  invoke: ({ lampName, action }) => `${String(lampName)} is ${String(action)}`,
};

const timer: Tool = {
  name: "set_timer",
  description: "Starts a timer.",
  schema: object({ minutes: { type: "integer", minimum: 1, maximum: 90, description: "How long" } }),
  invoke: ({ minutes }) => `The timer runs for ${String(minutes)} minutes.`,
};

const lampNames = ["Desk Lamp", "Floor Lamp", "Ceiling Lamp"];

/** Talks with an operator, turn after turn, and gives what was called and said in each. */
async function talk(tools: readonly Tool[], options: OperatorOptions, ...said: readonly string[]) {
  const board = createSwitchboard({ tools, model: createOperator(options), log: false });
  let messages: readonly Message[] = [];
  const turns: { calls: unknown[]; text: string }[] = [];
  for (const text of said) {
    // Each turn goes on where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const answer: Answer = await board.ask([...messages, { role: "user", content: text }]);
    const added = answer.messages.slice(messages.length);
    const calls = added.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
    turns.push({ calls: calls.map(({ name, args }) => [name, args]), text: answer.text });
    ({ messages } = answer);
  }
  return turns;
}

test("a sentence becomes a call, and the result the answer", async () => {
  const [turn] = await talk([lamp, timer], {}, "please switch on the desk lamp");
  assert.deepEqual(turn, {
    calls: [["switch_lamp", { lampName: "desk lamp", action: "on" }]],
    text: "desk lamp is on",
  });
});

test("several requests in one sentence are several calls, answered together", async () => {
  const [turn] = await talk([lamp, timer], {}, "switch off the desk lamp and set a timer for five minutes");
  assert.deepEqual(turn?.calls, [
    ["switch_lamp", { lampName: "desk lamp", action: "off" }],
    ["set_timer", { minutes: 5 }],
  ]);
  assert.equal(turn?.text, "desk lamp is off\nThe timer runs for 5 minutes.");
});

test("what is missing is asked for, and the answer is used", async () => {
  const turns = await talk(
    [lamp, timer],
    {},
    "set a timer",
    "an hour",
    "switch a lamp",
    "the desk lamp",
    "off please",
  );
  assert.deepEqual(
    turns.map(({ calls }) => calls),
    [
      [],
      [["set_timer", { minutes: 60 }]],
      [],
      [],
      [["switch_lamp", { lampName: "desk lamp", action: "off" }]],
    ],
  );
});

test("a question is asked again with the reason, until the answer fits", async () => {
  const turns = await talk([timer], {}, "set a timer", "200", "30");
  assert.equal(turns[0]?.text, "To set timer I need the minutes (How long). What should it be?");
  assert.match(turns[1]?.text ?? "", /^That does not fit: it must be from 1 to 90\. /);
  assert.deepEqual(turns[2]?.calls, [["set_timer", { minutes: 30 }]]);
});

test("a value out of bounds is never sent", async () => {
  const [turn] = await talk([timer], {}, "set a timer for 3 hours");
  assert.deepEqual(turn?.calls, []);
  assert.match(turn?.text ?? "", /it must be from 1 to 90/);
});

test("an answer that the schema does not take is asked for again", async () => {
  const locker: Tool = {
    name: "open_locker",
    description: "Opens a locker.",
    schema: object({ code: { type: "string", pattern: "^[0-9]{4}$" } }),
    invoke: ({ code }) => `open with ${String(code)}`,
  };
  const turns = await talk([locker], {}, "open the locker", "friend", "1234");
  assert.deepEqual(turns[1]?.calls, []);
  assert.match(turns[1]?.text ?? "", /^That does not fit: the tool does not take that\. /);
  assert.equal(turns[2]?.text, "open with 1234");
});

test("what answers somebody else's question is not taken for an answer", async () => {
  const messages: readonly Message[] = [
    { role: "user", content: "set a timer" },
    { role: "assistant", content: "How many eggs are there?" },
    { role: "user", content: "30" },
  ];
  const [chunk] = await collect(createOperator().stream(messages, { tools: [timer] }));
  assert.deepEqual(chunk?.toolCalls, []);
});

test("a slip that may be meant for two names is not guessed", async () => {
  const values = { lampName: ["Marie Lamp", "Marit Lamp"] };
  const turns = await talk([lamp], { values }, "switch on the maria lamp", "switch on the marie lamp");
  assert.deepEqual(turns[0]?.calls, []);
  assert.deepEqual(turns[1]?.calls, [["switch_lamp", { lampName: "Marie Lamp", action: "on" }]]);
});

test("more requests than a round has calls are refused together", async () => {
  const [turn] = await talk([timer], {}, Array(40).fill("set a timer for 5 minutes").join(" and "));
  assert.deepEqual(turn?.calls, []);
  assert.match(turn?.text ?? "", /more than I can take in/);
});

test("another request instead of an answer is carried out, and a no ends the question", async () => {
  const turns = await talk(
    [lamp, timer],
    {},
    "set a timer",
    "switch on the desk lamp",
    "set a timer",
    "never mind",
    "5",
  );
  assert.deepEqual(turns[1]?.calls, [["switch_lamp", { lampName: "desk lamp", action: "on" }]]);
  assert.equal(turns[3]?.text, "All right, I did nothing.");
  assert.deepEqual(turns[4]?.calls, []);
});

test("a name that fits several things is asked about, and the answer chooses among them", async () => {
  const values = { lampName: lampNames };
  const turns = await talk(
    [lamp],
    { values },
    "switch on the lamp",
    "the floor one",
    "switch off the floor lamp",
  );
  assert.equal(turns[0]?.text, "To switch lamp I need the lamp name: Desk Lamp, Floor Lamp or Ceiling Lamp?");
  assert.deepEqual(turns[2]?.calls, [["switch_lamp", { lampName: "Floor Lamp", action: "off" }]]);
  const again = await talk([lamp], { values }, "switch on the lamp", "ceiling");
  assert.deepEqual(again[1]?.calls, [["switch_lamp", { lampName: "Ceiling Lamp", action: "on" }]]);
});

test("of what is offered, an answer may name the place in the row, or stand in for the rest of the name", async () => {
  const options = { values: { lampName: lampNames } };
  for (const [answer, lampName] of [
    ["the second one", "Floor Lamp"],
    ["the ceiling one please", "Ceiling Lamp"],
    ["the one on the desk", "Desk Lamp"],
  ] as const) {
    const [, turn] = await talk([lamp, timer], options, "switch on the lamp", answer);
    assert.deepEqual(turn?.calls, [["switch_lamp", { lampName, action: "on" }]], answer);
  }
});

const meeting: Tool = {
  name: "create_event",
  description: "Creates an event in the calendar.",
  schema: object({ title: { type: "string" }, start: { type: "string", format: "date-time" } }),
  invoke: () => "created",
};

test("an hour that may be before noon or after it is asked about, and the day that was said stays", async () => {
  const now = () => new Date(2026, 10, 16, 9, 0);
  for (const answer of ["pm", "in the afternoon", "3 pm"]) {
    const said = ["create an event called tea tomorrow at 3", answer];
    const [asked, turn] = await talk([meeting], { now }, ...said);
    assert.match(asked?.text ?? "", /am or pm/);
    const [[, args] = []] = (turn?.calls ?? []) as [string, { start: string }][];
    assert.equal(args?.start.slice(0, 16), "2026-11-17T15:00", answer);
  }
});

const dimmer: Tool = {
  name: "control_lamp",
  description: "Turns a lamp on or off, or dims it.",
  schema: object(
    {
      lampName: { type: "string" },
      action: { type: "string", enum: ["on", "off", "dim"] },
      level: { type: "integer", minimum: 0, maximum: 100, description: "In percent, for dim" },
    },
    ["lampName", "action"],
  ),
  invoke: () => "done",
};

test("a level says the action that it is for, and a change of it is no level", async () => {
  const options = { values: { lampName: lampNames } };
  const said = [
    "set the desk lamp to 40 percent",
    "set the desk lamp to 40",
    "dim the desk lamp by 40 percent",
  ];
  const [measured, bare, changed] = await talk([dimmer], options, ...said);
  const dimmed = [["control_lamp", { lampName: "Desk Lamp", action: "dim", level: 40 }]];
  assert.deepEqual([measured?.calls, bare?.calls, changed?.calls], [dimmed, dimmed, []]);
});

test("fillers, a slip in the verb and why it is wanted do not matter; what takes it back does", async () => {
  const options = { values: { lampName: lampNames } };
  for (const said of [
    "um, would you mind switching on the desk lamp",
    "swithc on the desk lamp",
    "it's dark in here, switch on the desk lamp",
    "switch on the desk lamp, it's dark",
  ]) {
    const [turn] = await talk([lamp, timer], options, said);
    assert.deepEqual(turn?.calls, [["switch_lamp", { lampName: "Desk Lamp", action: "on" }]], said);
  }
  for (const said of [
    "switch on the desk lamp, it's not dark",
    "switch on the desk lamp, it's for tomorrow",
    "it's dark, switch on the desk lamp if I knock",
  ]) {
    const [turn] = await talk([lamp, timer], options, said);
    assert.deepEqual(turn?.calls, [], said);
  }
});

const inbox: Tool = {
  name: "search_inbox",
  description: "Searches.",
  schema: object({ query: { type: "string" } }),
  invoke: () => "inbox",
};
const files: Tool = {
  name: "search_files",
  description: "Searches.",
  schema: object({ query: { type: "string" } }),
  invoke: () => "files",
};

test("between tools of equal right a person chooses, by name or by number", async () => {
  for (const [choice, name] of [
    ["the files", "search_files"],
    ["the first one", "search_inbox"],
    ["2", "search_files"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const turns = await talk([inbox, files], {}, "search for invoices", choice);
    assert.deepEqual(turns[0]?.calls, []);
    assert.match(
      turns[0]?.text ?? "",
      /^Did you mean search (?:inbox or search files|files or search inbox)\?$/,
    );
    const order = turns[0]?.text.startsWith("Did you mean search inbox") ? name : undefined;
    assert.deepEqual(turns[1]?.calls, [[order ?? name, { query: "invoices" }]]);
  }
});

test("what is not understood, forbidden or asked about is not done, and there is a word about it", async () => {
  const said = [
    "wibble the flange",
    "don't switch on the desk lamp",
    "what can you do?",
    "how do I set a timer?",
    "",
    "x".repeat(3_000),
  ];
  const turns = await talk([lamp, timer], {}, ...said);
  for (const { calls } of turns) assert.deepEqual(calls, []);
  assert.equal(
    turns[0]?.text,
    "I did not understand that, so I did nothing. I can switch lamp and set timer.",
  );
  assert.equal(turns[1]?.text, "You told me not to, so I did nothing.");
  assert.equal(turns[2]?.text, "I can switch lamp and set timer.");
  assert.equal(turns[3]?.text, "I can switch lamp and set timer.");
  assert.match(turns[5]?.text ?? "", /more than I can take in/);
});

test("half of a sentence is not carried out when the other half is not understood", async () => {
  const [turn] = await talk([timer], {}, "set a timer for five minutes and wibble the flange");
  assert.deepEqual(turn?.calls, []);
});

test("a failure of a tool is told plainly", async () => {
  const broken: Tool = {
    ...timer,
    invoke() {
      throw new Error("The battery is empty");
    },
  };
  const [turn] = await talk([broken], {}, "set a timer for 2 minutes");
  assert.equal(turn?.text, "That did not work: The battery is empty");
});

test("without tools it says that it has none", async () => {
  const chunks = await collect(createOperator().stream([{ role: "user", content: "turn on the lamp" }]));
  assert.match(chunks.map(({ delta }) => delta).join(""), /I have no tools/);
});

const list = (invoke: () => unknown): Tool => ({
  name: "list_lamps",
  description: "Lists the lamps.",
  schema: object({}),
  invoke,
});

const live = { lampName: { tool: "list_lamps", path: "lamps[].name" } };
const lampList = () => ({ lamps: lampNames.map((name) => ({ name })) });

test("names are taken from a tool that lists them, which is called once a minute", async () => {
  const clock = new FakeClock();
  let count = 0;
  const lister = list(() => {
    count += 1;
    return lampList();
  });
  const board = createSwitchboard({
    tools: [lister, lamp],
    model: createOperator({ values: live, clock }),
    log: false,
  });
  const first = await board.ask("switch on the lamp at the ceiling");
  assert.equal(first.text, "Ceiling Lamp is on");
  assert.deepEqual(
    first.results.map(({ name }) => name),
    ["list_lamps", "switch_lamp"],
  );
  await board.ask("switch off the desk lamp");
  assert.equal(count, 1);
  clock.advance(60_000);
  await board.ask("switch on the desk lamp");
  assert.equal(count, 2);
});

test("a description that names the tool with the values is enough", async () => {
  const described: Tool = {
    ...lamp,
    schema: object({
      lampName: { type: "string", description: "The lamp, as list_lamps gives it" },
      action: { type: "string", enum: ["on", "off"] },
    }),
  };
  const [turn] = await talk([list(lampList), described], {}, "switch on the flor lamp");
  assert.equal(turn?.text, "Floor Lamp is on");
});

test("names may be found without a call in the conversation", async () => {
  const asked: unknown[] = [];
  const resolveValues: NonNullable<OperatorOptions["resolveValues"]> = async (source) => {
    asked.push(source);
    return lampNames;
  };
  const turns = await talk(
    [lamp],
    { values: live, resolveValues },
    "switch on the ceiling lamp",
    "switch off the desk lamp",
  );
  assert.deepEqual(asked, [live.lampName]);
  assert.deepEqual(turns[0]?.calls, [["switch_lamp", { lampName: "Ceiling Lamp", action: "on" }]]);
});

test("where names cannot be found out nothing is done, and where there are none anything may be said", async () => {
  const failing = list(() => {
    throw new Error("The bridge is off");
  });
  const [failed] = await talk([failing, lamp], { values: live }, "switch on the desk lamp");
  assert.deepEqual(failed?.calls, [["list_lamps", {}]]);
  assert.equal(
    failed?.text,
    "I could not find out what there is, so I did nothing. list_lamps: The bridge is off",
  );
  const [unlisted] = await talk(
    [list(() => ({ lamps: [] })), lamp],
    { values: live },
    "switch on the desk lamp",
  );
  assert.equal(unlisted?.text, "desk lamp is on");
});

test("where finding names fails, nothing is done", async () => {
  const resolveValues = () => Promise.reject(new Error("The bridge is off"));
  const [turn] = await talk([lamp], { values: live, resolveValues }, "switch on the desk lamp");
  assert.deepEqual(turn?.calls, []);
  assert.equal(turn?.text, "I could not find out what there is, so I did nothing. The bridge is off");
});

test("a value that the schema refuses is not taken for a slot", async () => {
  const locker: Tool = {
    name: "open_locker",
    description: "Opens a locker.",
    schema: object({ code: { type: "string", pattern: "^[0-9]{4}$" } }),
    invoke: ({ code }) => `open with ${String(code)}`,
  };
  const templates = [{ sentence: "sesame {code}", tool: "open_locker" }];
  const turns = await talk([locker], { templates }, "sesame friend", "sesame 1234");
  assert.deepEqual(turns[0]?.calls, []);
  assert.equal(turns[1]?.text, "open with 1234");
});

test("a template means its tool, with its own arguments and its own answer", async () => {
  const options: OperatorOptions = {
    templates: [
      {
        sentence: "(movie|film) time",
        tool: "switch_lamp",
        args: { lampName: "Floor Lamp", action: "off" },
        answer: "Enjoy. {result}.",
      },
      { sentence: "lights (on|off) (over|at) [the] {lampName}", tool: "switch_lamp" },
      {
        sentence: "boil [an] egg",
        tool: "set_timer",
        args: { minutes: 6 },
        answer: "{minutes} minutes, starting now",
      },
    ],
    values: { lampName: lampNames },
  };
  const turns = await talk(
    [lamp, timer],
    options,
    "film time please",
    "lights off at the desk lamp",
    "boil an egg and film time",
  );
  assert.equal(turns[0]?.text, "Enjoy. Floor Lamp is off.");
  assert.deepEqual(turns[1]?.calls, [["switch_lamp", { lampName: "Desk Lamp", action: "off" }]]);
  assert.equal(turns[2]?.text, "6 minutes, starting now\nEnjoy. Floor Lamp is off.");
});

test("a template with a mistake is refused at once; one of a tool is passed over", async () => {
  assert.throws(() => createOperator({ templates: [{ sentence: "turn (on", tool: "x" }] }), {
    code: "invalid_template",
  });
  const bringing = {
    ...timer,
    sentences: ["boil (an egg", 7, "brew [the] tea for {minutes} minutes"] as string[],
  };
  const [turn] = await talk([bringing], {}, "brew the tea for four minutes");
  assert.deepEqual(turn?.calls, [["set_timer", { minutes: 4 }]]);
});

test("a template's slot that could be anything gives way to a doubt", async () => {
  const thermostat: Tool = {
    name: "set_heating",
    description: "Sets the heating.",
    schema: object({ deviceName: { type: "string" }, degrees: { type: "number" } }),
    invoke: () => "warm",
  };
  const loud: Tool = {
    name: "set_volume",
    description: "Sets the volume.",
    schema: object({ level: { type: "integer", minimum: 0, maximum: 100 } }),
    invoke: () => "loud",
  };
  const templates = [{ sentence: "set [the] {deviceName} to {degrees}", tool: "set_heating" }];
  const [turn] = await talk([thermostat, loud], { templates }, "set the volume to 40");
  assert.deepEqual(turn?.calls, []);
  assert.match(turn?.text ?? "", /^Did you mean set heating or set volume\?$/);
});

test("the vocabulary has the templates, and a sentence for each other tool, that are understood", async () => {
  const operator = createOperator({
    templates: [{ sentence: "lights (on|off) at {lampName}", tool: "switch_lamp" }],
    values: { lampName: lampNames },
  });
  const vocabulary = operator.vocabulary([lamp, timer, ...builtinTools.slice(0, 4)]);
  assert.deepEqual(vocabulary.slice(0, 2), [
    { tool: "switch_lamp", sentence: "lights (on|off) at {lampName}", values: { lampName: lampNames } },
    { tool: "set_timer", sentence: "set timer {minutes} minutes", values: { minutes: "number" } },
  ]);
  assert.ok(vocabulary.some(({ sentence }) => sentence === "generate uuid"));
});

test("an aborted request does nothing", async () => {
  const stream = createOperator().stream([{ role: "user", content: "set a timer for 5 minutes" }], {
    tools: [timer],
    signal: AbortSignal.abort(new Error("enough")),
  });
  await assert.rejects(collect(stream), { message: "enough" });
});

const strangeTools: readonly Tool[] = [
  ...Object.entries(realisticSchemas).map(([name, schema]): Tool => ({
    name,
    description: `Does ${name}.`,
    schema,
    invoke: () => "",
  })),
  { name: "", description: "", schema: undefined, invoke: () => "" },
  { name: "odd_schema", description: "Has a schema that is none.", schema: 7, invoke: () => "" },
  {
    name: "odd_pattern",
    description: "Takes a code.",
    schema: object({ code: { type: "string", pattern: "(" } }),
    invoke: () => "",
  },
  {
    name: "odd_names",
    description: "Odd names.",
    schema: object({ __proto__: { type: "string" }, "": { type: "number" }, constructor: {} }),
    invoke: () => "",
  },
  lamp,
  timer,
  ...builtinTools,
];

const sentenceWords =
  `turn on off the a lamp desk set timer to for five minutes 21 % half and then , please not don't what is
  it in search web calculate 2 + ( ) * echo "quoted" tomorrow at 3 pm create post send issue called title in Paris get state open
  closed true 2026-12-01 14:30 : that says ? all '`.split(/\s+/);
const sentence = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.array(fc.constantFrom(...sentenceWords), { maxLength: 25 }).map((words) => words.join(" ")),
);

test("whatever is said, it never throws, and calls only with arguments that the schema takes", async () => {
  const operator = createOperator({ values: { lampName: lampNames } });
  await fc.assert(
    fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 3 }), async (said) => {
      const messages: Message[] = [];
      for (const content of said) {
        messages.push({ role: "user", content });
        // oxlint-disable-next-line no-await-in-loop
        const [chunk] = await collect(operator.stream(messages, { tools: strangeTools }));
        assert.ok(chunk?.isFinal);
        assert.ok(chunk.delta !== "" || chunk.toolCalls.length > 0);
        for (const { name, argumentsDelta } of chunk.toolCalls) {
          const tool = strangeTools.find((each) => each.name === name);
          assert.ok(tool !== undefined);
          assert.ok(contractOf(tool).validator.isValid(JSON.parse(argumentsDelta)), argumentsDelta);
        }
        messages.push({ role: "assistant", content: chunk.delta });
      }
    }),
    { numRuns: 500 },
  );
});
