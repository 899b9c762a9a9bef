/** The rooms of the daemon and of its command line, from left to right, to the right of all rooms of the toolkit. */
export const DAEMON_ROOMS: readonly string[] = [
  ...["ports", "protocol", "core", "store", "model", "turn", "daemon", "client", "agent"],
];

/** Whether a file, by its name in `src`, is in one of them. */
export function isOfDaemon(file: string): boolean {
  return DAEMON_ROOMS.includes(file.split("/")[0] ?? "");
}
