/** The files of a hub in a state directory (P-S2, P-S75). This file does not touch the disk. */

type Join = (...parts: readonly string[]) => string;

export function hubDirectory(join: Join, state: string): string {
  return join(state, "hub");
}

export function tokensPath(join: Join, state: string): string {
  return join(hubDirectory(join, state), "tokens.json");
}

export function hubStartupPath(join: Join, state: string): string {
  return join(hubDirectory(join, state), "startup.json");
}

/** The directory of the captures of all hubs. */
export function spoolDirectory(join: Join, state: string): string {
  return join(hubDirectory(join, state), "spool");
}
