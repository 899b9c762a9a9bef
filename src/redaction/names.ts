/** The names that credentials go by, well spelt and misspelt. */
import { editDistance } from "../text/suggest.js";

const WORDS =
  /(?:^|[-_. ])(?:authorization|auth|cookies?|token|secrets?|passwords?|passwd|passphrase|passcode|pass|pwd|pw|pat|bearer|jwt|credentials?|(?:api|access|auth|refresh|bearer)[-_. ]?tokens|(?:api|access|private|auth|secret|signing|encryption)[-_. ]?keys|key)(?:[-_. ]?\d+)?$/i;

/** The same at the end of a longer word: `PGPASSWORD`, `authtoken`. */
const ENDINGS =
  /(?:password|passwd|passphrase|token|secret|(?:api|access|private|auth|secret|account|service|license|signing|encryption)key)\d*$/i;

/** Keys that everybody may know, or that open nothing, and tokens that are counted. */
const OPEN =
  /(?:public|publishable|idempotency|primary|foreign|sort|cache|partition|hot|shortcut)[-_. ]?keys?$|(?:max|min|input|output|total|prompt|completion|context|stop|eos|bos|pad)[-_. ]?tokens?$/i;

/** Of longer names the end counts. */
const LONGEST = 64;

/** Whether the last word of a name is one for a credential: `X-Api-Key`, `GITHUB_TOKEN`, `PGPASSWORD`, not `TOKEN_LIMIT`. */
export function namesCredential(name: string): boolean {
  const words = separated(name);
  return (WORDS.test(words) || ENDINGS.test(words)) && !OPEN.test(words);
}

/** Whether a name may have been meant for such a one: `tokne`, `ap_ikey`, `Authorisation`. */
export function mayNameCredential(name: string): boolean {
  return namesCredential(name) || (!OPEN.test(separated(name)) && isMisspelt(name));
}

/** Whether what goes by a name is a mapping with a credential inside, rather than one as a whole. */
export function namesSection(name: string): boolean {
  return /(?:^|[-_. ])auth(?:orization)?$/i.test(separated(name));
}

/** `camelCase` with its words apart. */
function separated(name: string): string {
  return name.slice(-LONGEST).replace(/([a-z])([A-Z])/g, "$1_$2");
}

const SPELLINGS = [
  ...["token", "secret", "password", "passwd", "passphrase", "cookie", "credential", "credentials", "authorization"],
  ...["apikey", "accesskey", "secretkey", "privatekey", "authtoken", "accesstoken", "clientsecret"],
];

/** Near misses that are words of their own. */
const OTHER_WORDS: ReadonlySet<string> = new Set(["tokens", "taken", "rookie", "bookie"]);

function isMisspelt(name: string): boolean {
  const words = separated(name)
    .toLowerCase()
    .split(/[-_. ]+/);
  const ends = [1, 2, words.length].map((count) => words.slice(-count).join(""));
  const likely = new Set(ends.filter((end) => /^[a-z]{4,15}$/.test(end) && !OTHER_WORDS.has(end)));
  return [...likely].some((end) => SPELLINGS.some((word) => isNear(end, word)));
}

/** One slip, or two in a long word. Whoever makes one hits the first or the last letter. */
function isNear(written: string, word: string): boolean {
  if (written[0] !== word[0] && written.at(-1) !== word.at(-1)) return false;
  return editDistance(written, word, word.length < 9 ? 1 : 2) !== undefined;
}
