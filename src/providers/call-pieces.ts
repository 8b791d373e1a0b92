import { isJson } from "../calls/is-json.ts";
import type { ToolCallDelta } from "../chat/model.ts";
import type { WireNames } from "./wire-names.ts";

/**
 * A piece of a call, as the APIs send them: the first has the name, all have some of the arguments. What a piece has
 * not to say, servers leave out, send as `null` or send as empty text; some send the arguments as an object.
 */
export interface CallPiece {
  readonly index?: number | undefined;
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly args?: unknown;
}

/** A call of which pieces may still come. */
interface OpenCall {
  readonly index: number;
  /** The one in its pieces; the server's own may be another. */
  id: string | undefined;
  name: string | undefined;
  args: string;
  /** Whether its last piece had the name: some servers say it with each. */
  isNamedLast: boolean;
}

/** Tells the calls of one stream apart, and counts them 0, 1, 2 … whatever the server counts. */
export class CallPieces {
  readonly #names: WireNames;
  readonly #serverIds: readonly (string | undefined)[] | undefined;
  readonly #openCalls = new Map<number, OpenCall>();
  readonly #calls: OpenCall[] = [];
  #lastKey = 0;

  /** `serverIds`: the ids that the server gave its calls, in order, where pieces come with others. */
  constructor(names: WireNames, serverIds?: readonly (string | undefined)[]) {
    this.#names = names;
    this.#serverIds = serverIds;
  }

  /** How many calls have begun. */
  get count(): number {
    return this.#calls.length;
  }

  get firstId(): string {
    return this.#serverIds?.[0] ?? this.#calls[0]?.id ?? "";
  }

  /** Pieces of one call share its index. Parallel calls may share it too, and are told apart by what they begin with. */
  read(piece: CallPiece): ToolCallDelta {
    const id = piece.id || undefined;
    const name = piece.name || undefined;
    const args = toArgumentsText(piece.args);
    const key = piece.index ?? this.#lastKey;
    this.#lastKey = key;
    const open = this.#openCalls.get(key);
    if (open === undefined || isAnother(open, id, name, args)) {
      const begun = this.begin(id, name, args);
      this.#openCalls.set(key, this.#calls[begun.index] as OpenCall);
      return begun;
    }
    const late = {
      ...(open.id === undefined && id !== undefined && { id }),
      ...(open.name === undefined && name !== undefined && { name: this.#names.fromWire(name) }),
    };
    open.id ??= id;
    open.name ??= name;
    open.args += args;
    open.isNamedLast = name !== undefined;
    return { index: open.index, ...late, argumentsDelta: args };
  }

  /** A call of its own, whole or the first piece of one. */
  begin(pieceId: string | undefined, name: string | undefined, args: string): ToolCallDelta {
    const index = this.count;
    const id = this.#serverIds?.[index] ?? pieceId;
    this.#calls.push({ index, id: pieceId, name, args, isNamedLast: true });
    return {
      index,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name: this.#names.fromWire(name) }),
      argumentsDelta: args,
    };
  }

  /** An answer that was stopped may have been so in the middle of a call. */
  get areWhole(): boolean {
    return this.#calls.every(({ args }) => isJson(args));
  }
}

/**
 * Whether a piece begins another call under the same index: its id is another one, or, where there are no ids, its
 * name is, or the same name comes again although the arguments are whole.
 */
function isAnother(open: OpenCall, id: string | undefined, name: string | undefined, args: string): boolean {
  if (id !== undefined && open.id !== undefined) return id !== open.id;
  if (name === undefined || open.name === undefined) return false;
  if (name !== open.name) return true;
  return (args !== "" || !open.isNamedLast) && isJson(open.args);
}

function toArgumentsText(args: unknown): string {
  if (args === undefined || args === null) return "";
  return typeof args === "string" ? args : JSON.stringify(args);
}
