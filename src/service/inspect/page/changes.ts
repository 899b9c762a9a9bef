/** What the project changes: its risky changes as `review` lists them, then its other values. */
import { formatPath } from "../../../text/path.js";
import type { Inspection } from "../facts.js";
import type { ShownValue } from "../values.js";
import { type Anchors, tag } from "./anchors.js";
import { html, type Markup } from "./html.js";
import { valueMarkup } from "./value-text.js";
import { count } from "./words.js";

export function changes(facts: Inspection, { place, layerOf, source }: Anchors): Markup {
  const { files, sections, blocked } = facts;
  if (blocked !== undefined) return html``;
  if (!files.some(({ scope }) => scope === "project"))
    return html`<section id="changes"><h2>What the project changes</h2><p>Nothing: there is no project here.</p></section>`;
  const risky = facts.changes.map(
    ({ title, items }) => html`
<h3>It ${title} <span class="count">${items.length}</span></h3>
<ul class="changes">${items.map(({ what, path, file, line, column }) => {
      const layer = layerOf(file);
      const where =
        layer === undefined
          ? html`<span class="at">${tag("project")} <code>${file}</code></span>`
          : place(layer, line, column);
      return html`
<li><code>${what}</code> <span class="for">${path}</span> ${where}</li>`;
    })}
</ul>`,
  );
  const reviewed = new Set(facts.changes.flatMap(({ items }) => items.map(({ line, column }) => `${line}:${column}`)));
  const others = sections.flatMap(({ values }) => values.filter((value) => isOther(value, reviewed)));
  const list = others.map(
    ({ path, value, from, isWaiting }) => html`
<li>${valueMarkup(value ?? null)} <span class="for">${formatPath(path)}</span> ${from && source(from)}${isWaiting && html` <b class="wait">waits</b>`}</li>`,
  );
  return html`<section id="changes">
<h2>What the project changes</h2>
${risky.length === 0 && html`<p>It makes no risky changes.</p>`}${risky}
${
  others.length > 0 &&
  html`<h3>It also sets <span class="count">${others.length}</span></h3>
<details${others.length <= FEW && html` open`}><summary>${count(others.length, "value")}</summary>
<ul class="changes">${list}
</ul></details>`
}
</section>`;
}

/** More values than these are folded. */
const FEW = 20;

function isOther({ from, items }: ShownValue, reviewed: ReadonlySet<string>): boolean {
  if (from?.layer !== "project") return false;
  const spots = [from, ...(items ?? [])];
  return !spots.some(({ line, column }) => reviewed.has(`${line}:${column}`));
}
