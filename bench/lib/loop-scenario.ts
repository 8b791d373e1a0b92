import { createCalls, forecastDescription, forecastName, forecastSchema } from "./forecast.ts";
import type { ModelRequest, ModelTurn } from "./model-turn.ts";
import { generateToolSpecs, type ToolSpec } from "./tool-set.ts";

export const loopModel = "loop";
export const rounds = 3;
export const callsPerRound = 2;
export const lastAnswer = "Take an umbrella, and leave early.";

const calls = createCalls(rounds * callsPerRound);

/** Asks for two calls in each of three rounds, then answers. Which round it is shows in the results it was sent. */
export function answerLoop({ results }: ModelRequest): ModelTurn {
  if (results >= calls.length) return { text: lastAnswer.split(/(?= )/) };
  const round = calls.slice(results, results + callsPerRound);
  return { calls: round.map(({ id, name, args }) => ({ id, name, arguments: { ...args } })) };
}

/** The tool that is called, and as many others as make up the number. */
export function createLoopTools(count: number): ToolSpec[] {
  const forecast: ToolSpec = {
    name: forecastName,
    description: forecastDescription,
    schema: { ...forecastSchema, type: "object" },
  };
  return [forecast, ...generateToolSpecs(count - 1)];
}

export interface PlainMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** A conversation of so many messages that begins and ends with the user. */
export function createHistory(count: number): PlainMessage[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 || (count - index) % 2 === 1
      ? {
          role: "user",
          content: `And what about day ${index + 1} of the trip, is it going to be any better?`,
        }
      : {
          role: "assistant",
          content: "It stays mild with some clouds; a light jacket will do for the evening.",
        },
  );
}
