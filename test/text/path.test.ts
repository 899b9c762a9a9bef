/** Paths as people type them, and as a shell hands them on. */
import { expect, test } from "vitest";
import { parsePath } from "../../src/text/path.js";

test.each([
  ["in double quotes", 'models["acme/big-1.5"].class'],
  ["after a shell took the quotes away", "models[acme/big-1.5].class"],
  ["in single quotes", "models['acme/big-1.5'].class"],
  ["as a JSON Pointer", "/models/acme~1big-1.5/class"],
])("a name %s", (_, text) => {
  expect(parsePath(text)).toEqual(["models", "acme/big-1.5", "class"]);
});

test("digits in brackets are an index", () => {
  expect(parsePath("permissions.secret_files[1]")).toEqual(["permissions", "secret_files", 1]);
});

test.each(["01", "1e0", "0x1", " 1", "+1", "-1", "1.0", "99999999999999999999"])("[%s] is a name", (text) => {
  expect(parsePath(`models[${text}].class`)).toEqual(["models", text, "class"]);
});

test.each(["a[b", "a[]", "a[b]c]", 'a["b]', "a[__proto__]", "a['__proto__']"])("%s is no path", (text) => {
  expect(parsePath(text)).toBeUndefined();
});
