import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";

import { ToolExecutor } from "../../src/calls/executor.ts";
import { ask } from "../../src/chat/loop.ts";
import { fromLangChain } from "../../src/langchain.ts";
import { ToolManager } from "../../src/tools/manager.ts";

/** A LangChain model of no provider that we know. */
class OtherModel extends BaseChatModel {
  readonly asked: BaseMessage[][] = [];
  offered: BindToolsInput[] = [];
  readonly #turns: AIMessage[];

  constructor(turns: AIMessage[]) {
    super({});
    this.#turns = turns;
  }

  override _llmType(): string {
    return "other";
  }

  override bindTools(tools: BindToolsInput[]): this {
    this.offered = tools;
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = this.next(messages);
    return { generations: [{ text: message.text, message }] };
  }

  next(messages: BaseMessage[]): AIMessage {
    this.asked.push(messages);
    return this.#turns.shift() ?? new AIMessage("");
  }
}

/** One that streams, a character at a time. */
class OtherStreamingModel extends OtherModel {
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text: whole, tool_calls: calls = [] } = this.next(messages);
    for (const text of whole) {
      yield new ChatGenerationChunk({ text, message: new AIMessageChunk(text) });
      await run?.handleLLMNewToken(text);
    }
    const end = { content: "", tool_calls: calls, response_metadata: { finish_reason: "stop" } };
    yield new ChatGenerationChunk({ text: "", message: new AIMessageChunk(end) });
  }
}

const manager = new ToolManager();
manager.add([
  {
    name: "math.add",
    description: "Adds",
    schema: { type: "object", properties: { a: { type: "number" } } },
    invoke: ({ a }) => Number(a) + 1,
  },
]);
const executor = new ToolExecutor({ tools: manager });

for (const Model of [OtherModel, OtherStreamingModel]) {
  test(`[CHAT-1] any other model of LangChain goes through the same loop (${Model.name})`, async () => {
    const turns = [
      new AIMessage({ content: "", tool_calls: [{ id: "1", name: "math_add", args: { a: 2 } }] }),
      new AIMessage("It is 3."),
    ];
    const model = new Model(turns);
    const adapted = fromLangChain(model);
    assert.equal(adapted.provider, "other");
    const answer = await ask(adapted, executor, [{ role: "user", content: "What is 2 + 1?" }], manager);
    assert.equal(answer.text, "It is 3.");
    assert.equal(answer.results[0]?.text, "3");
    const [offered] = model.offered as { type: string; function: { name: string } }[];
    assert.equal(offered?.type, "function");
    assert.match(offered?.function.name ?? "", /^math_add/);
    assert.deepEqual(
      model.asked[1]?.map((message) => message.type),
      ["human", "ai", "tool"],
    );
  });
}

test("[CHAT-1] importing the entry for LangChain loads none of its packages", () => {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({
      load(url, context, next) {
        if (url.includes("node_modules")) loaded.push(url);
        return next(url, context);
      },
    });
    await import("./src/langchain.ts");
    process.stdout.write(JSON.stringify(loaded));
  `;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: join(import.meta.dirname, "..", ".."),
    encoding: "utf8",
  });
  assert.deepEqual(JSON.parse(output), []);
});
