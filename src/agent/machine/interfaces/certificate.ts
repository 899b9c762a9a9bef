/** The certificate and key of a server: whether they are usable, and the names in the certificate (P-S5). */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";

/** In PEM. Certificates of its authorities may follow. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** `reason` is a clause for people, which contains nothing of the files. */
export type CertificateReading =
  /** `names`: its alternative names in the form of a `Host`, in lower case, including wildcards. */
  | { readonly kind: "usable"; readonly names: readonly string[] }
  | { readonly kind: "unusable"; readonly reason: string };

export function readCertificate({ cert, key }: TlsPair): CertificateReading {
  const certificate = unlessThrown(() => new X509Certificate(cert));
  if (certificate === undefined) return { kind: "unusable", reason: "the certificate is not a certificate in PEM" };
  const privateKey = unlessThrown(() => createPrivateKey(key));
  if (privateKey === undefined)
    return { kind: "unusable", reason: "the key is not a private key in PEM, or has a passphrase" };
  if (!certificate.checkPrivateKey(privateKey))
    return { kind: "unusable", reason: "the key does not belong to the certificate" };
  // The rules of the TLS library are stricter: it refuses a short key, and a broken certificate of an authority.
  if (unlessThrown(() => createSecureContext({ cert, key })) === undefined)
    return { kind: "unusable", reason: "the TLS library refuses the certificate or the key" };
  return { kind: "usable", names: namesIn(certificate.subjectAltName ?? "") };
}

/** The names of hosts among the alternative names. Node quotes an odd name, which is not the name of a host. */
function namesIn(alternatives: string): readonly string[] {
  return alternatives.split(", ").flatMap((one) => {
    const [, name] = /^DNS:((?:\*\.)?[\w-]+(?:\.[\w-]+)*)$/.exec(one) ?? [];
    const [, address] = /^IP Address:([0-9a-fA-F:.]+)$/.exec(one) ?? [];
    if (address !== undefined) return address.includes(":") ? bracketed(address) : [address];
    return name === undefined ? [] : [name.toLowerCase()];
  });
}

/** An address of IPv6 in its short form. */
function bracketed(address: string): readonly string[] {
  const url = unlessThrown(() => new URL(`https://[${address}]`));
  return url === undefined ? [] : [url.hostname];
}

function unlessThrown<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
