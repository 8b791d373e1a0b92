import { MockLanguageModelV4 } from "ai/test";
import type { ForecastCall } from "../../lib/forecast.ts";

/** A model that asks for all calls at once, then is content: two requests to it are one turn. */
export class AskingModel extends MockLanguageModelV4 {
  constructor(calls: readonly ForecastCall[]) {
    super({
      doGenerate: [
        {
          content: calls.map(({ id, name, argsText }) => ({
            type: "tool-call",
            toolCallId: id,
            toolName: name,
            input: argsText,
          })),
          finishReason: { unified: "tool-calls", raw: undefined },
          usage,
          warnings: [],
        },
        {
          content: [{ type: "text", text: "Sunny." }],
          finishReason: { unified: "stop", raw: undefined },
          usage,
          warnings: [],
        },
      ],
    });
  }

  /** Makes the next request the first of a turn: the mock picks its answer by the requests it remembers. */
  forgetRequests(): void {
    this.doGenerateCalls.length = 0;
  }
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
