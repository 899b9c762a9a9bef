/** Publications run one at a time: side by side, a slow one could replace a newer one with older data. */

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
