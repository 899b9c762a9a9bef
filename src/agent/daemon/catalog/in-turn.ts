/** Publications one after the other: one that took longer would otherwise replace a later one with what was loaded before. */

/** Runs `work` when its last run has ended. All calls that wait share the next run, which sees what has changed until then. */
export function inTurn<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | undefined;
  return () => {
    next ??= last.then(() => {
      next = undefined;
      const run = work();
      last = run.catch(() => {});
      return run;
    });
    return next;
  };
}
