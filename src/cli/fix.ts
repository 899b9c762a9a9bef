/** `agentcfg lint --fix` and `--diff`: what fixes do, written or shown. */
import type { FixedLayer, FixResult } from "../fix.js";
import { redactorFor } from "../redaction/redactor.js";
import { EXIT } from "./command.js";
import { sayUnreadable } from "./open.js";
import { exitCode, type ResultFlags, sayResult } from "./result.js";
import { print, type Terminal } from "./terminal.js";
import { printDiff, writeLayer } from "./write.js";

export interface FixFlags extends ResultFlags {
  readonly diff?: boolean;
}

/** Shows the fixes, or writes them and reports what is left; returns the exit code. */
export async function runFix(terminal: Terminal, result: FixResult, flags: FixFlags): Promise<number> {
  if (result.before.layers.length === 0) return sayResult(terminal, result.before, flags);
  return flags.diff ? showFixes(terminal, result, flags) : writeFixes(terminal, result, flags);
}

async function showFixes(terminal: Terminal, { fixed, before }: FixResult, flags: FixFlags): Promise<number> {
  const redactor = redactorFor(before.layers.map(({ document }) => document));
  const rewritten = fixed.map(({ before: { document }, text }) => ({ document, text }));
  await printDiff(terminal, rewritten, redactor);
  const count = fixed.reduce((sum, { titles }) => sum + titles.length, 0);
  if (!flags.quiet) await print(terminal.stderr, `${fixes(count)} to apply; nothing was written\n`);
  await sayUnreadable(terminal, before.unreadable);
  return exitCode(before, flags);
}

async function writeFixes(terminal: Terminal, result: FixResult, flags: FixFlags): Promise<number> {
  const written: FixedLayer[] = [];
  for (const fixed of result.fixed) {
    const code = await writeLayer(terminal, fixed.before, fixed.text, `${fixes(fixed.titles.length)} applied`);
    if (code === EXIT.ok) written.push(fixed);
  }
  // What could not be written is as it was.
  const isAll = written.length === result.fixed.length;
  const code = await sayResult(terminal, isAll ? result.after : result.afterOnly(written), flags);
  return isAll ? code : EXIT.usage;
}

function fixes(count: number): string {
  return `${count} ${count === 1 ? "fix" : "fixes"}`;
}
