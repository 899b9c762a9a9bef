/** `agentcfg lint --fix` and `--diff`: writes fixes, or shows them. */
import { EXIT } from "../../terminal/command.js";
import { complain, print, type Terminal, terminalWith } from "../../terminal/terminal.js";
import type { FixedLayer, FixResult } from "../../toolkit/fix.js";
import { hiddenIn } from "../../toolkit/mean/redaction/hidden.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { sayUnreadable } from "../open.js";
import { printDiff, writeLayer } from "../write.js";
import { exitCode, type ResultFlags, sayResult } from "./reporting/result.js";

export interface FixFlags extends ResultFlags {
  readonly diff?: boolean;
}

/** Shows the fixes, or writes them and reports what is left; returns the exit code. */
export async function runFix(terminal: Terminal, result: FixResult, flags: FixFlags): Promise<number> {
  if (result.before.layers.length === 0) return sayResult(terminal, result.before, flags);
  if (flags.diff) return showFixes(terminal, result, flags);
  return writeAll(terminal, result, flags, (count) => `${fixes(count)} applied`);
}

async function showFixes(terminal: Terminal, { fixed, before }: FixResult, flags: FixFlags): Promise<number> {
  const hidden = hiddenIn(before.layers);
  const rewritten = fixed.map(({ before: { document }, text }) => ({ document, text }));
  await printDiff(terminal, rewritten, hidden, flags.color);
  const count = fixed.reduce((sum, { titles }) => sum + titles.length, 0);
  if (!flags.quiet) await print(terminal.stderr, `${fixes(count)} to apply; nothing was written\n`);
  await sayUnreadable(terminal, before.unreadable);
  return Math.max(exitCode(before, flags), fixed.length > 0 && !flags.exitZero ? EXIT.findings : EXIT.ok);
}

/** Writes changed texts and reports what is left; `say` words how many changes a file got. Returns the exit code. */
export async function writeAll(
  terminal: Terminal,
  result: FixResult,
  flags: ResultFlags,
  say: (count: number) => string,
): Promise<number> {
  const written: FixedLayer[] = [];
  for (const fixed of result.fixed) {
    const done = say(fixed.titles.length);
    if (isInput(fixed.before)) await print(terminal.stderr, `${fixed.before.document.source.file}: ${done}\n`);
    else if ((await writeLayer(terminal, fixed.before, fixed.text, done)) !== EXIT.ok) continue;
    written.push(fixed);
  }
  // A file that could not be written keeps its old findings.
  const isAll = written.length === result.fixed.length;
  const left = isAll ? result.after : result.afterOnly(written);
  const input = result.before.reported.find(isInput);
  if (input === undefined) return Math.max(await sayResult(terminal, left, flags), isAll ? EXIT.ok : EXIT.usage);

  const isPassedOn = await passOn(terminal, input, result.fixed);
  const code = await sayResult(terminalWith(terminal, { host: terminal.host, stdout: terminal.stderr }), left, flags);
  return isAll && isPassedOn ? code : EXIT.usage;
}

/** Whether a layer came from standard input: its fixed text goes to standard output, and the report to standard error. */
function isInput({ file }: Layer): boolean {
  return file === undefined;
}

/** Writes the fixed standard input to standard output, unless a part of it could not be read. */
async function passOn(terminal: Terminal, input: Layer, fixed: readonly FixedLayer[]): Promise<boolean> {
  const { text, file } = input.document.source;
  const isWhole = terminal.host.sha256(new TextEncoder().encode(text)) === input.sha256?.();
  if (isWhole) await print(terminal.stdout, fixed.find(({ before }) => before === input)?.text ?? text);
  else await complain(terminal, `cannot fix ${file}: it is not a text that can be read`);
  return isWhole;
}

function fixes(count: number): string {
  return `${count} ${count === 1 ? "fix" : "fixes"}`;
}
