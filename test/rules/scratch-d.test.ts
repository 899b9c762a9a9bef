import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lint } from "../../src/lint.js";

const MINE =
  /^(mcp\/(auth-key-collision|redirect-uri|metadata-url|loader-environment|invalid-url|cleartext-credential)|path\/)/;
const show = (texts: { file: string; as: "global" | "project" }[]) =>
  lint({ texts: texts.map(({ file, as }) => ({ file, as, text: readFileSync(file) })) })
    .diagnostics.filter(({ rule }) => MINE.test(rule))
    .map((d) => `${d.rule} ${d.severity} ${d.file}:${d.range.start.line} ${d.message}`);

test("fixtures are silent", () => {
  const found: string[] = [];
  for (const f of readdirSync("fixtures/ok"))
    found.push(
      ...show([{ file: `fixtures/ok/${f}`, as: "global" }]),
      ...show([{ file: `fixtures/ok/${f}`, as: "project" }]),
    );
  found.push(
    ...show([
      { file: "fixtures/examples/workstation/global.yaml", as: "global" },
      { file: "fixtures/examples/workstation/project.yaml", as: "project" },
    ]),
  );
  found.push(
    ...show([
      { file: "fixtures/examples/team/global.jsonc", as: "global" },
      { file: "fixtures/examples/team/project.json", as: "project" },
    ]),
  );
  for (const f of readdirSync("fixtures/err").filter((n) => !n.endsWith(".expected") && /\.(yaml|json|jsonc)$/.test(n)))
    found.push(...show([{ file: `fixtures/err/${f}`, as: "global" }]));
  for (const d of readdirSync("fixtures/pairs")) {
    const g = `fixtures/pairs/${d}/global.yaml`,
      p = `fixtures/pairs/${d}/project.yaml`;
    if (existsSync(g) && existsSync(p))
      found.push(
        ...show([
          { file: g, as: "global" },
          { file: p, as: "project" },
        ]),
      );
  }
  found.push(
    ...show([
      { file: "fixtures/examples/twelve-mistakes/global.yaml", as: "global" },
      { file: "fixtures/examples/twelve-mistakes/project.yaml", as: "project" },
    ]),
  );
  expect(found).toEqual([]);
});
