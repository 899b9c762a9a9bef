/** A pair of files as the toolkit judges it: its findings, its fixes, and its texts without secrets. */
import { fixRun } from "../toolkit/fix.js";
import { type LintResult, Run } from "../toolkit/judge/analysis/run.js";
import { type LintOptions, readInputs } from "../toolkit/lint.js";
import { redacted } from "../toolkit/mean/redaction/cover.js";
import { hiddenThroughout } from "../toolkit/mean/redaction/hidden.js";
import type { Scope } from "../toolkit/read/diagnostic/diagnostic.js";
import { FORMATS } from "../toolkit/read/document/formats.js";
import type { Pair, PlaygroundFile } from "./address.js";

const SCOPES: readonly Scope[] = ["global", "project"];

/** The name that findings give a file of the pair. */
export function fileName(scope: Scope, { format }: PlaygroundFile): string {
  return `${scope === "global" ? "~/.config/agent" : ".agent"}/config${FORMATS[format].endings[0]}`;
}

/** Lints a pair as if its files stood at their usual places. A file without text is not there. */
export function runOf(pair: Pair): Run {
  const texts = SCOPES.filter((scope) => pair[scope].text.trim() !== "").map((scope) => ({
    ...{ file: fileName(scope, pair[scope]), text: pair[scope].text, as: scope },
  }));
  // Without texts, lint would look for files.
  const options: LintOptions = texts.length === 0 ? { global: false, project: false } : { texts };
  return new Run(readInputs(options));
}

/** The pair after all safe fixes. */
export function fixed(pair: Pair, run: Run): Pair {
  const all = fixRun(run, { unsafe: false, wanted: ({ diagnostics }) => diagnostics });
  const change = (scope: Scope): PlaygroundFile => {
    const layer = all.fixed.find(({ before }) => before.scope === scope);
    return layer === undefined ? pair[scope] : { ...pair[scope], text: layer.text };
  };
  return { global: change("global"), project: change("project") };
}

/** The pair with `<redacted>` in place of each secret, to be shown and sent by its author; undefined if a text is too long to be read. */
export function withoutSecrets(pair: Pair, { layers }: LintResult): Pair | undefined {
  const change = (scope: Scope): PlaygroundFile | undefined => {
    const document = layers.find((layer) => layer.scope === scope)?.document;
    if (document === undefined) return pair[scope];
    const { text } = document.source;
    if (text === "") return undefined;
    return { ...pair[scope], text: redacted(text, hiddenThroughout(document, layers)) };
  };
  const [global, project] = [change("global"), change("project")];
  return global && project && { global, project };
}
