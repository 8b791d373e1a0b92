import type { ModelCall, ModelRequest, ModelTurn } from "./model-turn.ts";
import { forecastName } from "./forecast.ts";

/** How the bytes of a stream are cut: a piece for each line, anywhere, many lines at a time, or a line each millisecond. */
export type StreamManner = "lines" | "fragments" | "coalesced" | "paced";

/** The name of the model that sends so many tokens in that manner: the bench asks for a scenario by its model. */
export function toStreamModel(manner: StreamManner, tokens: number): string {
  return `stream-${manner}-${tokens}`;
}

export function parseStreamModel(model: string): { manner: StreamManner; tokens: number } | undefined {
  const [kind, manner, tokens] = model.split("-");
  if (kind !== "stream") return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { manner: manner as StreamManner, tokens: Number(tokens) };
}

export const lastCall: ModelCall = {
  id: "call_0a1b2c3d",
  name: forecastName,
  arguments: { city: "Ulm", days: 3, unit: "celsius", hourly: false, fields: ["rain", "wind"] },
};

/** What is said after the call. */
export const lastText = "Done.";

/** A long text with a call at its end; whoever comes back with the result gets a short answer. */
export function answerStream(request: ModelRequest, tokens: number): ModelTurn {
  return request.results > 0 ? { text: [lastText] } : { text: createTokens(tokens), calls: [lastCall] };
}

/** Text as models write it, token by token: prose with the line breaks, quotes and marks that Markdown has. */
export function createTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => sample[index % sample.length] ?? "");
}

export function countCharacters(tokens: number): number {
  return createTokens(tokens).join("").length;
}

const sample =
  `The forecast for the coming days looks mixed, and there are a few things worth knowing before you plan your trip.

## What to expect

- **Morning:** cool and mostly dry, with fog in the valleys that lifts before ten o'clock.
- **Afternoon:** showers move in from the west; the station calls the chance of rain "considerable".
- **Evening:** clearing, with a light wind from the north-west at 12–15 km/h and about 9 °C.

If you follow the river path, take the \`--detour\` that the signs mark: the bridge [near the mill] is closed for repairs
until further notice. Further up, the path is fine, though functional shoes and a full bottle are recommended.

1. Start early, because the first train leaves at 7:42 and the next one is two hours later.
2. Keep the afternoon free for the museum, where it is warm & dry (tickets cost < 10 €).
3. Have dinner at the inn on the market square; reservations are "appreciated", as they put it.

`.match(/\n+|\s?[\p{L}\p{N}]{1,6}|\s?[^\p{L}\p{N}\s]+|\s/gu) ?? [];
