/** What commands print that print values: what would be loaded, with a word on standard error about what would not. */
import { verdictOf, withoutMistakes } from "../analysis/left-out.js";
import type { Snapshot } from "../analysis/snapshot.js";
import { dropAt } from "../configuration/effective.js";
import { pathsMeant } from "../configuration/meant.js";
import { shadowedAt } from "../configuration/setting.js";
import { standingOf } from "../schema/lookup.js";
import { configShape } from "../schema/shape.js";
import { formatPath, type Path } from "../text/path.js";
import { enumerate, quote } from "../text/quote.js";
import { complain, type Terminal } from "./terminal/terminal.js";

/** The configuration without the mistakes of its project, after saying what they cost. */
export async function inEffect(terminal: Terminal, snapshot: Snapshot): Promise<Snapshot> {
  const left = withoutMistakes(snapshot);
  const { errors, leftOut } = verdictOf(snapshot, left);
  const parts = [
    ...(errors === 0 ? [] : [`does not load: ${count(errors, "error")}`]),
    ...(leftOut === 0 ? [] : [`${count(leftOut, "value")} of the project ${leftOut === 1 ? "is" : "are"} left out`]),
  ];
  if (parts.length > 0) await complain(terminal, `${parts.join("; ")}; see \`agentcfg lint\``);
  return left;
}

/** Why there is nothing at a path: whether there could be, and what may have been meant. `hasDefault`: something holds there all the same. */
export function absenceOf({ effective, settings }: Snapshot, path: Path, hasDefault = false): string {
  const name = quote(formatPath(path));
  const meant = didYouMean(pathsMeant(settings, path).map((one) => quote(formatPath(one))));
  const standing = standingOf(configShape, path);
  if (standing === "none") return `a configuration has no ${name}${meant}`;
  if (hasDefault) return `${name} is known, not set; \`--defaults\` shows what holds instead`;
  const isWritten = shadowedAt(settings, path).length > 0 || dropAt(settings, effective, path) !== undefined;
  if (isWritten) return `${name} is written and not in effect; \`agentcfg explain\` says why`;
  return standing === "open"
    ? `${name} is not set, and agentcfg does not know it`
    : `${name} is known, not set${meant}`;
}

/** The end of a sentence about something that there is not. */
export function didYouMean(alike: readonly string[]): string {
  return alike.length === 0 ? "" : `; did you mean ${enumerate(alike)}?`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
