/** The certificate and key of a server: whether they can be used, and the names that the certificate has (P-S5). */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";

/** In PEM. The certificate may be followed by those of its authorities. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** `reason` is a clause for people, which holds nothing of the files. */
export type CertificateReading =
  /** `names`: its alternative names as a `Host` has them, in lower case; a wildcard stays one. */
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

/** The names of hosts among the alternative names. Node writes an odd name in quotes; it is no name of a host. */
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
