/** Runs a case of a rule's page: its texts through the linter, or its files on a machine of their own through linter or loader. */
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import type { Case, PageFile } from "../../src/toolkit/judge/report/rule-page.js";
import { type LintOptions, type LintText, lint } from "../../src/toolkit/lint.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { applyEdits } from "../../src/toolkit/read/edit/text-edits.js";
import { type Catalog, catalogOf } from "../../src/toolkit/read/layers/catalog.js";
import { isAside } from "../machine/layered.js";
import { machine } from "../machine/machine.js";
import { memoryHost } from "../machine/memory.js";
import { POLICY } from "../machine/names.js";

/** The findings of a case, and the layers that they are about. */
export type CaseResult = Pick<LintResult, "layers" | "diagnostics" | "policies">;

/**
 * Everything that is said, but for the version that a fragment lacks, what the page says of other rules, and that a project has servers or
 * prompts of its own, which is shown on the pages about it.
 */
export async function runCase(page: Case, id: string): Promise<CaseResult> {
  const { layers, diagnostics, policies } = isOnMachine(page) ? await runOnMachine(page) : lint(optionsOf(page));
  const others = ["version/missing", ...page.also];
  const isTrust = id.startsWith("trust/");
  return {
    layers,
    ...(policies && { policies }),
    diagnostics: diagnostics.filter(
      (one) => one.rule === id || !(others.includes(one.rule) || (!isTrust && isAside(one))),
    ),
  };
}

const CATALOG = "catalog.yaml";
/** The policy of the machine. */
const POLICY_OF_PAGE = "policy.yaml";

export function isOnMachine({ files, env }: Case): boolean {
  return env !== undefined || files.length === 0 || files.some(({ name }) => name.startsWith("~/"));
}

/** The texts of a case that needs no machine. */
function textsOf({ files }: Case): readonly PageFile[] {
  return files.filter(({ name }) => name !== CATALOG && name !== POLICY_OF_PAGE);
}

/** What to lint for a case that needs no machine. */
export function optionsOf(page: Case, files = textsOf(page)): LintOptions {
  const catalog = catalogIn(page.files);
  const texts = files.map(({ name, text }): LintText => ({ file: name, text }));
  const policy = page.files.find(({ name }) => name === POLICY_OF_PAGE);
  const host = memoryHost({ files: policy === undefined ? {} : { [POLICY]: policy.text } });
  return { texts, host, ...(catalog && { catalog }) };
}

function catalogIn(files: readonly PageFile[]): Catalog | undefined {
  const file = files.find(({ name }) => name === CATALOG);
  if (file === undefined) return undefined;
  const { root } = parse({ file: CATALOG, text: file.text }, "yaml");
  const result = catalogOf(root === undefined ? {} : toData(root));
  if (!("catalog" in result)) throw new Error(JSON.stringify(result));
  return result.catalog;
}

/** The texts when the first fix of every finding is applied, by name. */
export function fixedTexts(page: Case, id: string): ReadonlyMap<string, string> {
  const texts = textsOf(page);
  const { diagnostics } = lint(optionsOf(page));
  const own = diagnostics.filter(({ rule }) => rule === id);
  const fixed = texts.map(({ name, text }) => {
    const edits = own.flatMap(({ fixes: [fix] }) => fix?.edits.filter(({ file }) => file === name) ?? []);
    return [name, applyEdits(text, edits)] as const;
  });
  return new Map(fixed);
}

/** The diagnostics of a case once it is fixed. */
export function afterFixes(page: Case, id: string): readonly Diagnostic[] {
  const fixed = fixedTexts(page, id);
  const texts = textsOf(page).map((file) => ({ ...file, text: fixed.get(file.name) ?? file.text }));
  return lint(optionsOf(page, texts)).diagnostics;
}

async function runOnMachine({ files, env }: Case): Promise<CaseResult> {
  const contents = files.map(({ name, text, is }) => [placeOf(name), is === "link" ? { to: text } : text] as const);
  const at = machine(Object.fromEntries(contents), { kind: "directory", ...(env && { env }) });
  const { layers, diagnostics } = at.lint();
  return env !== undefined ? { layers, diagnostics: (await at.load()).diagnostics } : { layers, diagnostics };
}

/** The machine's name for a file of a page: short names mean the two layers. */
function placeOf(name: string): string {
  if (name.startsWith("~/project/")) return name.slice("~/project/".length);
  return name.startsWith("~/") || name.startsWith(".agent/") ? name : `~/.config/agent/${name}`;
}
