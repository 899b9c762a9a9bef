/** Where a daemon may listen: on this machine alone (P-S5). */

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** `127.0.0.1:0`, `localhost:8080`, `[::1]:0`; undefined for anything that others could reach. */
export function addressOf(text: string): ListenAddress | undefined {
  const [, host = "", digits = ""] = /^(127(?:\.\d{1,3}){3}|localhost|\[::1\]):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (host === "" || port > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ""), port };
}
