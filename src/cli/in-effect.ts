/** The configuration that commands print: the one that loading would give. Warnings about the rest go to standard error. */
import { complain, type Terminal } from "../terminal/terminal.js";
import { verdictOf, withoutMistakes } from "../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../toolkit/judge/analysis/snapshot.js";

/** The configuration without the mistakes of its project, after reporting the number of omitted values. */
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
