/** Which names of headers, variables and flags say that a credential follows. */

const WORDS =
  /(?:^|[-_.])(?:authorization|cookie|token|secret|password|passwd|passphrase|credentials?|api[-_]?key|access[-_]?key|private[-_]?key|auth[-_]?key|key)$/i;

/** Whether the last word of a name is one for a credential: `X-Api-Key`, `GITHUB_TOKEN`, not `TOKEN_LIMIT`. */
export function namesCredential(name: string): boolean {
  return WORDS.test(name.replace(/([a-z])([A-Z])/g, "$1_$2"));
}
