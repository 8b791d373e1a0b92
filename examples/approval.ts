import { createApproval, createSwitchboard, type Tool } from "../src/index.ts";

const schema = { type: "object", properties: { note: { type: "string" } }, required: ["note"] };
const tools: Tool[] = [
  {
    name: "read_note",
    description: "Reads a note",
    schema,
    annotations: { readOnlyHint: true },
    invoke: ({ note }) => `What the ${note} says`,
  },
  { name: "delete_note", description: "Deletes a note", schema, invoke: ({ note }) => `The ${note} is gone` },
  { name: "publish_note", description: "Shows a note to all", schema, invoke: () => "Everybody can see it" },
];

const approve = createApproval({ tools: { "publish_*": "deny" } }, async ({ name, args }) => {
  console.log(`May ${name} run with ${JSON.stringify(args)}?`);
  return args["note"] === "draft" ? "once" : "no"; // or "always"
});

const { executor } = createSwitchboard({ tools, approve, log: false });
const results = await executor.executeAll([
  { id: "1", name: "read_note", args: { note: "diary" } },
  { id: "2", name: "delete_note", args: { note: "draft" } },
  { id: "3", name: "delete_note", args: { note: "diary" } },
  { id: "4", name: "publish_note", args: { note: "diary" } },
]);
for (const result of results) console.log(result.ok ? "ok" : result.code, "|", result.text);
