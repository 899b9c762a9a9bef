/** The names of credentials, correct and misspelt. */
import { remembered } from "./once.js";
import { editDistance } from "./suggest.js";

/** Words that end the name of a credential. */
const WORDS: ReadonlySet<string> = new Set(
  listed(
    "authorization auth cookie cookies token secret secrets password passwords passwd passphrase passcode pass sshpass pgpass pwd pw pat bearer jwt " +
      "credential credentials key",
  ),
);

/** Pairs of words that mean a credential, written together or apart. */
const PAIRS: ReadonlySet<string> = new Set([
  ...pairs("api access auth refresh bearer", "tokens"),
  ...pairs("api access private auth secret signing encryption", "keys"),
]);

/** Endings of longer words: `PGPASSWORD`, `authtoken`. */
const ENDINGS = [
  ...listed("password passwd passphrase token secret"),
  ...pairs("api access private auth secret account service license signing encryption", "key"),
];

/** Names of public keys, of keys that open nothing or name a thing, and of tokens that are counted. */
const OPEN = [
  ...pairs("public publishable idempotency primary foreign sort cache partition hot shortcut", "key"),
  ...pairs("file project issue space board object page site", "key"),
  ...pairs("max min input output total prompt completion context stop eos bos pad", "token"),
];

function listed(words: string): readonly string[] {
  return words.split(" ");
}

function pairs(kinds: string, thing: string): readonly string[] {
  return listed(kinds).map((kind) => kind + thing);
}

/** Whether the last word of a name means a credential: `X-Api-Key`, `GITHUB_TOKEN`, `PGPASSWORD`, not `TOKEN_LIMIT`. */
export const namesCredential = remembered((name) => {
  const words = wordsOf(name);
  // `PWD` is the working directory in every shell.
  if (isOpen(words) || name === "PWD") return false;
  const isNumbered = words.length > 1 && /^\d+$/.test(words.at(-1) ?? "");
  const [last = "", before = ""] = (isNumbered ? words.slice(0, -1) : withoutValue(words)).toReversed();
  const word = withoutNumber(last);
  const isPair = PAIRS.has(word) || (word !== "" && PAIRS.has(before + word));
  return WORDS.has(word) || isPair || (!isNumbered && ENDINGS.some((end) => word.endsWith(end)));
});

/** Whether a name may be a misspelt name of a credential: `tokne`, `ap_ikey`, `Authorisation`. */
export const mayNameCredential = remembered((name) => {
  const words = wordsOf(name);
  return namesCredential(name) || (!isOpen(words) && isMisspelt(words));
});

/** Whether a name means a mapping with a credential inside, rather than one credential. */
export function namesSection(name: string): boolean {
  return ["auth", "authorization"].includes(wordsOf(name).at(-1) ?? "");
}

/** `auth_value` has the meaning of `auth`; `key_value` is another word. */
function withoutValue(words: readonly string[]): readonly string[] {
  const rest = words.slice(0, -1);
  return words.at(-1) === "value" && rest.length > 0 && (rest.length > 1 || rest[0] !== "key") ? rest : words;
}

function withoutNumber(word: string): string {
  let end = word.length;
  while (/\d/.test(word[end - 1] ?? "")) end -= 1;
  return word.slice(0, end);
}

function isOpen(words: readonly string[]): boolean {
  const end = words.slice(-2).join("").replace(/s$/, "");
  return OPEN.some((open) => end.endsWith(open));
}

/** Only the end of a longer name is compared. */
const LONGEST = 64;

/** The words of a name in small letters; `camelCase` is two words. */
function wordsOf(name: string): readonly string[] {
  const apart = name.slice(-LONGEST).replace(/([a-z])([A-Z])/g, "$1_$2");
  return apart
    .trim()
    .toLowerCase()
    .split(/[-_. ]/);
}

const SPELLINGS = listed(
  "token secret password passwd passphrase cookie credential credentials authorization " +
    "apikey accesskey secretkey privatekey authtoken accesstoken clientsecret",
);

/** Similar words with a meaning of their own. */
const OTHER_WORDS: ReadonlySet<string> = new Set(["tokens", "taken", "rookie", "bookie"]);

function isMisspelt(words: readonly string[]): boolean {
  const written = words.filter((word) => word !== "");
  const ends = [1, 2, written.length].map((count) => written.slice(-count).join(""));
  const likely = new Set(ends.filter((end) => /^[a-z]{4,15}$/.test(end) && !OTHER_WORDS.has(end)));
  return [...likely].some((end) => SPELLINGS.some((word) => isNear(end, word)));
}

/** Whether a word has one slip, or two if it is long; the first or the last letter must be right. */
function isNear(written: string, word: string): boolean {
  if (written[0] !== word[0] && written.at(-1) !== word.at(-1)) return false;
  return editDistance(written, word, word.length < 9 ? 1 : 2) !== undefined;
}
