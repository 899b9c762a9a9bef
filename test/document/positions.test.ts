/** Every name and value knows the exact text it was written as, in every format and style. */
import { expect, test } from "vitest";
import type { Path } from "../../src/text/path.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { find, type Node, pathAt, toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { rangeOf } from "../../src/toolkit/read/document/source.js";

const read = (
  text: string,
  format: Format,
): { root: Node; at: (path: Path) => { key: string | undefined; value: string } } => {
  const document = parse({ file: "x", text }, format);
  expect(document.problems).toEqual([]);
  const root = document.root as Node;
  return {
    root,
    at: (path) => {
      const found = find(root, path);
      const cut = (span: { start: number; end: number } | undefined): string | undefined =>
        span && text.slice(span.start, span.end);
      return { key: cut(found?.entry?.keySpan), value: cut(found?.node.span) ?? "nothing" };
    },
  };
};

test.each<[string, Format, string, Path, string | undefined, string]>([
  ["plain", "yaml", "a: b c # d\n", ["a"], "a", "b c"],
  ["double quoted", "yaml", '"a": "b\\n" # c', ["a"], '"a"', '"b\\n"'],
  ["single quoted", "yaml", "'it''s': 'b'", ["it's"], "'it''s'", "'b'"],
  ["flow", "yaml", "{a: {b: [1, two]}}", ["a", "b", 1], undefined, "two"],
  ["block list", "yaml", "a:\n- x\n-   y\n", ["a", 1], undefined, "y"],
  ["block mapping as value", "yaml", "a:\n  b: 1\n  c: 2\n", ["a"], "a", "b: 1\n  c: 2\n"],
  ["explicit key", "yaml", "? a\n: b\n", ["a"], "a", "b"],
  ["nothing", "yaml", "a:\nb: 1\n", ["a"], "a", ""],
  ["an anchor is not part of the value", "yaml", "a: &x 5\n", ["a"], "a", "5"],
  ["an alias is the text of its value", "yaml", "a: &x 5\nb: *x\n", ["b"], "b", "*x"],
  ["literal block", "yaml", "a: |\n  x\n  y\nb: 1\n", ["a"], "a", "|\n  x\n  y\n"],
  ["crlf", "yaml", "a:\r\n  b: c\r\n", ["a", "b"], "b", "c"],
  ["after a byte order mark", "yaml", "\ufeffa: b\n", ["a"], "a", "b"],
  ["wide characters", "yaml", "😀: 日本\n", ["😀"], "😀", "日本"],
  ["json", "json", '{ "a" : [ 1, { "b/c" : -1.50e1 } ] }', ["a", 1, "b/c"], '"b/c"', "-1.50e1"],
  ["json escapes", "json", '{"\\u0061": "\\ud83d\\ude00"}', ["a"], '"\\u0061"', '"\\ud83d\\ude00"'],
  ["json after a byte order mark", "json", '\ufeff{"a": true}', ["a"], '"a"', "true"],
  ["jsonc", "jsonc", '{ /* x */ "a": /* y */ null, // z\n }', ["a"], '"a"', "null"],
])("%s", (_, format, text, path, key, value) => {
  expect(read(text, format).at(path)).toEqual({ key, value });
});

test("a byte order mark has an offset and no column", () => {
  const source = { file: "x", text: "\ufeffab\ncd" };
  expect(rangeOf(source, { start: 1, end: 2 })).toEqual({
    start: { line: 1, column: 1, offset: 1 },
    end: { line: 1, column: 2, offset: 2 },
  });
  expect(rangeOf(source, { start: 4, end: 6 }).start).toEqual({ line: 2, column: 1, offset: 4 });
});

test.each([
  ["\n", 3],
  ["\r\n", 3],
  ["\r", 3],
])("lines end at %j", (end, line) => {
  const source = { file: "x", text: ["a", "b", "c"].join(end) };
  expect(rangeOf(source, { start: source.text.length - 1, end: source.text.length }).start).toMatchObject({
    line,
    column: 1,
  });
});

test("columns count UTF-16 units", () => {
  expect(rangeOf({ file: "x", text: "😀a" }, { start: 2, end: 3 }).start.column).toBe(3);
});

test("numbers keep their digits", () => {
  const digits = (text: string, format: Format): unknown => {
    const node = find(read(text, format).root, ["a"])?.node;
    return node?.kind === "scalar" ? node.digits : undefined;
  };
  expect(digits("a: 18446744073709551615", "yaml")).toBe("18446744073709551615");
  expect(digits("a: 0x1F", "yaml")).toBe("0x1F");
  expect(digits('{"a": 1.0}', "json")).toBe("1.0");
});

test.each([
  ["yaml", "a: 0777\nb: 0o17\nc: 0x10\nd: +1\ne: -0\nf: 3.0\ng: 1e2\nh: 1_000\ni: yes\nj: ~\nk: Null\nl: TRUE\n"],
])("the core schema of YAML 1.2 decides types", (format, text) => {
  expect(toData(read(text, format as Format).root)).toEqual({
    a: 777,
    b: 15,
    c: 16,
    d: 1,
    e: 0,
    f: 3,
    g: 100,
    h: "1_000",
    i: "yes",
    j: null,
    k: null,
    l: true,
  });
});

test("64 levels are read in every format, aliases included", () => {
  const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  for (const [text, format] of [
    [`a: ${deep(63)}`, "yaml"],
    [`{"a":${deep(63)}}`, "json"],
    [`a: &x ${deep(62)}\nb: [*x]`, "yaml"],
  ] as const) {
    expect(parse({ file: "x", text }, format).problems, text).toEqual([]);
  }
  const tooDeep = parse({ file: "x", text: `a: &x ${deep(63)}\nb: [*x]` }, "yaml");
  expect(tooDeep.problems).toMatchObject([{ kind: "too-deep" }]);
});

test("100 aliases are read, 101 are not", () => {
  const text = (aliases: number): string => `a: &x 1\nb: [${Array.from({ length: aliases }, () => "*x").join(", ")}]\n`;
  expect(parse({ file: "x", text: text(100) }, "yaml").problems).toEqual([]);
  expect(parse({ file: "x", text: text(101) }, "yaml").problems).toMatchObject([{ kind: "alias-limit" }]);
});

test("no text reaches a prototype", () => {
  const { problems } = parse(
    { file: "x", text: '{"__proto__": {"polluted": true}, "a": {"__proto__": {"polluted": true}}}' },
    "json",
  );
  expect(problems.map(({ kind }) => kind)).toEqual(["reserved-name", "reserved-name"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  const named = toData(read('{"constructor": 1, "toString": 2}', "json").root);
  expect(Object.entries(named as object)).toEqual([
    ["constructor", 1],
    ["toString", 2],
  ]);
});

test.each([
  ["yaml", "a:\n  b: [x, { c: 1 }]\n  d: text\ne: 2\n"],
  ["json", '{ "a": { "b": ["x", { "c": 1 }], "d": "text" }, "e": 2 }'],
] as const)("a path finds its spans, and an offset its path, in %s", (format, text) => {
  const { root } = parse({ file: "x", text }, format);
  const paths = [["a"], ["a", "b", 0], ["a", "b", 1, "c"], ["a", "d"], ["e"]];
  for (const path of paths) {
    const { node, entry } = (root && find(root, path)) ?? {};
    if (root === undefined || node === undefined) throw new Error(`nothing at ${path.join(".")}`);
    if (node.kind === "scalar") expect(pathAt(root, node.span.start)).toEqual({ path, part: "value" });
    if (entry !== undefined) expect(pathAt(root, entry.keySpan.start + 1)).toEqual({ path, part: "key" });
  }
  expect(root && pathAt(root, text.length + 5)).toEqual({ path: [], part: "value" });
});
