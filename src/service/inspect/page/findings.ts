/** The findings, each with links to its lines. */
import type { Diagnostic, Range } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Inspection } from "../facts.js";
import type { Anchors } from "./anchors.js";
import { html, type Markup } from "./html.js";
import { count } from "./words.js";

export function findingId(index: number): string {
  return `f${index + 1}`;
}

export function findings(facts: Inspection, anchors: Anchors): Markup {
  const { suppressed, unchecked } = facts;
  const left = [
    ...(suppressed === 0 ? [] : [`${count(suppressed, "finding")} suppressed by comments`]),
    ...(unchecked === 0 ? [] : [`${count(unchecked, "place")} without a verdict`]),
  ];
  return html`<section id="findings">
<h2>Findings</h2>
${
  facts.findings.length === 0
    ? html`<p>Nothing is wrong.</p>`
    : html`<ol class="findings">${facts.findings.map((one, index) => finding(one, index, anchors))}
</ol>`
}${
  left.length > 0 &&
  html`
<p class="note">Also ${left.join(", ")}.</p>`
}
</section>`;
}

function finding(one: Diagnostic, index: number, anchors: Anchors): Markup {
  const { severity, rule, message, label, notes, help, fixes, related } = one;
  const remarks = [
    ...related.map((other) => html`${placeOf(other, anchors)} ${prose(other.message)}`),
    ...notes.map(prose),
    ...(help === undefined ? [] : [html`<b>help</b> ${prose(help)}`]),
    ...fixes.map(({ title, safe }) => html`<b>fix</b> ${prose(title)} (${safe ? "safe" : "unsafe"})`),
  ];
  return html`
<li id="${findingId(index)}" class="${severity}"><p><b class="severity">${severity}</b> ${prose(message)} <span class="rule">${rule}</span></p>
<p>${placeOf(one, anchors)}${label !== undefined && html` ${prose(label)}`}</p>${
    remarks.length > 0 &&
    html`
<ul>${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>`
  }</li>`;
}

function placeOf(
  { file, range: { start } }: { readonly file: string; readonly range: Range },
  anchors: Anchors,
): Markup {
  const layer = anchors.layerOf(file);
  return layer === undefined
    ? html`<span class="at">${file}:${start.line}:${start.column}</span>`
    : anchors.place(layer, start.line, start.column);
}

/** A sentence of ours: its quotations in backticks become code. */
export function prose(text: string): Markup {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}
