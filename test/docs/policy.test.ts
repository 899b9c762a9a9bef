/** docs/policy.md begins with a policy, a project and what its developer sees: all three are tried. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { format } from "../../src/toolkit/format.js";
import { lint } from "../../src/toolkit/lint.js";
import { memoryHost } from "../machine/memory.js";
import { POLICY, PROJECT } from "../machine/names.js";

const page = readFileSync("docs/policy.md", "utf8");
const [policy = "", project = "", shown = ""] = Array.from(
  page.matchAll(/^```\w+\n(.*?)^```/gms),
  ([, text = ""]) => text,
);

test("the example of the page is a policy of fifteen lines at most, and its project gets the errors that are shown", () => {
  expect(policy.split("\n").length).toBeLessThanOrEqual(15);
  const result = lint({ host: memoryHost({ files: { [POLICY]: policy, [PROJECT]: project } }) });
  const diagnostics = result.diagnostics.filter(({ severity }) => severity === "error");
  expect(format({ ...result, diagnostics }, "pretty")).toBe(shown);
});

test("the page has a row for every key of the schema, and for its rule", () => {
  const { properties } = JSON.parse(readFileSync("schema/policy.schema.json", "utf8"));
  const keys = ["allow", "require"].flatMap((part) =>
    Object.keys(properties[part].properties).map((key) => `${part}.${key}`),
  );
  const rows = Array.from(
    page.matchAll(/^\| `([\w.]+)` \|.*\((rules\/policy\/[\w-]+\.md)\) \|$/gm),
    ([, key = ""]) => key,
  );
  expect(rows).toEqual(keys);
});
