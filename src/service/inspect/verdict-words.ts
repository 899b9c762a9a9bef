/** The outcome of loading in words. */
import type { Verdict } from "../../toolkit/judge/analysis/left-out.js";

/** Empty if everything loads. */
export function verdictWords({ errors, leftOut }: Verdict): readonly string[] {
  return [
    ...(errors === 0 ? [] : [`does not load: ${count(errors, "error")}`]),
    ...(leftOut === 0 ? [] : [`${count(leftOut, "value")} of the project ${leftOut === 1 ? "is" : "are"} left out`]),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
