/** The addresses that a daemon may listen on: loopback alone (P-S5). */

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** `127.0.0.1:0`, `localhost:8080`, `[::1]:0`; undefined for any address that other machines could reach. */
export function addressOf(text: string): ListenAddress | undefined {
  const [, host = "", digits = ""] = /^(127(?:\.(?:0|[1-9]\d{0,2})){3}|localhost|\[::1\]):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  // An impossible address would be looked up as a host name, which may belong to anybody.
  const isName = host.split(".").some((part) => Number(part) > 255);
  if (host === "" || isName || port > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ""), port };
}
