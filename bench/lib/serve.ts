/** What goes back and forth between a benchmark and a contender. */
export interface Exchange {
  readonly task: object;
  readonly answer: unknown;
}

export type Reply<Answer> = { readonly answer: Answer } | { readonly failure: string };

/** The contender's side of ContenderProcess: answers one task after the other until the bench hangs up. */
export function serve<E extends Exchange>(answerTask: (task: E["task"]) => Promise<E["answer"]>): void {
  process.on("message", (task: E["task"]) => {
    answerTask(task).then(
      (answer) => reply({ answer }),
      (error: unknown) =>
        reply({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  // A peer may keep timers or sockets; the bench is over all the same.
  process.on("disconnect", () => process.exit(0));
}

function reply(message: Reply<unknown>): void {
  process.send?.(message);
}
