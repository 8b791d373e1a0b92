import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import type { Tool } from "../../tools/tool.ts";
import { OfferedTools } from "./offered-tools.ts";
import { type Piece, TextSorter } from "./text-sorter.ts";

interface Sorted {
  answer: string;
  thinking: string;
  calls: { name: string; args: unknown }[];
}

const names = ["add", "get_weather", "search", "home__lights.turn_on"];
const tools: Tool[] = names.map((name) => ({ name, description: "", schema: {}, invoke: () => undefined }));

/** Sorts the chunks as the wrapper does: what is not taken to pieces is answer. */
function sort(chunks: readonly string[], offered: readonly Tool[] = tools): Sorted {
  const sorter = new TextSorter(new OfferedTools(offered), false);
  const sorted: Sorted = { answer: "", thinking: "", calls: [] };
  const add = (pieces: readonly Piece[]) => {
    for (const { kind, text } of pieces) sorted[kind] += text;
  };
  for (const chunk of chunks) add(sorter.push(chunk) ?? [{ kind: "answer", text: chunk }]);
  const { pieces, calls } = sorter.finish();
  add(pieces);
  sorted.calls = calls.map(({ name, args }) => ({ name, args }));
  return sorted;
}

/** What comes out for the whole text, after making sure that no way of cutting it makes a difference. */
function sortInEveryWay(text: string, offered: readonly Tool[] = tools): Sorted {
  const whole = sort([text], offered);
  assert.deepEqual(sort(text.split(""), offered), whole, "character by character");
  for (let at = 1; at < text.length; at++) {
    assert.deepEqual(sort([text.slice(0, at), text.slice(at)], offered), whole, `cut at ${at}`);
  }
  return whole;
}

/** What has come out before the message is over. */
function passedOn(text: string): string {
  const sorter = new TextSorter(new OfferedTools(tools), false);
  return text
    .split("")
    .flatMap((character) => sorter.push(character)?.map((piece) => piece.text) ?? [character])
    .join("");
}

const add12 = { name: "add", args: { a: 1, b: 2 } };
const weather = { name: "get_weather", args: { city: "Paris" } };
const json = '{"name": "add", "arguments": {"a": 1, "b": 2}}';
const weatherJson = '{"name": "get_weather", "arguments": {"city": "Paris"}}';

/** Title, text, the calls in it, and the answer that is left. */
type Recovered = readonly [title: string, text: string, calls: Sorted["calls"], answer?: string];

const recovered: readonly Recovered[] = [
  // bare JSON
  ["bare JSON", json, [add12]],
  ["bare JSON with space around it", `\n  ${json}\n\n`, [add12], "\n  "],
  [
    "bare JSON over several lines",
    '{\n  "name": "add",\n  "arguments": {\n    "a": 1,\n    "b": 2\n  }\n}',
    [add12],
  ],
  ["JSON with `tool` and `args`", '{"tool": "add", "args": {"a": 1, "b": 2}}', [add12]],
  ["JSON with `tool_name` and `parameters`", '{"tool_name": "add", "parameters": {"a": 1, "b": 2}}', [add12]],
  ["JSON with `function` and `input`", '{"function": "add", "input": {"a": 1, "b": 2}}', [add12]],
  ["JSON with the arguments first", '{"arguments": {"a": 1, "b": 2}, "name": "add"}', [add12]],
  [
    "JSON with arguments in a string",
    String.raw`{"name": "add", "arguments": "{\"a\": 1, \"b\": 2}"}`,
    [add12],
  ],
  ["JSON with no arguments but `null`", '{"name": "add", "arguments": null}', [{ name: "add", args: {} }]],
  ["a wrapped function", `{"type": "function", "function": ${json}}`, [add12]],
  [
    "a wrapped function with an id and string arguments",
    String.raw`{"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{\"a\": 1, \"b\": 2}"}}`,
    [add12],
  ],
  [
    "a list of tool calls",
    `{"tool_calls": [${json}, {"type": "function", "function": ${weatherJson}}]}`,
    [add12, weather],
  ],
  ["an array", `[${json}, ${weatherJson}]`, [add12, weather]],
  ["one after the other", `${json}\n${weatherJson}`, [add12, weather]],
  ["one after the other with semicolons", `${json}; ${weatherJson}`, [add12, weather]],
  ["almost JSON", "{name: 'add', 'arguments': {'a': 1, 'b': 2,},}", [add12]],
  ["one bracket too many", `${json}}`, [add12]],
  [
    "brackets and quotes in strings",
    '{"name": "search", "arguments": {"q": "a } \\" ] { \'b\' </tool_call>"}}',
    [{ name: "search", args: { q: "a } \" ] { 'b' </tool_call>" } }],
  ],
  ["JSON behind prose", `Sure.\n${json}`, [add12], "Sure.\n"],
  [
    "JSON behind the words for a call",
    `Here is the tool call:\n${json}`,
    [add12],
    "Here is the tool call:\n",
  ],
  ["JSON behind the tool's name", "Using the `add` tool:\n" + json, [add12], "Using the `add` tool:\n"],
  [
    "JSON behind the last of several sentences",
    `The log is empty. Okay, let me call add.\n${json}`,
    [add12],
    "The log is empty. Okay, let me call add.\n",
  ],
  ["JSON behind prose and a blank line", `I'll add them:\n\n${json}\n`, [add12], "I'll add them:\n\n"],
  ["a closing tag without the opening one", `${json}\n</tool_call>`, [add12]],
  ["an end-of-turn token behind it", `${json}<|im_end|>`, [add12]],
  ["another end-of-turn token behind it", `${json}\n<|eot_id|>\n`, [add12]],
  [
    "a name in another spelling",
    '{"name": "functions.Get-Weather", "arguments": {"city": "Paris"}}',
    [{ name: "functions.Get-Weather", args: { city: "Paris" } }],
  ],
  // fenced
  ["fenced JSON", "```json\n" + json + "\n```", [add12]],
  ["fenced JSON behind prose", "I'll do that:\n```json\n" + json + "\n```\n", [add12], "I'll do that:\n"],
  ["a fence without a language", "```\n" + json + "\n```", [add12]],
  ["a fence named for calls", "```tool_call\n" + json + "\n```", [add12]],
  ["a fence that is not closed", "```json\n" + json, [add12]],
  ["a fence on one line", "```json " + json + " ```", [add12]],
  ["two fences", "```json\n" + json + "\n```\n\n```json\n" + weatherJson + "\n```", [add12, weather]],
  ["two calls in one fence", "```json\n" + json + "\n" + weatherJson + "\n```", [add12, weather]],
  ["a marker in a fence", "```xml\n<tool_call>\n" + json + "\n</tool_call>\n```", [add12]],
  ["Python in a fence for code of tools", "```tool_code\nadd(a=1, b=2)\n```", [add12]],
  ["a longer fence", "````json\n" + json + "\n````", [add12]],
  // <tool_call> and its kin
  ["<tool_call>", `<tool_call>\n${json}\n</tool_call>`, [add12]],
  [
    "several <tool_call>",
    `<tool_call>${json}</tool_call>\n<tool_call>\n${weatherJson}</tool_call>`,
    [add12, weather],
  ],
  ["<tool_call> that is not closed", `<tool_call>\n${json}\n`, [add12]],
  [
    "<tool_call> without a closing bracket",
    '<tool_call>{"name": "add", "arguments": {"a": 1, "b": 2}</tool_call>',
    [add12],
  ],
  ["<tool_call> with a bracket too many", `<tool_call>${json}}\n</tool_call>`, [add12]],
  ["<tool_call> behind a sentence", `Sure! <tool_call>${json}</tool_call>`, [add12], "Sure! "],
  ["<tool_call> behind a smile", `Sure! 😊 <tool_call>${json}</tool_call>`, [add12], "Sure! 😊 "],
  [
    "<tool_call> behind words that announce it",
    `To know that, I'll add them <tool_call>\n${json}\n</tool_call>`,
    [add12],
    "To know that, I'll add them ",
  ],
  [
    "<tool_call> behind a sentence that only sounds like an example",
    `Let me see what you could wear.\n<tool_call>${weatherJson}</tool_call>`,
    [weather],
    "Let me see what you could wear.\n",
  ],
  [
    "several <tool_call> on a line, with text on the next",
    `Both.\n<tool_call>${json}</tool_call> <tool_call>${weatherJson}</tool_call>\nDone.`,
    [add12, weather],
    "Both.\n\nDone.",
  ],
  [
    "<tool_call> in <tool_calls>, with text on the next line",
    `<tool_calls>\n<tool_call>${json}</tool_call>\n<tool_call>${weatherJson}</tool_call>\n</tool_calls>\nDone.`,
    [add12, weather],
    "\nDone.",
  ],
  [
    "<tool_call> that is not closed, with text on the next line",
    `<tool_call>${json}\nDone.`,
    [add12],
    "\nDone.",
  ],
  [
    "<tool_call> with the turn's end and more behind it",
    `<tool_call>${json}</tool_call><|im_end|>And`,
    [add12],
    "And",
  ],
  [
    "<tool_call> behind JSON, with text on the next line",
    `${weatherJson}\n<tool_call>${json}</tool_call>\nDone.`,
    [add12],
    `${weatherJson}\n\nDone.`,
  ],
  [
    "<tool_call> without a key for the arguments",
    '<tool_call>{"name": "add", "a": 1, "b": 2}</tool_call>',
    [add12],
  ],
  [
    "<tool_call> whose arguments are named like labels",
    '<tool_call>{"type": "function", "call_id": "call_1", "name": "search", "id": "x7", "index": 2}</tool_call>',
    [{ name: "search", args: { id: "x7", index: 2 } }],
  ],
  [
    "<tool_call> before one that is spoken of",
    `<tool_call>${json}</tool_call>\n<tool_call>${weatherJson}</tool_call> is another.`,
    [add12],
    `<tool_call>${weatherJson}</tool_call> is another.`,
  ],
  [
    "<tool_call> before a call that breaks off",
    `<tool_call>${json}</tool_call> ${weatherJson.slice(0, 40)}`,
    [add12],
    ` ${weatherJson.slice(0, 40)}`,
  ],
  ["<tool_call> between lines", `One.\n<tool_call>${json}</tool_call>\nTwo.`, [add12], "One.\n\nTwo."],
  ["<tool_call> with a fence in it", "<tool_call>\n```json\n" + json + "\n```\n</tool_call>", [add12]],
  ["<tool_call> with an array", `<tool_call>[${json}, ${weatherJson}]</tool_call>`, [add12, weather]],
  ["<tool_call> with two objects", `<tool_call>\n${json}\n${weatherJson}\n</tool_call>`, [add12, weather]],
  ["<tool_call> without arguments", '<tool_call>{"name": "add"}</tool_call>', [{ name: "add", args: {} }]],
  [
    "<tool_call> with keys of its own",
    '<tool_call>{"name": "add", "arguments": {}, "why": "sum"}</tool_call>',
    [{ name: "add", args: {} }],
  ],
  [
    "<tool_call> with a tag per parameter",
    "<tool_call>\n<function=add>\n<parameter=a>\n1\n</parameter>\n<parameter=b>2</parameter>\n</function>\n</tool_call>",
    [{ name: "add", args: { a: "1", b: "2" } }],
  ],
  [
    "tags whose function is not closed",
    "<tool_call><function=search><parameter=q>x < y\nz</parameter></tool_call>",
    [{ name: "search", args: { q: "x < y\nz" } }],
  ],
  [
    "a known and an unknown <tool_call>",
    `<tool_call>${json}</tool_call><tool_call>{"name": "nope"}</tool_call>`,
    [add12],
    '<tool_call>{"name": "nope"}</tool_call>',
  ],
  ["<function_call>", `<function_call>${json}</function_call>`, [add12]],
  ["<tools>", `<tools>\n${json}\n</tools>`, [add12]],
  ["<|tool_call|>", `<|tool_call|>[${json}]<|/tool_call|>`, [add12]],
  ["<|tool_call_start|>", "<|tool_call_start|>[add(a=1, b=2)]<|tool_call_end|>", [add12]],
  // [TOOL_CALLS]
  ["[TOOL_CALLS] with an array", `[TOOL_CALLS][${json}, ${weatherJson}]`, [add12, weather]],
  ["[TOOL_CALLS] with a space and a turn's end", `[TOOL_CALLS] [${json}]</s>`, [add12]],
  ["[TOOL_CALLS] with [ARGS]", '[TOOL_CALLS]add[ARGS]{"a": 1, "b": 2}', [add12]],
  [
    "[TOOL_CALLS] twice with [ARGS]",
    '[TOOL_CALLS]add[ARGS]{"a": 1, "b": 2}[TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}',
    [add12, weather],
  ],
  ["[TOOL_CALLS] with [CALL_ID]", '[TOOL_CALLS]add[CALL_ID]abc123[ARGS]{"a": 1, "b": 2}', [add12]],
  ["[TOOL_CALLS] with name and object", '[TOOL_CALLS]add{"a": 1, "b": 2}', [add12]],
  ["[TOOL_CALLS] behind prose", `Right away.[TOOL_CALLS][${json}]`, [add12], "Right away."],
  // <|python_tag|>, <function=
  ["<|python_tag|> with JSON", `<|python_tag|>${json}`, [add12]],
  ["<|python_tag|> with two", `<|python_tag|>${json}; ${weatherJson}<|eom_id|>`, [add12, weather]],
  ["<|python_tag|> with a call of call", '<|python_tag|>get_weather.call(city="Paris")', [weather]],
  ["<|python_tag|> with a call", "<|python_tag|>add(a=1, b=2)", [add12]],
  ["<function=name>", '<function=add>{"a": 1, "b": 2}</function>', [add12]],
  ["<function=name> in prose", 'So: <function=add>{"a": 1, "b": 2}</function>', [add12], "So: "],
  ["<function=name> that is not closed", '<function=add>{"a": 1, "b": 2}', [add12]],
  ["<function=name> with nothing", "<function=add></function>", [{ name: "add", args: {} }]],
  // functools
  ["functools", `functools[${json}]`, [add12]],
  [
    "functools behind prose",
    `Let me see. functools[${json}, ${weatherJson}]`,
    [add12, weather],
    "Let me see. ",
  ],
  // Python
  ["Python", "add(a=1, b=2)", [add12]],
  [
    "Python with every kind of literal",
    `search(q='it\\'s "x"', deep={'a': [1, -2.5, True, None]}, n = 3,)`,
    [{ name: "search", args: { q: 'it\'s "x"', deep: { a: [1, -2.5, true, null] }, n: 3 } }],
  ],
  ["Python without arguments", "search()", [{ name: "search", args: {} }]],
  ["a list in Python", '[add(a=1, b=2), get_weather(city="Paris")]', [add12, weather]],
  ["Python, one a line", 'add(a=1, b=2)\nget_weather(city="Paris")', [add12, weather]],
  ["Python with a namespace", "functions.add(a=1, b=2)", [{ name: "functions.add", args: { a: 1, b: 2 } }]],
  [
    "Python with a server's tool by its own name",
    "turn_on(room='hall')",
    [{ name: "turn_on", args: { room: "hall" } }],
  ],
  // other tokens
  [
    "tokens with a fence",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>add\n```json\n{"a": 1, "b": 2}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [add12],
  ],
  [
    "tokens without a fence",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>add<｜tool▁sep｜>{"a": 1, "b": 2}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Paris"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [add12, weather],
  ],
  // thinking around
  ["a call behind thinking", `<think>I need ${json}</think>\n\n${json}`, [add12], "\n\n"],
  ["Python behind thinking", "<think>Which tool?</think>\nadd(a=1, b=2)", [add12], "\n"],
  [
    "a marked call behind an example in a fence",
    "```js\n<tool_call>" + json + "\n```\n<tool_call>" + json + "</tool_call>",
    [add12],
    "```js\n<tool_call>" + json + "\n```\n",
  ],
  [
    "a marked call behind a line that begins with code",
    "```x``` is code.\n<tool_call>" + json + "</tool_call>",
    [add12],
    "```x``` is code.\n",
  ],
  [
    "a marked call before a line that opens a block of code",
    "Now <tool_call>" + json + "</tool_call>\n```js\n<tool_call>" + json + "</tool_call>\n```",
    [add12],
    "Now \n```js\n<tool_call>" + json + "</tool_call>\n```",
  ],
  ["a call behind thinking that the template has opened", `Hm.</think>${json}`, [add12], "Hm."],
  ["a marked call behind a stray backtick", "It` s\n<tool_call>" + json + "</tool_call>", [add12], "It` s\n"],
  [
    "a call that is written down and then made",
    "```json\n" + json + "\n```\n<tool_call>" + json + "</tool_call>",
    [add12],
  ],
  ["mixed forms", `${json}\n<tool_call>${weatherJson}</tool_call>\n`, [add12, weather]],
];

for (const [title, text, calls, answer = ""] of recovered) {
  test(`[FIX-7] recovers ${title}, however it is cut`, () => {
    const sorted = sortInEveryWay(text);
    assert.deepEqual(sorted.calls, calls);
    assert.equal(sorted.answer, answer);
  });
}

const notCalls: readonly string[] = [
  // prose
  "",
  "Hello, how can I help you?",
  "You could call `add(a=1, b=2)` like this.",
  "You could call add(a=1, b=2) to get 3.",
  "add(a=1, b=2) returns 3.",
  "add(a=1, b=2) is a call.\nIt gives 3.",
  "The call is add(a=1, b=2)",
  "In Python:\nadd(a=1, b=2)",
  "In Python:\n[add(a=1, b=2)]",
  "add the numbers a=1 and b=2",
  "add: a=1",
  "add(1, 2)",
  "add(a, b)",
  "add(a == 1)",
  "add(a=x)",
  "add(a=1, b=other())",
  "add(a=1, b=2",
  "[add(a=1), unknown(b=2)]",
  "[add](https://example.com) the numbers",
  "[1] add(a=1, b=2)",
  "multiply(a=1, b=2)",
  "Add 1 and 2. Search the web. Get_weather is a tool.",
  "search(",
  "functools.lru_cache(maxsize=None)",
  "from functools import reduce",
  'myfunctools[{"name": "add", "arguments": {}}]',
  "a < b and c <tool> d <function> e",
  "Tags such as <tool_call> and </tool_call> mark a call.",
  "[TOOL_CALLS] is a token, and so is <|python_tag|>.",
  "Use <function=name> for that.",
  // JSON that is no call
  '{"answer": 42}',
  '{"name": "Alice", "age": 30}',
  '{"name": "add"}',
  '{"name": "add", "result": 3}',
  '{"name": "add", "arguments": {"a": 1}, "result": 3}',
  '{"name": "add", "arguments": 5}',
  '{"name": "add", "arguments": "one and two"}',
  '{"name": "add", "description": "Adds", "parameters": {"a": 1}}',
  '{"name": "add", "parameters": {"type": "object", "properties": {"a": {"type": "number"}}}}',
  '{"type": "function", "function": {"name": "add", "description": "Adds", "parameters": {}}}',
  '<tools>{"type": "function", "function": {"name": "add", "description": "Adds", "parameters": {}}}</tools>',
  '{"type": "object", "properties": {}}',
  '{"id": 1, "title": "One"}',
  '{"name": "multiply", "arguments": {"a": 1, "b": 2}}',
  '{"tool_calls": []}',
  '{"tool_calls": 2}',
  "[]",
  "[1, 2, 3]",
  '[{"name": "add", "arguments": {}}, {"name": "nope", "arguments": {}}]',
  '[{"name": "add", "arguments": {}}, 5]',
  '{"name": "add", "arguments": {"a": 1, "b": 2}',
  '{"name": "add", "arguments": {"a": 1, "b": ]}}',
  '{"name": "add", "arguments": {"q": "no end}}',
  '{"name": "constructor", "arguments": {}}',
  '{"name": "__proto__", "arguments": {}}',
  "{}",
  "{",
  "{name}",
  // JSON that would lose something, or looks like something else
  '<tool_call>{"name": "add", "arguments": {"a": 1}, "parameters": {"b": 2}}</tool_call>',
  '<tool_call>{"name": "add", "function": "search", "arguments": {"a": 1}}</tool_call>',
  '<tool_call>{"function": {"name": "add"}, "arguments": {"a": 1}}</tool_call>',
  '<tool_call>{"function": {"name": "add"}, "tool_call": {"name": "search"}}</tool_call>',
  '<tool_call>{"tool_calls": [{"name": "add"}], "arguments": {"a": 1}}</tool_call>',
  '{"id": 7, "type": "function", "name": "add", "arguments": {"a": 1}}',
  '{"id": "7", "name": "add", "arguments": {"a": 1}}',
  '[{"name": "add", "parameters": {}}, {"name": "search", "parameters": {}}]',
  // a call with something around it
  `Zum Beispiel:\n${json}`,
  "Zum Beispiel:\n```json\n" + json + "\n```",
  `Por ejemplo, así se llama:\n${json}`,
  `Never send this:\n${json}`,
  `I will not send this:\n${json}`,
  `I'd say that if you ask, I'll send this:\n${json}`,
  `Let me give an example:\n${json}`,
  `Let me explain the call:\n${json}`,
  "The call I made was:\n```json\n" + json + "\n```",
  "The output was\n```\n" + json + "\n```",
  "This is how it is done:\n```xml\n<tool_call>" + json + "</tool_call>\n```",
  `The log shows this entry:\n\n${json}`,
  `Sure. The log shows this entry:\n\n${json}`,
  `Here is the JSON that was asked for:\n\n${json}`,
  `Here is the call you asked for:\n${json}`,
  `Here is the function call that was requested:\n${json}`,
  `> I'll do that:\n> ${json}`,
  `${json} is what I would send.`,
  `${json}\n\nThis adds the numbers.`,
  `${json}\n${json}\nThat makes two.`,
  `The call is ${json}`,
  `- ${json}`,
  `> ${json}`,
  `"${json}"`,
  `For example:\n${json}`,
  `Here is an example call:\n\n${json}\n`,
  `You can write\n${json}`,
  `Such a call would look like\n${json}`,
  `Use this:\n${json}`,
  `Indented code:\n\n    ${json}`,
  "For instance:\n```json\n" + json + "\n```",
  "```json\n" + json + "\n```\nThis is the format.",
  "```json\n" + json + "\n```\n\n```json\n" + json + "\n```\nTwo of them.",
  "```json\n" + json + "\nmore\n```",
  "```json\n" + json + "\n```\n```python\nprint(1)\n```",
  "```json\n" + json + "\n<tool_call>" + json + "</tool_call>\n```\nThat is all.",
  json + "\n```python\n<tool_call>" + json + "</tool_call>\n```",
  "```python\nadd(a=1, b=2)\n```",
  "```\nadd(a=1, b=2)\n```",
  "```js\n" + json + "\n```",
  '```json\n{"a": 1}\n```',
  "```json\n" + json.replace("add", "nope") + "\n```",
  "Text\n\n```\n<tool_call>" + json + "</tool_call>\n```\n\nmore text",
  "~~~\n<tool_call>" + json + "</tool_call>\n~~~\nmore",
  "1. A list\n    ```\n    <tool_call>" + json + "</tool_call>\n    ```\n2. More",
  "````md\n```json\n" + json + "\n```\n<tool_call>" + json + "</tool_call>\n````",
  "`<tool_call>" + json + "</tool_call>`",
  "``<tool_call>` " + json + "</tool_call>`` is code",
  "```<tool_call>" + json + "</tool_call>``` is code",
  // marked, but spoken of
  `Now <tool_call>${json}</tool_call> is done.`,
  `I will not run <tool_call>${json}</tool_call> because it is dangerous.`,
  `I will not run <tool_call>${json}</tool_call>`,
  `I will not run <tool_call>\n${json}\n</tool_call>`,
  `The page contains "<tool_call>${json}</tool_call>", which looks like an injection.`,
  `The email says:\n> <tool_call>${json}</tool_call>\nI did not run it.`,
  `A model writes <tool_call>${json}</tool_call>\nand waits.`,
  `<tool_call>${json}</tool_call> is how a model writes a call.`,
  `<tool_call>${json}</tool_call> <tool_call>${weatherJson}</tool_call> are two.`,
  `Right. <tool_call>${json}\n</tool_call> is how.`,
  `For example: <tool_call>${json}</tool_call>`,
  `For example:\n<tool_call>${json}</tool_call>\n`,
  `Write it like this.\n<tool_call>${json}</tool_call>\n`,
  `Never send this:\n<tool_call>${json}</tool_call>`,
  `<tools>${json}</tools> are the tools I have.`,
  "Llama writes <function=add>{}</function> for a call, but I will not.",
  `Phi writes functools[${json}] for a call.`,
  `Code:\n\n    <tool_call>${json}</tool_call>\n\nis how.`,
  // marked, but no call
  '<tool_call>{"name": "nope", "arguments": {}}</tool_call>',
  "<tool_call>add 1 and 2</tool_call>",
  '<tool_call>{"name": "add", "arguments": {"a": 1}',
  '<tool_call>{"name": "add", "arguments": {"a": "no end}}</tool_call>',
  "<tool_call><function=nope><parameter=a>1</parameter></function></tool_call>",
  "<tool_call><function=add><parameter=a>1</parameter>",
  "<tool_call><function=add>one and two</function></tool_call>",
  "<tool_call></tool_call>",
  "[TOOL_CALLS]nope[ARGS]{}",
  "[TOOL_CALLS][]",
  "<|python_tag|>import os",
  "<|python_tag|>print(add(a=1))",
  '<function=nope>{"a": 1}</function>',
  "functools[1]",
];

for (const text of notCalls) {
  test(`[FIX-7] leaves as it is: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(sortInEveryWay(text), { answer: text, thinking: "", calls: [] });
  });
}

test("[FIX-7] a call is recovered only while its tool is offered", () => {
  for (const [, text] of recovered) {
    if (text.includes("think>")) continue;
    const other: Tool = { name: "other", description: "", schema: {}, invoke: () => undefined };
    for (const offered of [[], [other]])
      assert.deepEqual(sort([text], offered), { answer: text, thinking: "", calls: [] });
  }
});

test("[FIX-7] no call is recovered from thinking", () => {
  for (const [, text] of recovered) {
    if (text.includes("think>")) continue;
    assert.deepEqual(sort([`<think>${text}</think>`]), { answer: "", thinking: text, calls: [] });
    assert.deepEqual(
      sort([`<|channel|>analysis<|message|>${text.replaceAll(/<\|end.*/g, "")}<|end|>ok`]).calls,
      [],
    );
  }
});

test("[FIX-7] text that cannot begin a call is passed on at once", () => {
  const texts = [
    "The",
    "Sure. A few functions of < and [1] and `code`",
    "Hello\n\n- one\n- two\n1.",
    '{"answer"',
    '{"name": "Alice"',
    "[1",
    "[link](x",
    "<b>bold</b> <to",
    "```python\nadd(a=1",
    "mid line {",
    "multiply(",
    "add the",
    "add(1",
    "\n\n",
  ];
  // What may still become something is the last word, and nothing before it.
  const mayBegin = new Map([["<b>bold</b> <to", "<to"]]);
  for (const text of texts) {
    const held = mayBegin.get(text) ?? "";
    assert.equal(passedOn(text), text.slice(0, text.length - held.length));
  }
});

test("[FIX-7] what may be a call is held back only until it is known to be none", () => {
  assert.equal(passedOn("Sure.\n" + json), "Sure.\n");
  assert.equal(passedOn(`Sure.\n${json}\n\nSo`), `Sure.\n${json}\n\nSo`);
  assert.equal(passedOn('```json\n{"name'), "");
  assert.equal(passedOn('```json\n{"names'), '```json\n{"names');
  assert.equal(passedOn('{"type": "object",'), '{"type": "object",');
  assert.equal(passedOn("add"), "");
  assert.equal(passedOn("adds"), "adds");
});

test("[FIX-7] what opens a call is looked for within 512 characters", () => {
  const text = `{${" ".repeat(600)}${json.slice(1)}`;
  assert.equal(passedOn(text.slice(0, 600)), text.slice(0, 600));
  assert.deepEqual(sortInEveryWay(text), { answer: text, thinking: "", calls: [] });
});

test("[FIX-7] no more than 256 KiB are held back", () => {
  const limit = 256 * 1024;
  const text = `<tool_call>{"name": "add", "arguments": {"q": "${"x".repeat(limit)}`;
  const sorter = new TextSorter(new OfferedTools(tools), false);
  assert.deepEqual(sorter.push(text.slice(0, limit)), []);
  assert.deepEqual(sorter.push(text.slice(limit)), [{ kind: "answer", text }]);

  const call = `<tool_call>{"name": "add", "arguments": {"q": "${"x".repeat(limit - 100)}"}}</tool_call>`;
  assert.equal(sort([call]).calls.length, 1);
  const spaces = json + " ".repeat(limit);
  assert.deepEqual(sort([spaces]), { answer: spaces, thinking: "", calls: [] });
  assert.deepEqual(sort([spaces.slice(0, -1000), spaces.slice(-1000)]), {
    answer: spaces,
    thinking: "",
    calls: [],
  });
});

test("[FIX-7] arguments nested too deeply to be written again are text", () => {
  const text = `{"name": "add", "arguments": {"a": ${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
  assert.deepEqual(sort([text]), { answer: text, thinking: "", calls: [] });
});

test("[FIX-7] any mixture of text and markup comes out the same, however it is cut", () => {
  const fragment = fc.constantFrom(
    json,
    weatherJson,
    "add(a=1, b=2)",
    "<tool_call>",
    "</tool_call>",
    "<think>",
    "</think>",
    "```json\n",
    "```",
    "`",
    "\n",
    "[TOOL_CALLS]",
    "functools[",
    "<function=add>",
    "</function>",
    "<parameter=a>1</parameter>",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "Sure. ",
    "  ",
    "For example:\n",
    "~~~",
    "f",
    "é😀",
    "<|im_end|>",
    "<|channel|>analysis<|message|>",
    "<|end|>",
    ", ",
    "\\",
  );
  fc.assert(
    fc.property(
      fc.array(fragment, { maxLength: 12 }),
      fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 30 }),
      (fragments, sizes) => {
        const text = fragments.join("");
        const chunks: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = 1 + (sizes[turn % sizes.length] ?? 0);
          chunks.push(text.slice(at, at + size));
          at += size;
        }
        const whole = sort([text]);
        assert.deepEqual(sort(chunks), whole);
        assert.deepEqual(sort(text.split("")), whole);
        if (whole.calls.length === 0 && !/think|channel/.test(text)) assert.equal(whole.answer, text);
      },
    ),
    { numRuns: 500 },
  );
});

test("[FIX-7] text without markup is passed on character for character, whatever it is", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 8 })), (chunks) => {
      const text = chunks.join("");
      fc.pre(!/THINK|think/.test(text));
      assert.deepEqual(sort(chunks), { answer: text, thinking: "", calls: [] });
    }),
  );
});

/** Text, what of it is thinking, and what is the answer. */
const thoughtful: readonly (readonly [text: string, thinking: string, answer: string])[] = [
  ["<think>Hm.</think>Yes.", "Hm.", "Yes."],
  ["<think>\nHm.\n</think>\n\nYes.", "\nHm.\n", "\n\nYes."],
  ["<thinking>Hm.</thinking>Yes.", "Hm.", "Yes."],
  ["<reasoning>Hm.</reasoning>Yes.", "Hm.", "Yes."],
  ["<thought>Hm.</thought>Yes.", "Hm.", "Yes."],
  ["[THINK]Hm.[/THINK]Yes.", "Hm.", "Yes."],
  [
    "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
    "Hm.",
    "Yes.",
  ],
  ["<|channel|>analysis<|message|>Hm.<|end|>", "Hm.", ""],
  ["One\n<think>Hm.</think>two\n<think>Hm?</think>three", "Hm.Hm?", "One\ntwo\nthree"],
  ["<think>Hm.</think>\n<think>Hm?", "Hm.Hm?", "\n"],
  ["The <think> tag opens it. The answer is 42.", "", "The <think> tag opens it. The answer is 42."],
  ["The tag is\n<think>\nThe answer is 42. </thin", "", "The tag is\n<think>\nThe answer is 42. </thin"],
  ["Between <think> and </think> it thinks.", "", "Between <think> and </think> it thinks."],
  ["Your XML:\n<doc><thought>x</thought></doc>", "", "Your XML:\n<doc><thought>x</thought></doc>"],
  ["XML:\n<doc>\n  <thought>x</thought>\n</doc>", "", "XML:\n<doc>\n  <thought>x</thought>\n</doc>"],
  ["Well.<|channel|>analysis<|message|>Hm.<|end|>Yes.", "Hm.", "Well.Yes."],
  [
    "<think>a < b </thin </reasoning> [x] <think></think>Yes.",
    "a < b </thin </reasoning> [x] <think>",
    "Yes.",
  ],
  ["<think>It never ends", "It never ends", ""],
  ["<think>It nearly ends</thin", "It nearly ends</thin", ""],
  ["<think></think>Yes.", "", "Yes."],
  ["Write `<think>` so.", "", "Write `<think>` so."],
  ["```\n<think>\n```\nYes.", "", "```\n<think>\n```\nYes."],
  ["a <thin b", "", "a <thin b"],
  ["The template opened it.\n</think>\nYes.", "", "The template opened it.\n\nYes."],
  ["<think>Hm.</think>Later </think> is text.", "Hm.", "Later </think> is text."],
  [`Hm. <tool_call>${json}</tool_call></think>Yes.`, `<tool_call>${json}</tool_call>`, "Hm. Yes."],
];

for (const [text, thinking, answer] of thoughtful) {
  test(`[FIX-8] sorts the thinking out of ${JSON.stringify(text)}`, () => {
    assert.deepEqual(sortInEveryWay(text), { answer, thinking, calls: [] });
    assert.deepEqual(
      sortInEveryWay(text, []).answer,
      text.includes("tool_call") ? text.replace("</think>", "") : answer,
    );
  });
}

test("[FIX-8] thinking is streamed as it comes", () => {
  const sorter = new TextSorter(new OfferedTools([]), false);
  assert.deepEqual(sorter.push("<think>Let"), [{ kind: "thinking", text: "Let" }]);
  assert.deepEqual(sorter.push(" me see"), [{ kind: "thinking", text: " me see" }]);
  assert.deepEqual(sorter.push(".</thi"), [{ kind: "thinking", text: "." }]);
  assert.deepEqual(sorter.push("nk>Yes"), [{ kind: "answer", text: "Yes" }]);
});

test("[FIX-8] what stands behind a tag in the middle of the message is held back up to 64 KiB", () => {
  const sorter = new TextSorter(new OfferedTools([]), false);
  assert.deepEqual(sorter.push("Well.\n<think>Hm"), [{ kind: "answer", text: "Well.\n" }]);
  const more = "x".repeat(64 * 1024);
  assert.deepEqual(sorter.push(more), [{ kind: "thinking", text: `Hm${more}` }]);
  assert.deepEqual(sorter.push("and so on"), [{ kind: "thinking", text: "and so on" }]);
});

test("[FIX-8] a call that stood in thinking which the template had opened is none", () => {
  const text = `Let me see. <tool_call>${weatherJson}</tool_call>\n</think>\n<tool_call>${json}</tool_call>`;
  const { calls, thinking } = sortInEveryWay(text);
  assert.deepEqual(calls, [add12]);
  assert.equal(thinking, `<tool_call>${weatherJson}</tool_call>`);
});

test("[FIX-8] thinking that the template has opened is thinking from the first character on", () => {
  const sorter = new TextSorter(new OfferedTools(tools), true);
  assert.deepEqual(sorter.push(`Okay, ${json}`), [{ kind: "thinking", text: `Okay, ${json}` }]);
  assert.deepEqual(sorter.push("</think>Yes."), [{ kind: "answer", text: "Yes." }]);
});
