/** Heads in the output of a program, which name the file whose text follows: diffs, several files in a row, search results below a name. */

/** A line that begins a section. */
export interface Head {
  /** The files that it may name, each spelled as it may be meant; empty for a head that only ends the section before. */
  readonly paths: readonly string[];
  /** In a diff, lines of the text may look like other heads. */
  readonly isDiff: boolean;
}

/** In characters: longer lines are no heads. */
const LONGEST = 4096;

/** `diff --git a/x b/x`, `diff --cc x`, `diff -ru a/x b/x`, also in the lines of a graph. */
const DIFF = /^[\s|*\\/_]*diff (-.+)$/;
const INDEX = /^(?:Index: |=== (?:modified|added|removed) file )(.+)$/;
const COMMIT = /^[\s|*\\/_]*(?:commit [0-9a-f]{7,64}\b|From [0-9a-f]{40,64} )/;
const RANGE = /^\s*(?:\d+:.*|-+:.*)?\s## (.+?)(?: \((?:new|deleted|mode change .*)\))? ##$/;
const NAMED = /^==> (.+) <==$/;
const COLONS = /^:{8,}$/;
const OLD = /^(?:---|\*\*\*) (.+)$/;
const NEW = /^(?:\+\+\+|---) (.+)$/;
const JSON_PATH = /"path":\{"text":"((?:[^"\\]|\\.)*)"\}/;

/** The number that `nl` and `cat -n` put before a line. */
const NUMBER = /^\s*\d+\t/;

/** The section around a line; `at` is the index of its head. */
export interface Section {
  readonly at: number;
  readonly isDiff: boolean;
}

/** `lines` are without colours. */
export function headAt(lines: readonly string[], index: number, section: Section): Head | undefined {
  const lineAt = (at: number): string => (lines[at] ?? "").replace(NUMBER, "");
  const line = lineAt(index);
  if (line.length > LONGEST) return undefined;
  const diff = DIFF.exec(line);
  if (diff !== null) return { paths: pathsOfDiff(diff[1] ?? ""), isDiff: true };
  const found = INDEX.exec(line) ?? RANGE.exec(line);
  if (found !== null) return { paths: [...spellings(found[1] ?? ""), ...(found[1] ?? "").split(" => ")], isDiff: true };
  if (COMMIT.test(line)) return { paths: [], isDiff: false };
  const named = NAMED.exec(line);
  if (named !== null) return { paths: spellings(named[1] ?? ""), isDiff: false };
  // The colons below a head belong to that one.
  const isAboveOwn = index - 1 !== section.at + 1;
  if (isAboveOwn && COLONS.test(lineAt(index - 1)) && COLONS.test(lineAt(index + 1)))
    return { paths: spellings(line), isDiff: false };
  if (section.isDiff) return undefined;
  const [old, now] = [OLD.exec(line), NEW.exec(lineAt(index + 1))];
  if (old === null || now === null) return undefined;
  return { paths: [old, now].flatMap(([, name = ""]) => spellings(name.split("\t", 1).join())), isDiff: false };
}

/** The path in a line of `rg --json`. */
export function pathsInJson(line: string): readonly string[] {
  const found = JSON_PATH.exec(line.slice(0, LONGEST));
  return found === null ? [] : [unquoted(`"${found[1]}"`)];
}

/** Options and two names, which may hold spaces: the words, and the two halves. The date of a file follows a tab. */
function pathsOfDiff(rest: string): readonly string[] {
  const words = rest.split(" ");
  const names = words.slice(words.findIndex((word) => !word.startsWith("-"))).join(" ");
  const half = (names.length - 1) / 2;
  const halves = Number.isInteger(half) ? [names.slice(0, half), names.slice(half + 1)] : [];
  const quoted = names.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return [...names.split(/\s+/), ...halves, ...quoted].flatMap(spellings);
}

/** A name as it is, and without the prefix that a diff puts before it. */
function spellings(name: string): readonly string[] {
  const plain = unquoted(name.trim());
  if (plain === "") return [];
  const slash = plain.indexOf("/");
  return slash === -1 ? [plain] : [plain, plain.slice(slash + 1)];
}

/** git writes unusual names in quotes, with their bytes in octal. */
function unquoted(name: string): string {
  const [, inner] = /^(?:"(.*)"|'.*')$/.exec(name) ?? [];
  if (inner === undefined) return name.replace(/^'(.*)'$/, "$1");
  const bytes: number[] = [];
  for (const [part, octal, other] of inner.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else bytes.push(...new TextEncoder().encode(other ?? part));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
