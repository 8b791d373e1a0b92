import { createSwitchboard } from "../src/index.ts";

const config = {
  tools: {
    registry: [
      {
        name: "get_weather",
        description: "Tells the weather in a city",
        type: "function",
        handler: "get_weather",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
        implementation: { type: "mock", mock_response: { sky: "clear", celsius: 21 } },
      },
      {
        name: "add_up",
        description: "Works out a sum",
        type: "function",
        handler: "calculate",
        parameters: {
          type: "object",
          properties: { expression: { type: "string" } },
          required: ["expression"],
        },
        implementation: { type: "builtin", handler: "calculate" },
      },
      {
        name: "count_orders",
        description: "Counts the open orders",
        type: "function",
        handler: "orders",
        parameters: { type: "object", properties: {} },
        implementation: { type: "internal", handler: "orders" },
      },
    ],
  },
};

// What definitions of type "internal" may name: functions of this program.
const { executor, registry } = createSwitchboard({ config, internals: { orders: () => 7 }, log: false });

const results = await executor.executeAll([
  { id: "1", name: "get_weather", args: { city: "Oslo" } },
  { id: "2", name: "add_up", args: { expression: "2 + 3" } },
  { id: "3", name: "count_orders", args: {} },
]);
for (const { name, text } of results) console.log(`${name}: ${text}`);
console.log(JSON.stringify(registry.toProvider("anthropic", { allowedTools: ["count_orders"] })));
