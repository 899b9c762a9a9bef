/** What the documentation and the comments of the sources point at is there. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { isOfAgent } from "../architecture/rooms.js";

const under = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
const textOf = (file: string): string => readFileSync(file, "utf8");
const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, "");

const pages = [...under("docs", ".md"), "README.md", "CONTRIBUTING.md", "CHANGELOG.md"];
const sources = under("src", ".ts").filter((file) => !file.startsWith("src/generated/"));

/** Headings as they are linked to: lower case, dashes for spaces, nothing else but letters, digits and `_`. */
const anchorsOf = (file: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(textOf(file)).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

interface Link {
  readonly from: string;
  readonly to: string;
}

const linksIn = (text: string, from: string): readonly Link[] =>
  [...text.matchAll(/\]\(((?!https?:)[^()\s]+)\)/g)].map(([, to = ""]) => ({ from, to }));

const commentsOf = (file: string): string => (textOf(file).match(/\/\*\*.*?\*\//gs) ?? []).join("\n");

function isThere({ from, to }: Link): boolean {
  const [path = "", anchor] = to.split("#");
  const file = path === "" ? from : join(dirname(from), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || (statSync(file).isFile() && anchorsOf(file).has(anchor));
}

test("every link of a page leads somewhere", () => {
  const links = pages.flatMap((page) => linksIn(withoutCode(textOf(page)), page));
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((link) => !isThere(link))).toEqual([]);
});

test("every link in a comment leads somewhere, from the sources and from the package", () => {
  const links = sources.flatMap((file) => linksIn(commentsOf(file), file));
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !isThere(link))).toEqual([]);
  const published = links.map(({ from, to }) => ({ from: from.replace(/^src/, "dist").replace(/ts$/, "d.ts"), to }));
  expect(published.filter((link) => !isThere(link))).toEqual([]);
  expect(JSON.parse(textOf("package.json"))).toMatchObject({ files: expect.arrayContaining(["docs"]) });
});

test.each([
  ["docs/decisions.md", /(?<!P-)\bS\d+\b/g, 60],
  ["docs/protocol-decisions.md", /\bP-S\d+\b/g, 60],
] as const)("every decision of %s that the sources cite is written down", (page, number, least) => {
  const decided = anchorsOf(page);
  const cited = sources.flatMap((file) =>
    [...textOf(file).matchAll(number)].map(([name]) => ({ file, name: name.toLowerCase() })),
  );
  expect(cited.length).toBeGreaterThan(least);
  expect(cited.filter(({ name }) => !decided.has(name))).toEqual([]);
});

test("every section of the specifications that the sources cite is there", () => {
  const numbersIn = (page: string) =>
    [...textOf(page).matchAll(/^#+ ([\d.]+[a-z]?)\.? /gm)].map(([, number = ""]) => number.replace(/\.$/, ""));
  const configuration = new Set(numbersIn("docs/specification.md"));
  const protocol = new Set([...configuration, ...numbersIn("docs/protocol-specification.md")]);
  const cited = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\b[Ss]pec ([\d.]*\d[a-z]?(?:, [\d.]*\d[a-z]?)*)/g)].flatMap(([, list = ""]) =>
      list.split(", ").map((number) => ({ file, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(30);
  // The daemon is driven by a configuration, and cites both.
  const isThere = ({ file, number }: (typeof cited)[number]) =>
    (isOfAgent(relative("src", file)) ? protocol : configuration).has(number);
  expect(cited.filter((one) => !isThere(one))).toEqual([]);
});

test("every file that the map of the sources names is there", () => {
  const map = textOf("docs/architecture.md");
  const tests = [...map.matchAll(/`(test\/[\w/.-]+\.ts)`/g)].map(([, file = ""]) => file);
  expect(tests.length).toBeGreaterThan(20);
  const rooms = [...map.matchAll(/^\| `([\w/-]+)` \| .* \| (`.*`) \|$/gm)].flatMap(([, room = "", files = ""]) =>
    files.split(", ").map((file) => `src/${room}/${file.replaceAll("`", "")}`),
  );
  expect(rooms.length).toBeGreaterThan(15);
  expect([...tests, ...rooms].filter((file) => !existsSync(file))).toEqual([]);
});

test.each(pages)("no merge is left half done in %s", (page) => {
  expect(withoutCode(textOf(page))).not.toMatch(/^(<{7}|>{7}) /m);
});
