/** The bare limit: the conversation by hand on the transport that Switchboard uses, with a kept connection. */
import { StringDecoder } from "node:string_decoder";
import { OllamaServer } from "../../../src/providers/ollama/server.ts";
import { createBareChat, createLineCutter, type SendLines } from "../../lib/bare-chat.ts";
import { serveChats } from "../../lib/serve-chats.ts";

serveChats((setup) => {
  const server = new OllamaServer({ host: setup.host });

  const send: SendLines = (body, onLine) => {
    const decoder = new StringDecoder("utf8");
    const cut = createLineCutter(onLine);
    return new Promise<void>((resolve, reject) => {
      server.send("POST", "/api/chat", { body }).open({
        onBytes: (bytes) => cut(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))),
        onEnd: (failure) => (failure === undefined ? resolve() : reject(failure)),
      });
    });
  };

  return createBareChat(setup, send);
});
