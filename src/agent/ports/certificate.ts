/** The certificate and key of a server: whether they can be used, and the names that the certificate has (P-S5). */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";

/** In PEM. The certificate may be followed by those of its authorities. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

export interface ServerCertificate {
  readonly kind: "usable";
  /** Whether a host name or an address, without a port, is one of its alternative names. A wildcard stands for one label. */
  covers(name: string): boolean;
  /** Its first alternative name that is no wildcard; undefined when it has none. */
  readonly name: string | undefined;
}

/** `reason` is a clause for people, which holds nothing of the files. */
export type CertificateReading = ServerCertificate | { readonly kind: "unusable"; readonly reason: string };

const MATCHING = { subject: "never", wildcards: true, partialWildcards: false, multiLabelWildcards: false } as const;

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
  const names = certificate.subjectAltName ?? "";
  return {
    kind: "usable",
    covers(name) {
      const address = /^\[(.*)\]$/.exec(name)?.[1] ?? name;
      return unlessThrown(() => certificate.checkIP(address) ?? certificate.checkHost(name, MATCHING)) !== undefined;
    },
    name: /(?:^|, )(?:DNS|IP Address):([\w.-]+)(?:,|$)/.exec(names)?.[1],
  };
}

function unlessThrown<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
