/** The findings as a list, each with links to its places and a button for each of its fixes. */
import { byId, create, say } from "../../page/element.js";
import { printable } from "../../text/escape.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import type { Diagnostic, Fix, Range } from "../../toolkit/read/diagnostic/diagnostic.js";
import { drawLimited } from "./limited.js";
import { texted } from "./texted.js";

/** What a visitor can do with a finding. */
export interface Acts {
  /** Shows a place of a file, which is named as findings name it. */
  readonly show: (file: string, range: Range) => void;
  readonly apply: (fix: Fix) => void;
}

const summary = byId("summary", HTMLElement);
const list = byId("findings", HTMLElement);
const rest = byId("more-findings", HTMLElement);

export function showFindings(
  { diagnostics, layers, summary: { errors, warnings, infos } }: LintResult,
  acts: Acts,
): void {
  const counts = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")].filter((one) => one !== "");
  say(summary, layers.length === 0 ? "no files yet" : counts.join(", ") || "no mistakes found");
  list.replaceChildren();
  const more = drawLimited(diagnostics, list, { noun: "findings", draw: (diagnostic) => [item(diagnostic, acts)] });
  rest.replaceChildren(...(more === undefined ? [] : [more]));
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function item({ severity, rule, message, label, file, range, notes, help, related, fixes }: Diagnostic, acts: Acts) {
  const element = create("li", severity);
  const head = create("p", "head");
  head.append(texted("strong", severity), " ", link(file, range, acts), " ", texted("code", rule));
  element.append(head, texted("p", message));
  if (label !== undefined) element.append(texted("p", label, "quiet"));
  for (const other of related) {
    const line = texted("p", `${other.message}: `, "quiet");
    line.append(link(other.file, other.range, acts));
    element.append(line);
  }
  for (const note of notes) element.append(texted("p", note, "quiet"));
  if (help !== undefined) element.append(texted("p", help, "help"));
  for (const fix of fixes) {
    const button = texted("button", `Fix: ${printable(fix.title)}`);
    button.type = "button";
    button.addEventListener("click", () => acts.apply(fix));
    element.append(button);
  }
  return element;
}

/** A link to a place, with the file's name and line as its text. */
function link(file: string, range: Range, { show }: Acts): HTMLElement {
  const button = texted("button", `${file}:${range.start.line}:${range.start.column}`, "place");
  button.type = "button";
  button.addEventListener("click", () => show(file, range));
  return button;
}
