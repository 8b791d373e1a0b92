/** Tells those who work for a server's calls, such as a person who is asked something, when none is left. */
export class CallsUnderWay {
  #count = 0;
  #over: AbortController | undefined;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    this.#over?.abort(new Error("The call that this was for is over"));
    this.#over = undefined;
  }

  /** Aborts when the last of the calls has ended that are under way now; `undefined` where there are none. */
  get over(): AbortSignal | undefined {
    if (this.#count === 0) return undefined;
    return (this.#over ??= new AbortController()).signal;
  }
}
