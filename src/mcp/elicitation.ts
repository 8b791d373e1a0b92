/** What a server wants to know from the person, in the middle of a call. */
export interface ElicitRequest {
  readonly server: string;
  readonly message: string;
  /** The fields of a form, as JSON Schema; absent where a page is to be visited instead. */
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
  /** The page to be visited. */
  readonly url?: string;
}

export type ElicitAnswer =
  | { readonly action: "accept"; readonly content?: Readonly<Record<string, ElicitedValue>> }
  | { readonly action: "decline" | "cancel" };

export type ElicitedValue = string | number | boolean | string[];

/**
 * Asks the person on behalf of a server. Without one, every server is told that the person declined. The signal aborts
 * when nobody waits for the answer: the server takes its question back, or none of its calls is under way any more.
 */
export type Elicit = (
  request: ElicitRequest,
  options: { readonly signal: AbortSignal },
) => ElicitAnswer | Promise<ElicitAnswer>;
