import { createSwitchboard, type Tool } from "../src/index.ts";
import { createOllamaModel, OllamaBackend } from "../src/ollama.ts";
import { startFakeOllama } from "../src/testing.ts";

// Stands in for a small model that gets everything almost right; the wire is Ollama's.
const ollama = await startFakeOllama({
  turns: [
    [
      { thinking: "The lamp first." },
      '<tool_call>{"name": "Switch-Lamp", "arguments": {"room": "Kitchen", "on": "true", "level": null}}</tool',
      "_call>",
    ],
    [{ calls: [{ name: "get_weather", arguments: { place: "Oslo" } }] }],
    [{ calls: [{ name: "get_weather", arguments: { city: "Oslo" } }] }],
    ["The kitchen lamp is on, ", "and in Oslo it is raining."],
  ],
});

const tools: Tool[] = [
  {
    name: "switch_lamp",
    description: "Switches a lamp",
    schema: {
      type: "object",
      properties: { room: { enum: ["kitchen", "hall"] }, on: { type: "boolean" }, level: { type: "number" } },
      required: ["room", "on"],
    },
    invoke: ({ room, on }) => `The lamp in the ${room} is ${on ? "on" : "off"}`,
  },
  {
    name: "get_weather",
    description: "Tells the weather",
    schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    invoke: ({ city }) => `Rain in ${city}`,
  },
];

const question = "Turn the kitchen lamp on. What is the weather in Oslo?";
const model = createOllamaModel(new OllamaBackend({ host: ollama.url }), "qwen3:0.6b");
const board = createSwitchboard({ model, tools, log: false });

console.log(`> ${question}`);
for await (const event of board.converse(question)) {
  if (event.type === "thinking.delta") console.log(`  (${event.delta})`);
  if (event.type === "tool.ended") {
    const { name, text, repairs } = event.result;
    console.log(`  ${name}: ${text.replaceAll("\n", " ")}`);
    for (const { from, to } of repairs)
      console.log(`    repaired ${JSON.stringify(from)} → ${JSON.stringify(to) ?? "absent"}`);
  }
  if (event.type === "answer.given") console.log(event.answer.text);
}
await ollama.close();
