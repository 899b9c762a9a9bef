/** The addresses that a daemon may listen on: loopback alone. A hub with TLS may listen on any address of this machine (P-S5). */

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

/** `0.0.0.0:7443`, `[::]:7443`, and those of `addressOf`; undefined for a name other than localhost, which may belong to anybody. */
export function anyAddressOf(text: string): ListenAddress | undefined {
  const local = addressOf(text);
  if (local !== undefined) return local;
  const [, host = "", digits = ""] =
    /^((?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}|\[[0-9a-fA-F:.]+\]):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (host === "" || port > 65_535 || !URL.canParse(`http://${host}`)) return undefined;
  return { host: host.replace(/^\[|\]$/g, ""), port };
}
