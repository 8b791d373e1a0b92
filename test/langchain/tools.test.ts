import assert from "node:assert/strict";
import test from "node:test";
import { DynamicTool, StructuredTool, tool } from "@langchain/core/tools";
import { z } from "zod";
import { z as z3 } from "zod3";
import { createSwitchboard } from "../../src/index.ts";
import type { Tool } from "../../src/tools/tool.ts";

/** No cast: LangChain's own types fit. */
function executorOf(langChainTool: Tool) {
  return createSwitchboard({ tools: [langChainTool], log: false }).executor;
}

const add = tool(({ a, b }) => String(a + b), {
  name: "add",
  description: "Adds",
  schema: z.object({ a: z.number(), b: z.number().optional().default(1) }),
});

test("[EX-1] a tool() of LangChain runs, with its own defaults", async () => {
  assert.equal((await executorOf(add).execute({ id: "1", name: "add", args: { a: "2" } })).text, "3");
});

test("[EX-1] a class of LangChain with a Zod 3 schema runs", async () => {
  class Double extends StructuredTool {
    override name = "double";
    override description = "Doubles";
    override schema = z3.object({ n: z3.number().describe("a number") }) as never;
    protected override async _call({ n }: { n: number }) {
      return String(n * 2);
    }
  }
  assert.equal(
    (await executorOf(new Double()).execute({ id: "1", name: "double", args: { n: "21" } })).text,
    "42",
  );
});

test("[EX-1] a text-in tool of LangChain runs", async () => {
  const upper = new DynamicTool({
    name: "upper",
    description: "Shouts",
    func: async (text) => text.toUpperCase(),
  });
  assert.equal(
    (await executorOf(upper).execute({ id: "1", name: "upper", args: { input: "hi" } })).text,
    "HI",
  );
});

test("[EX-9] a refinement of a LangChain tool is an invalid argument, in its own words", async () => {
  const half = tool(({ n }) => String(n / 2), {
    name: "half",
    description: "Halves",
    schema: z.object({ n: z.number().refine((n) => n % 2 === 0, "must be even") }),
  });
  const result = await executorOf(half).execute({ id: "1", name: "half", args: { n: 3 } });
  assert.ok(!result.ok && result.code === "invalid_arguments");
  assert.match(result.text, /must be even/);
});

test("[EX-5] the deadline's signal reaches a LangChain tool", async () => {
  const seen = Promise.withResolvers<AbortSignal | undefined>();
  const slow = tool(
    (_, config) => {
      seen.resolve(config.signal);
      return new Promise<string>(() => {});
    },
    { name: "slow", description: "Never ends", schema: z.object({}) },
  );
  const result = await executorOf(slow).execute({ id: "1", name: "slow", args: {} }, { timeoutMs: 20 });
  assert.equal(result.text, "Error: Timed out after 20ms");
  assert.equal((await seen.promise)?.aborted, true);
});
