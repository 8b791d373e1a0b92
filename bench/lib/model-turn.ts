/** What a model says in answer to one request: pieces of text, then calls. The same on every wire. */
export interface ModelTurn {
  readonly text?: readonly string[];
  readonly calls?: readonly ModelCall[];
}

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Left out, calls count up; some models say 0 for all of them. */
  readonly index?: number;
}

/** A turn that is none: the server refuses the request. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
}

/** A request for a turn, as far as a scenario looks at it. */
export interface ModelRequest {
  readonly model: string;
  readonly hasTools: boolean;
  /** How many results of calls are in the history, and whether the model has said anything yet. */
  readonly results: number;
  readonly hasAnswered: boolean;
  /** What the request comes to: a count that is far too small says that the server has cut it. */
  readonly promptTokens: number;
}
