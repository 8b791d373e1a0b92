/** A call that a scripted model makes. What is put here is sent as it stands, right or wrong. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments?: unknown;
  /** Left out, one is made up where the API has ids; `null` sends the call without an id. */
  readonly id?: string | null;
  /** Left out, calls count up; some models say `0` for all of them. */
  readonly index?: number;
}

/** How a turn ends, where it is out of the ordinary. */
export interface ScriptedEnd {
  /** `"stop"` and `"length"` are put in the words of the API, others are sent as they stand. */
  readonly reason?: string;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /** Calls in the very last chunk. */
  readonly calls?: readonly ScriptedCall[];
}

/** One thing that a model does in its turn. A plain string is a piece of its answer. */
export type ScriptedStep =
  | string
  | { readonly thinking: string }
  | { readonly calls: readonly ScriptedCall[] }
  /** Fails in the middle of the turn. */
  | { readonly error: string }
  /**
   * Breaks off without its last chunk. `"end"`: in good order, as Ollama does when its runner dies; `"close"`: the
   * connection is closed; `"reset"`: it is torn down, as when a machine crashes.
   */
  | { readonly cut: "end" | "close" | "reset" }
  /** Goes on when the promise settles: a test decides when, and needs no sleep. */
  | { readonly wait: Promise<unknown> }
  /** Ends the turn. Turns without this step end by themselves. */
  | { readonly end: ScriptedEnd };

/** What a model does when it is asked once: steps in order, or one string. A generator may go on for ever. */
export type Script<Step> = string | Iterable<Step> | AsyncIterable<Step>;

/** The turns of a model, one for each time it is asked, or a function that makes them up. */
export type Turns<Step, Request> =
  | readonly Script<Step>[]
  | ((request: Request, index: number) => Script<Step>);

/** The steps of the turn that `index` asks for. A script that is too short says so. */
export function stepsOf<Step, Request>(
  turns: Turns<Step, Request>,
  request: Request,
  index: number,
): Iterable<Step | ScriptedStep> | AsyncIterable<Step> {
  const script = typeof turns === "function" ? turns(request, index) : turns[index];
  if (script === undefined) {
    const length = typeof turns === "function" ? "its function gave none" : `it has ${turns.length}`;
    return [{ error: `The script has no turn ${index + 1} for the model to play: ${length}.` }];
  }
  return typeof script === "string" ? [script] : script;
}
