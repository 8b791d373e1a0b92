/** Switchboard's loop on the official SDK of OpenAI. */
import OpenAI from "openai";
import { createSwitchboard } from "../../../src/index.ts";
import { createOpenAIModel } from "../../../src/openai.ts";
import { serveChats } from "../../lib/serve-chats.ts";

serveChats(({ host, model: name, tools, messages }) => {
  const client = new OpenAI({ baseURL: `${host}/v1`, apiKey: "none" });
  const board = createSwitchboard({ tools, model: createOpenAIModel(client, name), log: false });
  return async (onText) => {
    for await (const event of board.converse(messages)) {
      if (event.type === "text.delta") onText(event.delta);
    }
  };
});
