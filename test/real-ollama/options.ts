import { parseArgs } from "node:util";

/** Tools as the server takes them, through the prompt in the form of the model's family, or in the envelope. */
const modes = ["native", "prompted", "envelope"] as const;

export type Mode = (typeof modes)[number];

export interface RunOptions {
  /** All that the server has where none is named. */
  readonly models: readonly string[];
  readonly modes: readonly Mode[];
  readonly requestCount: number;
  readonly hasContract: boolean;
  readonly requestMs: number;
  readonly totalMs: number;
  /** Where every trial is written, one line of JSON each. */
  readonly log: string | undefined;
}

export const usage = `npm run test:ollama -- [options] [model …]

Runs the contract and twenty requests against the server of OLLAMA_HOST, for each of its models or those named.

  --quick              5 requests instead of 20
  --mode MODE          native, prompted or envelope; may be given again; native and prompted by default
  --no-contract        only the requests
  --no-requests        only the contract
  --request-seconds N  time for one request or check: 180
  --minutes N          time for all of it: 60; what does not fit in is left out
  --log FILE           writes what the models said, one line of JSON for each request
  --help
`;

/** `undefined` where only help was asked for. What is not understood is thrown, with its reason. */
export function parseOptions(args: readonly string[]): RunOptions | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      quick: { type: "boolean", default: false },
      mode: { type: "string", multiple: true, default: ["native", "prompted"] },
      contract: { type: "boolean", default: true },
      requests: { type: "boolean", default: true },
      "request-seconds": { type: "string", default: "180" },
      minutes: { type: "string", default: "60" },
      log: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  return {
    models: positionals,
    modes: values.requests ? values.mode.map(parseMode) : [],
    requestCount: values.quick ? 5 : 20,
    hasContract: values.contract,
    requestMs: parseNumber("request-seconds", values["request-seconds"]) * 1000,
    totalMs: parseNumber("minutes", values.minutes) * 60_000,
    log: values.log,
  };
}

function parseMode(text: string): Mode {
  const mode = modes.find((each) => each === text);
  if (mode !== undefined) return mode;
  throw new Error(`--mode must be one of ${modes.join(", ")}, got ${text}`);
}

function parseNumber(name: string, text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`--${name} must be a number above 0, got ${text}`);
}
