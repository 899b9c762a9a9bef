/** scratch */
import { test } from "vitest";
import { rules } from "../../src/rules/index.js";
import { renderPretty } from "../../src/report/pretty.js";
import { exampleTexts, layered } from "../../src/rules/example.js";
import { lint } from "../../src/lint.js";
import { lintExample } from "./lint-example.js";
const plain = (_: unknown, text: string): string => text;
test("x", async () => {
  let out = "";
  for (const r of rules.filter(({ id }) => /^(layer|substitution)/.test(id)))
    for (const [i, e] of r.examples.bad.entries()) {
      const ds = await lintExample(e, r.id);
      const texts = exampleTexts(e);
      const res = texts.length ? lint({ texts: texts.map(({ file, text, scope }) => ({ file, text, as: scope })) }) : lint({ texts: [] });
      const fixed = (f: string) => f.replace(/^~\/\.config\/agent\//, "");
      const ds2 = ds.map((d) => ({ ...d, file: fixed(d.file) }));
      out += `\n######## ${r.id} ${i + 1} ${layered(e).files ? JSON.stringify(layered(e).files) : ""}\n` + renderPretty(res, ds2, { severity: plain, strong: String, faint: String });
    }
  (await import("node:fs")).writeFileSync("/tmp/scratch-b.txt", out);
});
