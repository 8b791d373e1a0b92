import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a process holds on to while a stream goes by: memory in use right after a full collection. */
export class HeldMemory {
  readonly held: number[] = [];
  readonly #step: number;
  readonly #collect: () => void;

  constructor(places: number, characters: number) {
    this.#step = characters / places;
    setFlagsFromString("--expose-gc");
    this.#collect = runInNewContext("gc");
  }

  look(characters: number): void {
    if (characters < this.#step * (this.held.length + 1)) return;
    this.#collect();
    const { heapUsed, external } = process.memoryUsage();
    this.held.push(heapUsed + external);
  }
}
