import assert from "node:assert/strict";
import test from "node:test";
import { AIMessage, ChatMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { parseBaseMessages } from "./given-messages.ts";
import { toBaseMessages } from "./messages.ts";

const classes = { AIMessage, HumanMessage, SystemMessage, ToolMessage };
const words = { toWire: (name: string) => name, toWireId: (id: string) => id };

test("[CHAT-3] LangChain's messages become plain ones, each with what it says and what it answers", () => {
  const given = [
    new SystemMessage("Be brief."),
    new HumanMessage("What is 2 + 3?"),
    new AIMessage({ content: "", tool_calls: [{ id: "1", name: "add", args: { a: 2, b: 3 } }] }),
    new ToolMessage({ content: "Error: no", tool_call_id: "1", status: "error" }),
    new AIMessage([
      { type: "text", text: "It is " },
      { type: "text", text: "5." },
    ] as never),
  ];
  assert.deepEqual(parseBaseMessages(given), [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What is 2 + 3?" },
    { role: "assistant", content: "", toolCalls: [{ id: "1", name: "add", args: { a: 2, b: 3 } }] },
    // The name of the tool is found where the message does not say it.
    { role: "tool", content: "Error: no", toolCallId: "1", toolName: "add", failed: true },
    { role: "assistant", content: "It is 5." },
  ]);
});

test("[CHAT-3] an image that was handed over goes to the model as it came", () => {
  const content = [
    { type: "text", text: "What is this?" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
  ];
  const given = new HumanMessage({ content });
  const [sent] = toBaseMessages(parseBaseMessages([given]), "plain", words, classes);
  assert.equal(sent, given);
});

test("a message that has no place in a conversation with tools is refused by its type", () => {
  assert.throws(() => parseBaseMessages([new ChatMessage("Hi", "narrator")]), {
    code: "invalid_message",
    message: /"generic"/,
  });
});
