/** Ctrl-C, for what goes on until then. Part of the host. */

/** Says when this process is interrupted; a second time ends it as ever. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  return controller.signal;
}
