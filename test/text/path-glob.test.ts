/** Globs of paths, as `.gitignore` and the tools of files have them. */
import { expect, test } from "vitest";
import { ignoreRules, ruling } from "../../src/text/ignore-rules.js";
import { matchesGlob, pathGlob } from "../../src/text/path-glob.js";

const matches = (glob: string, path: string): boolean => {
  const read = pathGlob(glob);
  return read !== undefined && matchesGlob(read, path.split("/"));
};

test.each([
  ["*.ts", "a.ts src/a.ts src/b/c.ts .ts", "a.tsx a.js ts"],
  ["a", "a src/a", "ab src/ab"],
  ["/a", "a", "src/a"],
  ["src/*.ts", "src/a.ts", "src/b/a.ts a.ts lib/src/a.ts"],
  ["src/**", "src/a src/b/c", "src lib/src/a"],
  ["src/**/*.ts", "src/a.ts src/b/c/d.ts", "a.ts"],
  ["**/test/*.ts", "test/a.ts src/test/a.ts", "test/b/a.ts"],
  ["**", "a a/b", ""],
  ["a/**/b/**/c", "a/b/c a/x/b/y/z/c", "a/b a/c b/c"],
  ["?.c", "a.c é.c 😀.c", "ab.c .c"],
  ["[ab].c", "a.c b.c", "c.c ab.c"],
  ["[!ab].c", "c.c", "a.c"],
  ["[a-c]x", "ax bx cx", "dx"],
  ["[]]x", "]x", "x"],
  ["[a", "[a", "a"],
  ["\\*.c", "*.c", "a.c"],
  ["a*b*c", "abc axbxc aXbYc", "acb ab"],
  ["*", "a .hidden", ""],
])("%s", (glob, own, others) => {
  const of = (text: string): readonly string[] => text.split(" ").filter(Boolean);
  expect(of(own).filter((path) => !matches(glob, path))).toEqual([]);
  expect(of(others).filter((path) => matches(glob, path))).toEqual([]);
});

test.each(["", "/", ".", "//"])("%o names nothing", (glob) => expect(pathGlob(glob)).toBeUndefined());

test("many wildcards take no longer than the product of both lengths", () => {
  const long = "a".repeat(20_000);
  expect(matches(`${"*a".repeat(500)}*b`, long)).toBe(false);
  expect(matches(`${"**/a/".repeat(200)}b`, `${"a/".repeat(2000)}a`)).toBe(false);
});

test.each([
  ["*.log", "a.log x/a.log", "a.txt"],
  ["# *.log", "", "a.log"],
  ["\\#a", "#a", "a"],
  ["*.log\n!keep.log", "a.log", "keep.log"],
  ["!keep.log\n*.log", "keep.log", ""],
  ["a  ", "a", "b"],
  ["a\\ ", "a\u0020", "a"],
  ["/build", "build", "src/build"],
  ["*.a\r\n*.b\r\n", "x.a x.b", "x.c"],
])("rules %j", (text, own, others) => {
  const rules = ignoreRules(text);
  const paths = (list: string): readonly string[] => list.split(/ (?=\S)/).filter(Boolean);
  const isIgnored = (path: string): boolean => ruling(rules, path.split("/"), 0, false) === true;
  expect(paths(own).filter((path) => !isIgnored(path))).toEqual([]);
  expect(paths(others).filter(isIgnored)).toEqual([]);
});

test("of rules with wildcards only so many count, of others all", () => {
  const wild = Array.from({ length: 3000 }, (_, index) => `*a*b*c${index}`);
  const rules = ignoreRules([...wild, ...Array.from({ length: 3000 }, (_, index) => `name-${index}`)].join("\n"));
  expect(rules.length).toBeGreaterThan(4000);
  expect(rules.length).toBeLessThan(5500);
  expect(ruling(rules, ["name-2999"], 0, false)).toBe(true);
});

test("a rule with a slash at its end means directories alone", () => {
  const rules = ignoreRules("out/");
  expect([true, false].map((isDirectory) => ruling(rules, ["x", "out"], 0, isDirectory))).toEqual([true, undefined]);
});

test("a path begins where its rules stand", () => {
  expect(ruling(ignoreRules("/a"), ["pkg", "a"], 1, false)).toBe(true);
});
