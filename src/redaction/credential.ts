/** Which names of headers, variables, flags and parameters say that a credential goes by them. */

const WORDS =
  /(?:^|[-_.])(?:authorization|cookie|token|secret|password|passwd|passphrase|pwd|credentials?|(?:api|access|private|auth|secret|account|service|license|signing|encryption)?[-_]?key)(?:[-_]?\d+)?$/i;

/** Keys that everybody may know, or that open nothing. */
const OPEN = /(?:public|publishable|idempotency|primary|foreign|sort|cache)[-_.]?key$/i;

/** Whether the last word of a name is one for a credential: `X-Api-Key`, `GITHUB_TOKEN`, `PGPASSWORD`, not `TOKEN_LIMIT`. */
export function namesCredential(name: string): boolean {
  const words = name.slice(-64).replace(/([a-z])([A-Z])/g, "$1_$2");
  return (WORDS.test(words) || /password$/i.test(words)) && !OPEN.test(words);
}

/** Whether an item of a command line is a flag whose value, the next item, is a credential. */
export function isCredentialFlag(item: unknown): boolean {
  return (
    typeof item === "string" && /^--[A-Za-z][\w-]{2,}$/.test(item) && namesCredential(item.slice(2)) && item !== "--key"
  );
}
