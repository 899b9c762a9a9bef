/** Warnings as they are collected: fit to be shown on a terminal, whatever a file is called. */
import { printable } from "../../../text/escape.js";
import { shortened } from "../../../text/quote.js";
import type { PromptWarning } from "./prompt.js";

export type Warn = (path: string, text: string) => void;

const LONGEST_PATH = 300;

/** Each pair of path and text once. */
export function collecting(): { readonly warnings: readonly PromptWarning[]; readonly warn: Warn } {
  const warnings: PromptWarning[] = [];
  const warn: Warn = (path, text) => {
    const all = [...path];
    const shown = printable(all.length > LONGEST_PATH ? `${all.slice(0, LONGEST_PATH).join("")}…` : path);
    if (warnings.some((one) => one.path === shown && one.text === shortened(text))) return;
    warnings.push({ path: shown, text: shortened(text) });
  };
  return { warnings, warn };
}
