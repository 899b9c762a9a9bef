/** Warnings as they are collected: fit to be shown on a terminal, whatever a file is called. */
import { printable } from "../../../text/escape.js";
import { shortened } from "../../../text/quote.js";
import type { PromptWarning } from "./prompt.js";

export type Warn = (path: string, text: string, isUnvouched?: true) => void;

const LONGEST_PATH = 300;

const MOST = 100;

/** Each pair of path and text once; beyond the first hundred they are counted. */
export function collecting(): { readonly warn: Warn; readonly collected: () => readonly PromptWarning[] } {
  const warnings: PromptWarning[] = [];
  let left = 0;
  const warn: Warn = (path, text, isUnvouched) => {
    const characters = [...path.slice(0, 2 * LONGEST_PATH)];
    const cut = characters.length > LONGEST_PATH ? `${characters.slice(0, LONGEST_PATH).join("")}…` : path;
    const warning = { path: printable(cut), text: shortened(text), ...(isUnvouched && { isUnvouched }) };
    if (warnings.some((one) => one.path === warning.path && one.text === warning.text)) return;
    if (warnings.length < MOST) warnings.push(warning);
    else left += 1;
  };
  const rest = (): PromptWarning => ({
    path: "facets, subagents and skills",
    text: `they have ${left} more problems`,
  });
  return { warn, collected: () => (left === 0 ? warnings : [...warnings, rest()]) };
}
