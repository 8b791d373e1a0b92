/** As bare.ts, on `node:http`: what it would cost without a transport of our own. */
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { createBareChat, createLineCutter, type SendLines } from "../../lib/bare-chat.ts";
import { serveChats } from "../../lib/serve-chats.ts";

const agent = new Agent({ keepAlive: true });

serveChats((setup) => {
  const { hostname, port } = new URL(setup.host);
  const address = { agent, hostname, port, path: "/api/chat", method: "POST" };

  const send: SendLines = async (body, onLine) => {
    const outgoing = request({ ...address, headers: { "content-type": "application/json" } });
    outgoing.end(body);
    const [response]: IncomingMessage[] = await once(outgoing, "response");
    if (response?.statusCode !== 200) throw new Error("The server refused the request.");
    response.setEncoding("utf8");
    // `data` events, as iterating a response costs a promise a piece.
    response.on("data", createLineCutter(onLine));
    await once(response, "end");
  };

  return createBareChat(setup, send);
});
