import type { ToolCallDelta } from "../chat/model.ts";
import type { WireNames } from "./wire-names.ts";

/** A piece of a call, as the APIs send them: the first has the name, all have some of the arguments. */
export interface CallPiece {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: string | undefined;
}

/** A call of which pieces may still come. */
interface OpenCall {
  readonly index: number;
  readonly id: string | undefined;
}

/** Tells the calls of one stream apart, and counts them 0, 1, 2 … whatever the server counts. */
export class CallPieces {
  readonly #names: WireNames;
  readonly #serverIds: readonly (string | undefined)[] | undefined;
  readonly #openCalls = new Map<number, OpenCall>();
  #lastArguments = "";
  #lastKey = 0;
  /** How many calls have begun. */
  count = 0;
  firstId = "";

  /** `serverIds`: the ids that the server gave its calls, in order, where pieces come with others. */
  constructor(names: WireNames, serverIds?: readonly (string | undefined)[]) {
    this.#names = names;
    this.#serverIds = serverIds;
  }

  /** Pieces of one call share its index. Parallel calls may share it too; then a new id is a new call. */
  read({ index, id, name, args = "" }: CallPiece): ToolCallDelta {
    const key = index ?? this.#lastKey;
    const open = this.#openCalls.get(key);
    this.#lastKey = key;
    if (open === undefined || (id !== undefined && open.id !== undefined && id !== open.id)) {
      this.#openCalls.set(key, { index: this.count, id });
      return this.begin(id, name, args);
    }
    if (open.index === this.count - 1) this.#lastArguments += args;
    return { index: open.index, argumentsDelta: args };
  }

  /** A call of its own, whole or the first piece of one. */
  begin(pieceId: string | undefined, name: string | undefined, args: string): ToolCallDelta {
    const index = this.count++;
    const id = this.#serverIds?.[index] ?? pieceId;
    if (index === 0) this.firstId = id ?? "";
    this.#lastArguments = args;
    return {
      index,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name: this.#names.fromWire(name) }),
      argumentsDelta: args,
    };
  }

  /** An answer that ran out of length may have done so in the middle of its last call. */
  get areWhole(): boolean {
    if (this.count === 0) return true;
    try {
      JSON.parse(this.#lastArguments);
      return true;
    } catch {
      return false;
    }
  }
}
