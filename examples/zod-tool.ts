import { z } from "zod";
import { createSwitchboard } from "../src/index.ts";

const schema = z.object({
  minutes: z.number().positive(),
  label: z.string().default("tea"),
});

const setTimer = {
  name: "set_timer",
  description: "Sets a timer",
  schema,
  invoke(args: unknown) {
    const { minutes, label } = schema.parse(args);
    return `The ${label} is ready in ${minutes} minutes`;
  },
};

const { executor } = createSwitchboard({ tools: [setTimer], log: false });
for (const args of [{ minutes: "5" }, { minutes: -1 }]) {
  const result = await executor.execute({ id: "1", name: "set_timer", args });
  console.log(result.ok ? "ok" : result.code, "|", result.text);
}
