/** The configuration that commands print: the one that loading would give. Warnings about the rest go to standard error. */
import { verdictWords } from "../service/inspect/verdict-words.js";
import { isVouchedFor, ONCE_VOUCHED, waitingAt } from "../service/waiting.js";
import { complain, type Terminal } from "../terminal/terminal.js";
import { formatPath, type Path } from "../text/path.js";
import { quoteList } from "../text/quote.js";
import { shellWord } from "../text/shell.js";
import { verdictOf, withoutMistakes } from "../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { withheldFrom } from "../toolkit/judge/analysis/withheld.js";
import { settingAt } from "../toolkit/mean/configuration/setting.js";
import type { LayerFlags } from "./open.js";

interface Counted {
  readonly snapshot: Snapshot;
  /** Whether a value at the path waits until the user vouches for the project. */
  readonly isWaiting: boolean;
}

/**
 * The configuration that counts: with `--untrusted` without the values that wait for a vouch. Reports those at the path in one sentence;
 * without a path, only with `--untrusted`.
 */
export async function counted(terminal: Terminal, opened: Snapshot, flags: LayerFlags, path?: Path): Promise<Counted> {
  const isAsked = flags.untrusted === true || (path !== undefined && !isVouchedFor(opened, terminal.host, flags));
  if (!isAsked) return { snapshot: opened, isWaiting: false };
  const reserved = withheldFrom(opened);
  const all = waitingAt(opened, reserved, path ?? []);
  // Without `--untrusted` the command prints the values themselves, and of an erased one there is nothing to print.
  const waiting = flags.untrusted ? all : all.filter((one) => settingAt(opened.settings, one.path) !== undefined);
  const names = waiting.map((one) => formatPath(opened.redactor.path(one.path)));
  if (names.length > 0) await complain(terminal, `${ONCE_VOUCHED}: ${quoteList(names, "and")}`);
  return { snapshot: flags.untrusted ? reserved.snapshot : opened, isWaiting: names.length > 0 };
}

/** The configuration that counts without the mistakes of its project, after reporting the number of omitted values. */
export async function inEffect(terminal: Terminal, opened: Snapshot, flags: LayerFlags, path?: Path): Promise<Counted> {
  const { snapshot, isWaiting } = await counted(terminal, opened, flags, path);
  await sayVerdict(terminal, snapshot, flags);
  return { snapshot: withoutMistakes(snapshot), isWaiting };
}

/** Reports what keeps the configuration from loading, and the number of values that loading leaves out. */
export async function sayVerdict(terminal: Terminal, snapshot: Snapshot, { policy }: LayerFlags): Promise<void> {
  const parts = verdictWords(verdictOf(snapshot, withoutMistakes(snapshot)));
  const lint = ["agentcfg", "lint", ...(policy === undefined ? [] : ["--policy", policy])].map(shellWord).join(" ");
  if (parts.length > 0) await complain(terminal, `${parts.join("; ")}; see \`${lint}\``);
}
