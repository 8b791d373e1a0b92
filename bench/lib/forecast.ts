/** The trivial tool that every contender runs, and calls of it. */
export interface ForecastArguments {
  readonly city: string;
  readonly days: number;
  readonly unit: "celsius" | "fahrenheit";
  readonly hourly: boolean;
  readonly fields: string[];
}

export interface ForecastCall {
  readonly id: string;
  readonly name: string;
  readonly args: ForecastArguments;
  /** For contenders that take arguments only as a provider's wire has them. */
  readonly argsText: string;
}

export const forecastName = "get_forecast";
export const forecastDescription = "The weather of the coming days for a city.";

export const forecastSchema = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 1 },
    days: { type: "integer", minimum: 1, maximum: 14 },
    unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    hourly: { type: "boolean" },
    fields: { type: "array", items: { type: "string" } },
  },
  required: ["city", "days", "unit", "hourly", "fields"],
};

let runs = 0;

export async function forecast(args: { readonly city: string }): Promise<string> {
  runs += 1;
  return args.city;
}

/** How often the tool has run in this process: proof that a contender did the work it is timed for. */
export function countRuns(): number {
  return runs;
}

/** Distinct calls, made before the clock starts. */
export function createCalls(count: number): ForecastCall[] {
  return Array.from({ length: count }, (_, index) => {
    const args: ForecastArguments = {
      city: `City ${index % 50}`,
      days: 1 + (index % 14),
      unit: index % 2 === 0 ? "celsius" : "fahrenheit",
      hourly: index % 3 === 0,
      fields: ["rain", "wind"],
    };
    return { id: `call_${index}`, name: forecastName, args, argsText: JSON.stringify(args) };
  });
}
