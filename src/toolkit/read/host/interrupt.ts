/** Ctrl-C, for work that continues until the user presses it. Part of the host. */

/** Calls back when this process is interrupted; the second interruption ends the process. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  return controller.signal;
}
