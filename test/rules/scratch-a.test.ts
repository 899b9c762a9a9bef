import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { rules } from "../../src/rules/index.js";
import { lintExample } from "./lint-example.js";

const mine = /^(syntax|schema|version)\/|header-name|block-list-name|auth-key-name/;
test("scratch", async () => {
  const out: string[] = [];
  for (const rule of rules.filter(({ id }) => mine.test(id))) {
    for (const [i, example] of rule.examples.bad.entries()) {
      out.push(`=== ${rule.id} ${i + 1}`);
      for (const d of await lintExample(example, rule.id)) {
        out.push(`${d.severity}[${d.rule}] ${d.layer} ${d.range.start.line}:${d.range.start.column}-${d.range.end.line}:${d.range.end.column} ${d.message}`);
        if (d.label) out.push(`   label: ${d.label}`);
        for (const n of d.notes) out.push(`   note: ${n}`);
        if (d.help) out.push(`   help: ${d.help}`);
        for (const r of d.related) out.push(`   related: ${r.file} ${r.range.start.line}:${r.range.start.column} ${r.message}`);
        for (const f of d.fixes) out.push(`   fix: ${f.title} safe=${f.safe} ${JSON.stringify(f.edits)}`);
      }
    }
  }
  writeFileSync("/tmp/scratch-a.out", out.join("\n"));
});
