/** Patterns as people write them, and whether they guard what they were meant to guard. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mentionsSecretFile } from "../../src/permissions/secret-files.js";
import { SecretPaths } from "../../src/permissions/secret-paths.js";
import { type FilePattern, filePatterns, folded } from "../../src/text/file-pattern.js";
import { literalSegment } from "../../src/text/glob.js";
import { slipIn } from "../../src/toolkit/judge/rules/secret/pattern-slips.js";
import { cases } from "../cases.js";

type Wrong = readonly [text: string, message: string, meant?: string];

/** The same, of other tools and other hands. */
const ELSEWHERE: readonly Wrong[] = [
  ["Read(.env*), Read(secrets/**)", "another tool"],
  ["Read(.env)|Read(.npmrc)", "another tool"],
  ["Deny(Read(.env))", "another tool", "!.env"],
  ["deny(.env)", "another tool", ".env"],
  ["FileRead(.env)", "another tool", "!.env"],
  ["file_read(.env)", "another tool", "!.env"],
  ["Read(file_path:.env)", "another tool"],
  ["Read(C:/keys/**)", "another tool", "!C:/keys/**"],
  ['Read(".env")', "another tool", "!.env"],
  ["mcp__fs__read_file", "another tool"],
  ["mcp__fs__read(.env)", "another tool"],
  ["block: .env", "another tool", ".env"],
  ["exclude:secrets", "another tool", "secrets"],
  ["ignore ./secrets", "another tool", "./secrets"],
  ["@.env", "`@`", ".env"],
  ["@./secrets/**", "`@`", "./secrets/**"],
  ["- .env", "`-`", ".env"],
  ["# .env", "`#`", ".env"],
  [".env,", "ends with `,`", "!.env"],
  ["secrets/**;", "ends with `;`", "!secrets/**"],
  [",.env", "begins with `,`", "!.env"],
  ['.env"', "quotes", "!.env"],
  ['".env', "quotes", "!.env"],
  [".env'", "quotes", "!.env"],
  ["«.env»", "quotes", "!.env"],
  ['".env", ".npmrc"', "two patterns"],
  ['[".env", ".npmrc"]', "two patterns"],
  ["['.env']", "list in brackets", "!.env"],
  [".env && .npmrc", "two patterns"],
  [".env and .npmrc", "two patterns"],
  [".env or secrets/", "two patterns"],
  ["*.pem // keys", "comment", "*.pem"],
  ["*.{pem, key}", "blank in its braces", "!*.{pem,key}"],
  ["{ .env , .npmrc }", "blank in its braces", "!{.env,.npmrc}"],
  ["*.{pem}", "braces around one name", "*.pem"],
  ["{.env}", "braces around one name", ".env"],
  ["*.@(pem|key)", "`(…|…)`", "!*.{pem,key}"],
  ["secrets.(json|yaml)", "`(…|…)`", "secrets.{json,yaml}"],
  ["+(a|b).key", "`(…|…)`"],
  ["secrets\\**", "does not separate", "!secrets/**"],
  ["**\\*.pem", "does not separate", "!**/*.pem"],
  ["~\\keys\\*", "does not separate", "!~/keys/*"],
  ["*\\.pem", "regular expression", "*.pem"],
  ["(.*)\\.key", "regular expression"],
  ["[^/]+\\.pem", "regular expression"],
  ["<secrets>", "placeholder"],
  ["<HOME>/.ssh", "placeholder"],
  ["\u200b.env", "invisible", "!.env"],
  [".env\u0000", "invisible", "!.env"],
  ["\ufeffsecrets/**", "invisible", "!secrets/**"],
];

/** The text, a part of what is said of it, and the pattern to write; `!` before one that is certain. */
const WRONG: readonly Wrong[] = [
  ["", "is empty"],
  ["  ", "is empty"],
  ["\t\n", "is empty"],
  ["!.env.example", "no exceptions"],
  [" !**/*.md", "no exceptions"],
  ["!Read(./.env)", "no exceptions"],
  ["Read(./.env)", "another tool", "!.env"],
  ["Read(**/.env*)", "another tool", "!**/.env*"],
  ["Read(~/.ssh/**)", "another tool", "!~/.ssh/**"],
  ["Read(//etc/shadow)", "another tool", "!/etc/shadow"],
  ["Read(/secrets/**)", "another tool", "secrets/**"],
  ["read_file(.env)", "another tool", "!.env"],
  ["ReadFileTool(.env)", "another tool", "!.env"],
  ["deny: Read(./.env)", "another tool", "!.env"],
  ["deny Read(.env)", "another tool", "!.env"],
  ["allow: Read(.env)", "another tool", ".env"],
  ["Edit(.env)", "another tool", ".env"],
  ["Write(./secrets/**)", "another tool", "secrets/**"],
  ["Bash(cat:*)", "another tool"],
  ["Bash(cat .env)", "another tool"],
  ["Shell(cat .env)", "another tool"],
  ["Read(*)", "another tool"],
  ["Read()", "another tool"],
  ["Read(./.env", "another tool", "!.env"],
  ["Read(.env, .npmrc)", "another tool"],
  ["Read: .env", "another tool", ".env"],
  ["deny: .env", "another tool", ".env"],
  ["deny .env", "another tool", ".env"],
  ["WebFetch(domain:x.example)", "another tool"],
  ['".env"', "quotes", "!.env"],
  ["'secrets/**'", "quotes", "!secrets/**"],
  ["`.env`", "quotes", "!.env"],
  [".env, .npmrc", "two patterns"],
  [".env,.npmrc", "two patterns"],
  ["/etc/shadow ~/.ssh", "two patterns"],
  ["secrets/ *.pem", "two patterns"],
  [".env secrets.json", "two patterns"],
  [".env .npmrc", "two patterns"],
  [".env;.npmrc", "two patterns"],
  [".env|.npmrc", "two patterns"],
  [".env:.npmrc", "two patterns"],
  [".env\n.npmrc\n", "two patterns"],
  ["secrets/, keys/, *.pem", "several patterns"],
  ["credentials, id_rsa", "two patterns"],
  [".env, credentials", "two patterns"],
  ["*.{pem,key}, .env", "two patterns"],
  [".env ", "blank", "!.env"],
  [" secrets/**", "blank", "!secrets/**"],
  [".env\n", "blank", "!.env"],
  [".env # the secrets", "comment", ".env"],
  ["$HOME/.aws/credentials", "`$HOME`", "!~/.aws/credentials"],
  ["%USERPROFILE%\\.aws\\credentials", "`%USERPROFILE%`", "!~/.aws/credentials"],
  ["$env:USERPROFILE/.aws", "`$env:USERPROFILE`", "!~/.aws"],
  ["{env:HOME}/.npmrc", "`{env:HOME}`", "!~/.npmrc"],
  ["$SECRETS_DIR/*.pem", "`$SECRETS_DIR`", "!${SECRETS_DIR}/*.pem"],
  ["config/$STAGE/.env", "`$STAGE`", "!config/${STAGE}/.env"],
  ["C:\\Users\\me\\.aws\\credentials", "does not separate", "!C:/Users/me/.aws/credentials"],
  ["secrets\\prod.env", "does not separate", "!secrets/prod.env"],
  ["config\\.env", "does not separate", "!config/.env"],
  ["\\\\server\\share\\keys", "does not separate", "/server/share/keys"],
  [".env$", "regular expression", ".env"],
  ["C:\\data\\secrets", "does not separate", "!C:/data/secrets"],
  ["secrets/ keys/", "two patterns"],
  ["~anna/**", "home directory"],
  ["^\\.env$", "regular expression", ".env"],
  ["\\.env$", "regular expression", ".env"],
  ["/\\.env/", "regular expression", ".env"],
  ["/.*\\.pem$/i", "regular expression", "*.pem"],
  [".*\\.pem", "regular expression", "*.pem"],
  ["(\\.env|\\.npmrc)", "regular expression"],
  ["\\d+\\.key", "regular expression"],
  ["file:///etc/shadow", "is a URL", "/etc/shadow"],
  ["https://x.example/.env", "is a URL"],
  ["glob:**/.env", "`glob:`", "**/.env"],
  ["regex:x", "`regex:`"],
  [":(exclude).env", "`:(exclude)`"],
  [":!.env", "`:!`"],
  ["*.{pem,key", "never closed"],
  ["secrets[0-9", "never closed"],
  ["~", "home directory"],
  ["~/", "home directory"],
  ["~/**", "home directory"],
  ["{,}", "no path"],
  ...ELSEWHERE,
];

test.each(WRONG.map(([text, message, meant]) => [text, message, meant] as const))("%j %s", (text, message, meant) => {
  const slip = slipIn(text);
  expect(slip?.message).toContain(message);
  expect(slip?.meant && `${slip.isCertain ? "!" : ""}${slip.meant}`).toBe(meant);
  if (slip?.meant !== undefined && !slip.meant.includes("${")) expect(slipIn(slip.meant)).toBeUndefined();
});

test.each([
  ...[
    "- ",
    "@./",
    "glob:",
    "deny(",
    "Read(",
    "[",
    "{",
    "(|",
    "*\\",
    '"',
    ",",
    " ",
    "\u200b",
    "<a>/",
    "$",
    "a,b ",
    "//",
  ],
])("%j many times has an answer", (piece) => {
  const text = piece.repeat(20_000);
  expect(() => slipIn(text)).not.toThrow();
  expect(() => filePatterns(text)).not.toThrow();
});

const RIGHT = [
  ...[
    ".env",
    ".env*",
    ".env.*",
    "**/.env",
    ".env.{local,production}",
    ".env{,.local}",
    "secrets/**",
    "secrets/",
    "./.env",
  ],
  ...[
    "../shared/.env",
    "~/.ssh/**",
    "~/.ssh/id_*",
    "~anna/.netrc",
    "/etc/shadow",
    "/**/*.key",
    "*.{pem,key,p12}",
    "*",
    "**",
  ],
  ...[
    "id_rsa",
    "id_rsa*",
    "credentials",
    "Secrets",
    "config/[a-z]*.json",
    "[Ss]ecrets/*",
    "?.key",
    "a\\*b",
    "\\{x\\}",
    "\\!important",
  ],
  ...[
    "My Secrets.txt",
    "~/Library/Application Support/Code/User/settings.json",
    "Smith, John.pdf",
    "~/Library/Application Support/**",
    ".config/My App/keys",
    "a b/c d.txt",
    "notes (1).txt",
  ],
  ...[
    "~$report.docx",
    "$RECYCLE.BIN/**",
    "Foo$Bar.class",
    "cash$",
    "C:/Users/me/.aws/credentials",
    "*,v",
    "copy(2)",
    "ls(1)",
  ],
  ...[
    "app/(admin)/keys",
    "[slug].tsx",
    "node_modules/**/.env",
    "#notes#",
    "file #1.txt",
    "100%.txt",
    "a%20b",
    "café/schlüssel",
  ],
  ...[
    "Read me.txt",
    "edit",
    "Write",
    "deny",
    "readme",
    ".*",
    ".*rc",
    ".git/",
    "@scope/keys",
    "key@2x.pem",
    "a+b.key",
    "v1.2 notes.txt",
  ],
  ...[
    "terraform.tfstate*",
    "{prod,stage}/keys",
    "{a,../b}/x",
    "日本語/鍵",
    "x".repeat(5000),
    "a:b",
    "c++/keys",
    "-rf",
    "what?",
  ],
  ...[
    "list (copy).pdf",
    "Search results.csv",
    "data (1).json",
    "O'Brien.key",
    "'tis.txt",
    "dogs'/x",
    "[!.]*.key",
    "[^.]*.pem",
    "[[:digit:]]*.key",
    "[\"']*.txt",
  ],
  ...[
    "{3f2504e0-4f89-11d3-9a0c-0305e82c3301}",
    "{{cookiecutter.name}}/.env",
    "C++ (old)/keys",
    "Q&A.txt",
    "salt and pepper",
  ],
  ...[
    "#secrets",
    "@scope",
    "a<b>c",
    "exclude",
    "ignore/",
    "block",
    "mcp",
    "either or.txt",
    "a\\*b",
    "\\*.txt",
    "*(1).txt",
  ],
];

test.each(RIGHT.map((text) => [text.slice(0, 60), text]))("%j is a pattern", (_, text) => {
  expect(slipIn(text)).toBeUndefined();
});

describe("the grammar decides what can fit a path", () => {
  const odd = fc.string({ unit: fc.constantFrom(..."aB1.*?[]{},/\\!~ -_é".split("")), maxLength: 24 });
  const path = fc.array(
    fc.string({ unit: fc.constantFrom(..."ab1.*?[]{},\\!~ -_é".split("")), minLength: 1, maxLength: 8 }),
    { minLength: 1, maxLength: 5 },
  );
  const finds = (pattern: string, names: readonly string[]): boolean => {
    const segments = names.filter((name) => name !== "." && name !== "..").map((name) => literalSegment(folded(name)));
    const paths = new SecretPaths([pattern], 100_000);
    return [true, false].some((isTail) => paths.find({ segments, isTail, known: 0 }, false) !== undefined);
  };

  test("one that fits none is found for no path", () => {
    fc.assert(
      fc.property(odd, path, (pattern, names) => {
        if (filePatterns(pattern).length === 0) expect(finds(pattern, names)).toBe(false);
      }),
      {
        numRuns: cases(5000),
        examples: [
          ["!a", ["a"]],
          [" ", [" "]],
          ["{,}", ["a"]],
          ["!a", ["!a"]],
        ],
      },
    );
  });

  test("one without a mistake is found for a path made from it", () => {
    fc.assert(
      fc.property(odd, (pattern) => {
        if (slipIn(pattern) !== undefined) return;
        const [first] = filePatterns(pattern);
        if (first === undefined) throw new Error("it fits no path");
        expect(finds(pattern, witness(first))).toBe(true);
      }),
      { numRuns: cases(5000) },
    );
  });

  /** The names of a path that a pattern means. */
  function witness({ steps }: FilePattern): readonly string[] {
    return steps.flatMap((step) => {
      if (step === "**") return [];
      if (step.literal !== undefined) return [step.literal];
      return [step.tokens.map((token) => (token.kind === "character" ? token.character : "x")).join("")];
    });
  }
});

test("a path above the working directory is guarded wherever it is named", () => {
  const asks = (command: string, pattern: string) =>
    mentionsSecretFile(command, [pattern], "/home/anna/project") !== undefined;
  expect(asks("cat ../shared/.env", "../shared/.env")).toBe(true);
  expect(asks("cat /home/anna/shared/.env", "../shared/.env")).toBe(true);
  expect(asks("cat secrets/../.env", "secrets/../.env")).toBe(true);
  expect(asks("cat a.env", "../shared/.env")).toBe(false);
});
