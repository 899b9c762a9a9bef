/** Codes of Node.js for certificates that are not trusted, without TLS alerts of the other side (`ERR_SSL_…`). */
const CERTIFICATE =
  /^(?!ERR_SSL_)(?:.*CERT|.*CRL|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

export function isCertificateCode(code: string): boolean {
  return CERTIFICATE.test(code);
}
