/**
 * The server that all contenders talk to. It says the same on both wires: Ollama's own and the one of OpenAI that
 * Ollama speaks as well. The name of the model chooses what it says.
 */
import { toGoJson } from "../../src/testing/fake-ollama-wire.ts";
import { answerFault, parseFaultModel } from "../lib/fault-scenarios.ts";
import { answerLoop } from "../lib/loop-scenario.ts";
import type { ModelRequest, ModelTurn, Refusal } from "../lib/model-turn.ts";
import { toOllamaBody, toOllamaLines } from "../lib/ollama-wire.ts";
import { toOpenAiBody, toOpenAiEvents } from "../lib/openai-wire.ts";
import {
  startRawServer,
  toChunkedPieces,
  toResponse,
  type RawAnswer,
  type RawRequest,
} from "../lib/raw-server.ts";
import { answerStream, parseStreamModel, type StreamManner } from "../lib/stream-scenario.ts";

type Wire = "ollama" | "openai";

/** Answers are made once: there are few of them, and each is asked for thousands of times. */
const answers = new Map<string, RawAnswer>();

const host = await startRawServer((request) => {
  if (request.path === "/api/tags") return toJson(200, { models: [] });
  if (request.path === "/api/show") return toJson(200, describeModel(modelOf(request)));
  const wire = request.path === "/api/chat" ? "ollama" : "openai";
  const asked = readRequest(request);
  const isStream = wire === "ollama" ? !isSaid(request, '"stream":false') : isSaid(request, '"stream":true');
  const key = [wire, isStream, ...Object.values(asked)].join(" ");
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = createAnswer(wire, isStream, asked);
  answers.set(key, answer);
  return answer;
});
process.on("disconnect", () => process.exit(0));
process.send?.(host);

function createAnswer(wire: Wire, isStream: boolean, request: ModelRequest): RawAnswer {
  const { model, promptTokens } = request;
  const turn = createTurn(request);
  if ("error" in turn) {
    const { status, error } = turn;
    return toJson(status, {
      error: wire === "ollama" ? error : { message: error, type: "invalid_request_error" },
    });
  }
  if (!isStream) {
    return toResponse(
      200,
      jsonType,
      wire === "ollama" ? toOllamaBody(model, turn, promptTokens) : toOpenAiBody(model, turn),
    );
  }
  const contentType = wire === "ollama" ? "application/x-ndjson" : "text/event-stream";
  const lines = wire === "ollama" ? toOllamaLines(model, turn, promptTokens) : toOpenAiEvents(model, turn);
  const { manner = "lines" } = parseStreamModel(model) ?? {};
  const pieces = toChunkedPieces(contentType, cut(lines, manner));
  return manner === "paced" ? { pieces } : Buffer.concat(pieces);
}

function createTurn(request: ModelRequest): ModelTurn | Refusal {
  const fault = parseFaultModel(request.model);
  if (fault !== undefined) return answerFault(fault, request);
  const stream = parseStreamModel(request.model);
  return stream === undefined ? answerLoop(request) : answerStream(request, stream.tokens);
}

function cut(lines: readonly string[], manner: StreamManner): Uint8Array[] {
  if (manner === "coalesced") return inGroups(lines, 100).map((group) => Buffer.from(group.join("")));
  if (manner !== "fragments") return lines.map((line) => Buffer.from(line));
  const bytes = Buffer.from(lines.join(""));
  // About three to a line, whichever wire it is.
  const longest = Math.ceil((bytes.length / lines.length) * (2 / 3));
  const fragments: Uint8Array[] = [];
  let state = 1;
  for (let start = 0; start < bytes.length;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const end = start + 1 + Math.floor((state / 2 ** 32) * longest);
    fragments.push(bytes.subarray(start, end));
    start = end;
  }
  return fragments;
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}

/** Bodies are large where there are many tools: they are searched, not parsed. */
function readRequest(request: RawRequest): ModelRequest {
  return {
    model: modelOf(request),
    hasTools: isSaid(request, '"tools":[{'),
    results: request.body.split('"role":"tool"').length - 1,
    hasAnswered: isSaid(request, '"role":"assistant"'),
    promptTokens: Math.ceil(request.body.length / 4),
  };
}

function modelOf({ body }: RawRequest): string {
  return /"model":"([^"]*)"/.exec(body)?.[1] ?? "";
}

function isSaid({ body }: RawRequest, json: string): boolean {
  return body.includes(json);
}

function describeModel(model: string): object {
  return {
    details: { family: "qwen2", parameter_size: "1.5B", quantization_level: "Q4_K_M" },
    model_info: { "general.architecture": "qwen2", "qwen2.context_length": 1_000_000 },
    // Large enough for the longest conversation here, tools included.
    parameters: "num_ctx 1000000",
    capabilities: parseFaultModel(model)?.name === "no_tools" ? ["completion"] : ["completion", "tools"],
  };
}

const jsonType = "application/json";

function toJson(status: number, body: object): Uint8Array {
  return toResponse(status, jsonType, toGoJson(body));
}
