/** What a credential looks like: the names that it goes by, and the shapes that it has. */
import type { Span } from "../diagnostic/diagnostic.js";

const WORDS =
  /(?:^|[-_.])(?:authorization|cookie|token|secret|password|passwd|passphrase|pwd|credentials?|(?:api|access|private|auth|secret|account|service|license|signing|encryption)?[-_]?key)(?:[-_]?\d+)?$/i;

/** Keys that everybody may know, or that open nothing. */
const OPEN = /(?:public|publishable|idempotency|primary|foreign|sort|cache)[-_.]?key$/i;

/** Whether the last word of a name is one for a credential: `X-Api-Key`, `GITHUB_TOKEN`, `PGPASSWORD`, not `TOKEN_LIMIT`. */
export function namesCredential(name: string): boolean {
  const words = name.slice(-64).replace(/([a-z])([A-Z])/g, "$1_$2");
  return (WORDS.test(words) || /password$/i.test(words)) && !OPEN.test(words);
}

// Values of flags, user information and query values of URLs, authorization values, and keys of well-known shape.
const CREDENTIAL =
  /(?<=--[A-Za-z][\w-]{0,40}(?:token|secret|password|key)=)[^\s"']+|(?<=:\/\/)[^\s/?#"']+(?=@)|(?<=[?&#][\w.[\]-]{1,64}=)[^\s&#"']+|(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{8,}|\b(?:sk|pk|rk|ghp|gho|ghs|ghr|github_pat|glpat|xox[abprs])[-_][\w-]{16,}|\bAKIA[0-9A-Z]{16}\b|(?<![\w-])eyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g;

/** Where a text has the shape of a credential, wherever it stands. Hides too much rather than too little. */
export function credentialSpans(text: string): readonly Span[] {
  return Array.from(text.matchAll(CREDENTIAL), ({ 0: match, index }) => ({ start: index, end: index + match.length }));
}

/** What stands in place of a secret; always the same length. */
export const REDACTED = "<redacted>";

/** A text with something else in place of what looks like a credential. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIAL, REDACTED);
}
