import { createSwitchboard, type Tool } from "../src/index.ts";

const setLevel: Tool = {
  name: "set_level",
  description: "Dims the light in a room",
  schema: {
    type: "object",
    properties: { room: { type: "string" }, level: { type: "number" }, scene: { type: "string" } },
    required: ["room", "level"],
  },
  invoke: ({ room, level }) => `The light in the ${room} is at ${level} %`,
};
const { executor } = createSwitchboard({ tools: [setLevel], log: false });

// As a small model writes it: another case, arguments as text, a number in quotes, null for "none".
const args = `{"room": "kitchen", "level": "40", "scene": null}`;
const result = await executor.execute({ id: "call_1", name: "Set-Level", args });

console.log(result.text);
for (const { rule, from, to } of result.repairs) {
  console.log(`  ${rule}: ${JSON.stringify(from)} → ${JSON.stringify(to) ?? "absent"}`);
}
