/** `--tls-cert` and `--tls-key`: the pair in two files, with the names of its certificate (P-S5). */
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { readCertificate, type TlsPair } from "../../machine/interfaces/certificate.js";

export interface TlsFlags {
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

export type TlsReading =
  | { readonly kind: "none" }
  | { readonly kind: "pair"; readonly tls: TlsPair; readonly names: readonly string[] }
  /** `message` is a clause for people. */
  | { readonly kind: "unusable"; readonly message: string };

/** Most bytes of either file. */
const FILE_BYTES = 1_048_576;

export function readTls({ host }: Pick<Terminal, "host">, { tlsCert, tlsKey }: TlsFlags): TlsReading {
  if (tlsCert === undefined && tlsKey === undefined) return { kind: "none" };
  if (tlsCert === undefined || tlsKey === undefined)
    return { kind: "unusable", message: "`--tls-cert` and `--tls-key` go together" };
  const texts: string[] = [];
  for (const file of [tlsCert, tlsKey]) {
    const read = host.readFile(host.resolve(file), FILE_BYTES);
    if (read.kind !== "bytes") {
      const reason = read.kind === "too-large" ? "it is too large" : read.reason;
      return { kind: "unusable", message: `cannot read ${printable(file)}: ${printable(reason)}` };
    }
    texts.push(new TextDecoder().decode(read.bytes));
  }
  const [cert = "", key = ""] = texts;
  const reading = readCertificate({ cert, key });
  if (reading.kind === "unusable") return { kind: "unusable", message: `TLS is not possible: ${reading.reason}` };
  return { kind: "pair", tls: { cert, key }, names: reading.names };
}
