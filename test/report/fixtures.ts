/** Every fixture, linted: single files, pairs, and the examples as pairs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";

const SUPPRESSED = `version: 3
nonsense: 1
more: 2 # agentcfg-ignore schema/unknown-key -- its reason, and sk-CANARY-0123456789abcdef
`;

interface Linted {
  readonly name: string;
  readonly result: LintResult;
}

const text = (file: string, as?: LintText["as"]): LintText => ({ file, text: readFileSync(file), ...(as && { as }) });

export function lintedFixtures(): readonly Linted[] {
  const single = ["fixtures/err", "fixtures/ok"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => !name.endsWith(".expected"))
      .map((name) => ({ name: join(folder, name), result: lint({ texts: [text(join(folder, name))] }) })),
  );
  const pairs = ["fixtures/pairs", "fixtures/examples"].flatMap((folder) =>
    readdirSync(folder).map((name) => ({ name: join(folder, name), result: lintFolder(join(folder, name)) })),
  );
  return [...single, ...pairs, { name: "suppressed", result: lint({ texts: [{ file: "a.yaml", text: SUPPRESSED }] }) }];
}

function lintFolder(folder: string): LintResult {
  const texts = readdirSync(folder).flatMap((name) => {
    const [, as] = /^(global|project)\.(?:ya?ml|jsonc?)$/.exec(name) ?? [];
    return as === "global" || as === "project" ? [text(join(folder, name), as)] : [];
  });
  return lint({ texts });
}
