/** Secrets of all kinds of characters, and texts with them, with parts of them and with what looks like the beginning of a key. */
import fc from "fast-check";
import { formsOf } from "../../src/agent/session/scrub/inventory.js";
import { BEGINNINGS } from "../../src/agent/session/scrub/shapes/shapes.js";

const CHARACTERS = [
  "a",
  "a",
  "b",
  "A",
  "7",
  "-",
  "_",
  "/",
  "+",
  "=",
  " ",
  "\n",
  '"',
  "\\",
  "&",
  "'",
  "~",
  "*",
  "é",
  "日",
  "🔑",
];

const character = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...CHARACTERS) },
  { weight: 1, arbitrary: fc.constantFrom("\ud83d", "\udd11", "\u007f", "\u0001") },
);

const secret = fc.oneof(
  fc.array(character, { minLength: 4, maxLength: 12 }).map((all) => all.join("")),
  // Of the same letter, so that each one is within the next.
  fc.integer({ min: 4, max: 12 }).map((length) => "a".repeat(length)),
  fc.constantFrom("sk-abcdefgh", "Bearer abcd", "eyJaaaaaaaaaaaa", "-----BEGIN ", "aAKIA", "rization: "),
);

/** Also such as begin, end or go on alike. */
export const secretsArbitrary: fc.Arbitrary<readonly string[]> = fc
  .array(secret, { minLength: 1, maxLength: 4 })
  .chain((secrets) =>
    fc
      .array(
        fc
          .tuple(fc.constantFrom(...secrets), fc.constantFrom("a", "b", "é"), fc.boolean())
          .map(([one, more, isBefore]) => (isBefore ? more + one : one + more)),
        { maxLength: 2 },
      )
      .map((more) => [...secrets, ...more]),
  );

/** What keys begin with, consist of and end with. */
const KEY_PIECES: readonly string[] = [
  ...["ghp_", "github_pat_", "xoxb-", "sk-", "sk_", "rk-", "AKIA", "ASIA", "AGE-SECRET-KEY-", "eyJ", "eyJeyJ", "."],
  ...[
    "abcdefghijklmnop",
    "abcdefgh",
    "ABCDEFGH01234567",
    "a1b2C3",
    "aB",
    "0",
    "-",
    "_",
    " ",
    "\n",
    "\\n",
    "%0a",
    "\x1b[1m",
  ],
  ...[
    "-----BEGIN ",
    "-----",
    "PRIVATE KEY",
    "RSA ",
    "PRIVATE ",
    "-----END ",
    "BEGIN ",
    "MII/+=",
    ": x.y",
    ",",
    "\r\n",
    "\\",
  ],
  ...[
    "Authorization",
    "authorization",
    ":",
    ": ",
    '"',
    "'",
    '\\"',
    "Bearer ",
    "bearer",
    "Basic ",
    "token ",
    "your-",
    "your",
    "x",
  ],
  ...["$TOKEN", "<", "abcdefgh1", "é"],
];

function partOf(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.nat(text.length))
    .map(([one, other]) => text.slice(Math.min(one, other), Math.max(one, other)));
}

/** Texts of secrets, parts of their forms, pieces of keys and single characters. */
export function textArbitrary(secrets: readonly string[]): fc.Arbitrary<string> {
  const forms = secrets.flatMap((one) => [...formsOf(one)]);
  const form = fc.constantFrom(...forms, ...secrets);
  const piece = fc.oneof(
    { weight: 3, arbitrary: form },
    { weight: 2, arbitrary: form.chain(partOf) },
    { weight: 4, arbitrary: fc.constantFrom(...KEY_PIECES) },
    { weight: 2, arbitrary: fc.constantFrom(...KEY_PIECES).chain(partOf) },
    { weight: 1, arbitrary: character },
  );
  return fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
}

/** Ends of the pieces of a text, some of which are empty. */
export function cutsArbitrary(text: string): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.nat(text.length), { maxLength: 12 }).map((cuts) => cuts.toSorted((a, b) => a - b));
}

export function piecesOf(text: string, cuts: readonly number[]): readonly string[] {
  return [0, ...cuts].map((cut, index) => text.slice(cut, cuts[index]));
}

/** What makes a key of its beginning, or of a part of it. */
const ENDINGS: readonly string[] = [
  ...[
    "",
    "a1B2c3D4e5F6g7H8i9J0",
    "a1B2c3D4e5F6g7H8i9J0.a.",
    "a.",
    ".a.",
    ".",
    "1abcdefg",
    " 1abcdefg",
    "ABCDEFGH01234567 ",
  ],
  ...Array.from("PRIVATE KEY", (_, at) => "PRIVATE KEY".slice(at)),
  ...Array.from("ABCDEFGH0123456", (_, at) => `${"ABCDEFGH0123456".slice(at)} `),
];

/** What may follow a text so that its end becomes a part of a secret or of a key; nothing, too. */
export function continuationsOf(text: string, secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((one) => [...formsOf(one)]);
  const rests = (whole: string): readonly string[] =>
    Array.from({ length: whole.length }, (_, at) => at).flatMap((at) =>
      text.endsWith(whole.slice(0, at)) ? [whole.slice(at)] : [],
    );
  const keys = ["", ...BEGINNINGS.flatMap(({ text: beginning }) => rests(beginning))];
  return ["", ...forms.flatMap(rests), ...keys.flatMap((rest) => ENDINGS.map((ending) => rest + ending))];
}
