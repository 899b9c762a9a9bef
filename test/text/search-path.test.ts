/** Which entries of a `PATH` a child gets (S21, P-S97). */
import { expect, test } from "vitest";
import { unsafeEntries, withoutPathIn, withSafePath, withUsualPath } from "../../src/text/search-path.js";

test.each([
  ["/usr/bin:/bin", "/usr/bin:/bin", 0],
  [":/usr/bin", "/usr/bin", 1],
  ["/usr/bin:", "/usr/bin", 1],
  ["/usr/bin::/bin", "/usr/bin:/bin", 1],
  [".:/usr/bin", "/usr/bin", 1],
  ["./bin:bin:../bin:/usr/bin", "/usr/bin", 3],
  ["~/bin:$HOME/bin:/usr/bin", "/usr/bin", 2],
  [" /usr/bin:/bin", "/bin", 1],
  ["C:\\bin:/bin", "/bin", 2],
  ["/odd name:/a\n/b", "/odd name:/a\n/b", 0],
  // An empty PATH would stand for the working directory.
  ["", "/dev/null", 1],
  [".", "/dev/null", 1],
  ["::", "/dev/null", 3],
])("%j: %j, without %i entries", (path, safe, entries) => {
  expect(withSafePath({ PATH: path, Path: ".", OTHER: "." })).toEqual({ PATH: safe, Path: ".", OTHER: "." });
  expect(unsafeEntries({ PATH: path })).toBe(entries);
});

test.each([
  ['C:\\Windows;c:/bin;\\\\host\\share;"C:\\a;b"', 'C:\\Windows;c:/bin;\\\\host\\share;"C:\\a', 1],
  [".;bin;\\bin;C:bin;;C:\\bin", "C:\\bin", 5],
])("on Windows, %j: %j", (path, safe, entries) => {
  expect(withSafePath({ Path: path }, ";")).toEqual({ Path: safe });
  expect(unsafeEntries({ Path: path }, ";")).toBe(entries);
});

test("an environment without PATH stays so, and a shell gets the usual one: it would choose one itself", () => {
  for (const env of [{}, { PATH: undefined }, { OTHER: "." }]) {
    expect(withSafePath(env)).toBe(env);
    expect(unsafeEntries(env)).toBe(0);
    expect(withUsualPath(env)).toEqual({ ...env, PATH: expect.stringMatching(/^(?:\/[a-z/]+:?)+$/) });
  }
  for (const env of [{ PATH: "" }, { PATH: "." }, { Path: "C:\\bin" }]) expect(withUsualPath(env)).toBe(env);
});

test.each([
  ["/repo/bin:/usr/bin", "/repo", "/usr/bin"],
  ["/repo:/usr/bin:/repo/node_modules/.bin", "/repo/", "/usr/bin"],
  ["/repository/bin:/usr/bin", "/repo", "/repository/bin:/usr/bin"],
  ["/usr/../repo/bin:/usr/bin", "/repo", "/usr/bin"],
  ["/repo/../bin:/usr/bin", "/repo", "/repo/../bin:/usr/bin"],
  ["/repo/bin", "/repo", "/dev/null"],
  ["/repo/bin:/usr/bin", "/", "/repo/bin:/usr/bin"],
])("the path %s without entries in %s is %s", (path, directory, expected) => {
  expect(withoutPathIn({ PATH: path, A: "b" }, directory)).toEqual({ PATH: expected, A: "b" });
  expect(withoutPathIn({ A: "b" }, directory)).toEqual({ A: "b" });
});
