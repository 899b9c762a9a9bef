/** Sixty ways in which output shows the text of a secret file: what names the file is redacted, the rest stands on the page. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutSecretFiles } from "../../src/agent/session/shell/search-results.js";
import { mentionsSecretFile } from "../../src/permissions/secret-files.js";

const CWD = "/home/anna/project";
const FILES = [".env", "*.pem", "my secrets/*", "geheim/ä.txt"];
const SECRET = "hunter2";
const KEY = `KEY=${SECRET}`;
const COMMIT = "commit 0123456789abcdef0123456789abcdef01234567\nAuthor: A\n\n    a subject\n";
const hunk = (name: string): string => `index 1..2 100644\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+${KEY}\n`;
const other = "diff --git a/b.ts b/b.ts\nindex 1..2 100644\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-a\n+kept\n";
const numbered = (text: string, number: (line: number) => string): string =>
  text
    .split("\n")
    .map((line, index) => `${number(index + 1)}${line}`)
    .join("\n");
const red = (text: string): string => `\u001b[1m${text}\u001b[m`;

/** The command, and what it prints. */
const NAMING: readonly (readonly [command: string, output: string])[] = [
  ["git show", `${COMMIT}\ndiff --git a/.env b/.env\n${hunk(".env")}${other}`],
  ["git diff", `${other}diff --git a/.env b/.env\n${hunk(".env")}`],
  ["git diff HEAD~1", `diff --git a/sub/.env b/sub/.env\n${hunk("sub/.env")}${other}`],
  ["git diff --no-prefix", `diff --git .env .env\n${hunk(".env")}${other}`],
  ["git diff --src-prefix=x/ --dst-prefix=y/", `diff --git x/.env y/.env\n${hunk(".env")}${other}`],
  ["git -c diff.mnemonicPrefix=true diff", `diff --git i/.env w/.env\n${hunk(".env")}${other}`],
  [
    "git diff --color",
    `${red("diff --git a/.env b/.env")}\n\u001b[32m+${KEY}\u001b[m\n${red("diff --git a/b b/b")}\n+kept`,
  ],
  ["git diff -R", `diff --git b/.env a/.env\n--- b/.env\n+++ a/.env\n@@ -1 +1 @@\n-${KEY}\n${other}`],
  ["git diff --word-diff", `diff --git a/.env b/.env\n@@ -1 +1 @@\n${KEY} [-a-]{+b+}\n${other}`],
  ["git diff -W", `diff --git a/.env b/.env\n@@ -1,9 +1,9 @@ ${KEY}\n ${KEY}\n${other}`],
  [
    "git diff --cached",
    `diff --git a/.env b/.env\nnew file mode 100644\n--- /dev/null\n+++ b/.env\n@@ -0,0 +1 @@\n+${KEY}\n${other}`,
  ],
  [
    "git diff main",
    `diff --git a/.env b/.env\ndeleted file mode 100644\n--- a/.env\n+++ /dev/null\n@@ -1 +0,0 @@\n-${KEY}\n${other}`,
  ],
  [
    "git diff -M",
    `diff --git a/.env b/plain\nsimilarity index 90%\nrename from .env\nrename to plain\n+${KEY}\n${other}`,
  ],
  ["git diff -C", `diff --git a/plain b/.env\ncopy from plain\ncopy to .env\n+${KEY}\n${other}`],
  ["git diff", `diff --git a/.env b/.env\n@@ -1,2 +1,2 @@\n--- a comment\n+++ b comment\n+${KEY}\n${other}`],
  ["git diff", `diff --git a/my secrets/b b/my secrets/b\n+${KEY}\n${other}`],
  ["git diff", `diff --git "a/geheim/\\303\\244.txt" "b/geheim/\\303\\244.txt"\n+${KEY}\n${other}`],
  ["git diff", `diff --cc .env\nindex 1,2..3\n--- a/.env\n+++ b/.env\n@@@ -1,1 -1,1 +1,1 @@@\n++${KEY}\n${other}`],
  ["git show -m -c", `diff --combined .env\n++${KEY}\n${other}`],
  ["git log -p", `${COMMIT}\ndiff --git a/.env b/.env\n${hunk(".env")}\n${COMMIT}kept\n`],
  ["git log -p --graph", `* ${COMMIT}| diff --git a/.env b/.env\n| +${KEY}\n|\n* ${COMMIT}kept`],
  ["git log -p --graph", `| * ${COMMIT}| | diff --git a/.env b/.env\n| | +${KEY}\n| * ${COMMIT}kept`],
  ["git log -p --oneline", `0123456 a\ndiff --git a/.env b/.env\n+${KEY}\n${other}`],
  ["git stash show -p", `diff --git a/.env b/.env\n${hunk(".env")}${other}`],
  [
    "git format-patch --stdout main",
    `From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17\n---\n .env | 1 +\n\ndiff --git a/.env b/.env\n+${KEY}\n-- \n2.39\n\nFrom 1123456789abcdef0123456789abcdef01234567 Mon Sep 17\nkept`,
  ],
  [
    "git range-diff a b",
    `1:  0123456 ! 1:  1123456 a\n    @@ Commit\n     ## .env ##\n    +${KEY}\n     ## b.ts ##\n    +kept`,
  ],
  ["git range-diff a b", `1:  0123456 ! 1:  1123456 a\n     ## .env (new) ##\n    +${KEY}\n     ## b.ts ##\n    +kept`],
  ["hg diff", `diff -r 0123456789ab .env\n--- a/.env\tThu\n+++ b/.env\tThu\n+${KEY}\n${other}`],
  [
    "svn diff",
    `Index: .env\n======\n--- .env\t(revision 1)\n+++ .env\t(working copy)\n+${KEY}\nIndex: b.ts\n=====\n+kept`,
  ],
  ["bzr diff", `=== modified file '.env'\n--- old/.env\n+++ new/.env\n+${KEY}\n=== modified file 'b.ts'\n+kept`],
  ["diff -r a b", `diff -r a/.env b/.env\n1c1\n< a\n---\n> ${KEY}\ndiff -r a/b.ts b/b.ts\n1c1\n< kept`],
  [
    "diff -ru a b",
    `diff -ru a/.env b/.env\n--- a/.env\t2026-11-28\n+++ b/.env\t2026-11-28\n+${KEY}\ndiff -ru a/b b/b\n+kept`,
  ],
  ["diff -r -x tmp a b", `diff -r -x tmp a/.env b/.env\n> ${KEY}\ndiff -r -x tmp a/b b/b\n> kept`],
  ["diff -ry a b", `diff -ry a/.env b/.env\n${KEY}   | x\ndiff -ry a/b b/b\nkept`],
  [
    "diff -rc a b",
    `diff -rc a/.env b/.env\n*** a/.env\t2026\n--- b/.env\t2026\n***************\n! ${KEY}\ndiff -rc a/b b/b\n! kept`,
  ],
  [
    "sh compare",
    `--- a/.env\t2026-11-28\n+++ b/.env\t2026-11-28\n@@ -1 +1 @@\n+${KEY}\n--- a/b.ts\t2026\n+++ b/b.ts\t2026\n@@ -1 +1 @@\n+kept`,
  ],
  [
    "sh compare",
    `*** .env\t2026-11-28\n--- .env.old\t2026-11-28\n***\n! ${KEY}\n*** b.ts\t2026\n--- c.ts\t2026\n! kept`,
  ],
  ["head -n 5 *", `==> .env <==\n${KEY}\n\n==> b.ts <==\nkept`],
  ["tail -n +1 *", `==> b.ts <==\nkept\n\n==> sub/.env <==\n${KEY}\n`],
  ["find . -exec head -v {} +", `==> ./.env <==\n${KEY}\n==> ./b <==\nkept`],
  ["find . -exec head {} +", `==> ${CWD}/.env <==\n${KEY}\n==> ${CWD}/b <==\nkept`],
  ["more * | cat", `::::::::::::::\n.env\n::::::::::::::\n${KEY}\n::::::::::::::\nb.ts\n::::::::::::::\nkept`],
  ["git grep --heading KEY", `.env\n${KEY}\n\nb.ts\nkept`],
  ["git grep --heading -n KEY", `.env\n1:${KEY}\n\nb.ts\n1:kept`],
  ["git grep --heading --break -W KEY", `.env\n${KEY}\n--\n${KEY}\n\nb.ts\nkept`],
  ["rg -N --heading KEY", `.env\n${KEY}\n\nb.ts\nkept`],
  ["rg -p KEY", `${red(".env")}\n${red("1")}:${KEY}\n\nb.ts\n1:kept`],
  ["ag --nonumbers KEY", `.env\n${KEY}\n\nb.ts\nkept`],
  [
    "rg --json KEY",
    `{"type":"match","data":{"path":{"text":".env"},"lines":{"text":"${KEY}"}}}\n{"type":"match","data":{"path":{"text":"b.ts"},"lines":{"text":"kept"}}}`,
  ],
  ["grep -r KEY .", `./.env:${KEY}\n./b.ts:kept`],
  ["grep -rn KEY", `.env:1:${KEY}\nb.ts:1:kept`],
  ["grep -rC1 KEY", `.env-1-${KEY}\n.env:2:${KEY}\n--\nb.ts-1-kept`],
  ["git grep -p KEY", `.env=1=${KEY}\n.env:2:${KEY}\n--\nb.ts=1=kept`],
  ["git grep KEY HEAD", `HEAD:.env:${KEY}\nHEAD:b.ts:kept`],
  ["grep -rZ KEY", `.env\0${KEY}\nb.ts\0kept`],
  ["strings -f *", `.env: ${KEY}\nb.ts: kept`],
  ["git diff | nl", numbered(`diff --git a/.env b/.env\n${hunk(".env")}${other}`, (n) => `     ${n}\t`)],
  ["git show | cat -n", numbered(`diff --git a/.env b/.env\n${hunk(".env")}${other}`, (n) => `${n}\t`.padStart(7))],
  ["head -n 5 * | nl -ba", numbered(`==> .env <==\n${KEY}\n\n==> b.ts <==\nkept`, (n) => `     ${n}\t`)],
  ["more * | cat -n", numbered(`::::::::\n.env\n::::::::\n${KEY}\n::::::::\nb.ts\n::::::::\nkept`, (n) => ` ${n}\t`)],
  [
    "sh compare | nl",
    numbered(`--- a/.env\t1\n+++ b/.env\t1\n+${KEY}\n--- a/b\t2\n+++ b/b\t2\n+kept`, (n) => `${n}\t`),
  ],
];

/** Output without the name of the file: what it is called on the page, the command, and what it prints. */
const NAMELESS: readonly (readonly [called: string, command: string, output: string])[] = [
  ["a copy under another name", "cat copy.txt", KEY],
  ["a link", "cat link", KEY],
  ["a folder above it", "find . -type f | xargs cat", KEY],
  ["a program that reads it", "npm run print-config", KEY],
  ["an archive", "tar -cf - . | strings", KEY],
  ["an encoding", "base64 *", Buffer.from(KEY).toString("base64")],
  ["the trace of a shell", "bash -x all.sh", `+ cat .env b.ts\n${KEY}\nkept`],
  ["a head that a command makes up", "sh all.sh", `# .env #\n${KEY}`],
];

test("there are sixty and more ways", () => {
  expect(NAMING.length + NAMELESS.length).toBeGreaterThanOrEqual(60);
});

test.each(NAMING)("what names the file is redacted, and the rest stays: %s: %j", (command, output) => {
  expect(mentionsSecretFile(command, FILES, CWD)).toBeUndefined();
  const shown = withoutSecretFiles({ text: output, command, cwd: CWD }, FILES);
  expect(shown).not.toContain(SECRET);
  expect(shown).toContain("kept");
  expect(shown).toMatch(/\[redacted: \d+ lines? of secret files\]/);
});

test.each(NAMELESS)("the page lists %s", (called, command, output) => {
  expect(mentionsSecretFile(command, FILES, CWD)).toBeUndefined();
  expect(withoutSecretFiles({ text: output, command, cwd: CWD }, FILES)).toBe(output);
  expect(readFileSync("docs/SECURITY.md", "utf8").replace(/\s+/g, " ")).toContain(called);
});

test.each([
  ["git diff", other],
  ["git log", `${COMMIT}\n.env is new here\n`],
  ["git diff --stat", " .env | 2 +-\n b.ts | 2 +-\n"],
  ["ls -A", ".env\nb.ts\nc.ts\n"],
  ["git status", "modified:   .env\n"],
  ["cat notes.md", "---\ntitle: .env\n---\n==> see .env <== below\n"],
  ["diff a b", "1c1\n< old\n---\n> new\n"],
])("of %s nothing is left out", (command, output) => {
  expect(withoutSecretFiles({ text: output, command, cwd: CWD }, FILES)).toBe(output);
});

test("long lines and many heads cost no more than their length", () => {
  const text = [
    `diff --git ${"a/ ".repeat(1000)}\n`.repeat(300),
    "x".repeat(1_000_000),
    "--- a\n+++ b\n".repeat(20_000),
  ].join("\n");
  expect(withoutSecretFiles({ text, command: "git diff", cwd: CWD }, FILES)).toBe(text);
});

test.each([
  ["cat ~/.aws/*", "~/.aws/credentials"],
  ["cat .aws/*", ".aws/credentials"],
  ["cat ~/.aws/c*", "~/.aws/credentials"],
  ["cat ~/.ssh/?*", "~/.ssh/id_*"],
  ["cat .??*", ".env"],
  ["cat .[a-z]*", ".env"],
  ["cat .*", ".env"],
  ["cat .[!.]*", ".env"],
  ["head sub/.[a-z]*", ".env"],
])("the glob of %s is asked about", (command, pattern) => {
  expect(mentionsSecretFile(command, [pattern], CWD)?.pattern).toBe(pattern);
});

test.each([
  ["cat *", ".env"],
  ["cat src/*", "*.pem"],
  ["ls ~/.config/*", "~/.aws/credentials"],
  ["cat *.[a-z]s", ".env"],
  ["cd .. && ls", ".env"],
])("the glob of %s names nothing of %s", (command, pattern) => {
  expect(mentionsSecretFile(command, [pattern], CWD)).toBeUndefined();
});
