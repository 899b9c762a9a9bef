/** Time as an argument: a test advances it instead of waiting. */

export interface Clock {
  /** Milliseconds since 1970 by the wall clock, which may jump. */
  now(): number;
  /** Milliseconds of a monotonic clock, which may stop while the machine sleeps. */
  monotonic(): number;
  /** Calls `run` once, after at least `ms` milliseconds; returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void;
}

export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    // A timer takes at least a millisecond.
    if (ms <= 0) {
      const turn = setImmediate(run);
      return () => clearImmediate(turn);
    }
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted; never rejects. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal?.addEventListener("abort", done);
  });
}

/** The longest timer of Node.js in milliseconds; a longer one fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** As `sleep`, for any number of milliseconds; counted on the monotonic clock. */
export async function sleepLong(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const end = clock.monotonic() + ms;
  for (let rest = ms; rest > 0 && !signal.aborted; rest = end - clock.monotonic())
    await sleep(clock, Math.min(rest, LONGEST_TIMER), signal);
}

/** Runs with a signal that aborts after `ms` milliseconds, or with `outer`; the end of the run cancels the timer. */
export async function within<Value>(
  clock: Clock,
  ms: number,
  run: (signal: AbortSignal) => Promise<Value>,
  outer?: AbortSignal,
): Promise<Value> {
  const tooLong = new AbortController();
  const forget = clock.after(ms, () => tooLong.abort());
  try {
    return await run(outer === undefined ? tooLong.signal : AbortSignal.any([tooLong.signal, outer]));
  } finally {
    forget();
  }
}
