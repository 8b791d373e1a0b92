/** Switchboard's loop on LangChain's ChatOpenAI. */
import { ChatOpenAI } from "@langchain/openai";
import { createSwitchboard } from "../../../src/index.ts";
import { fromLangChain } from "../../../src/langchain.ts";
import { serveChats } from "../../lib/serve-chats.ts";

serveChats(({ host, model: name, tools, messages }) => {
  const chat = new ChatOpenAI({ model: name, apiKey: "none", configuration: { baseURL: `${host}/v1` } });
  const board = createSwitchboard({ tools, model: fromLangChain(chat), log: false });
  return async (onText) => {
    for await (const event of board.converse(messages)) {
      if (event.type === "text.delta") onText(event.delta);
    }
  };
});
