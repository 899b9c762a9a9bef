/** What the project changes: its risky changes as `review` lists them, then its other values. */
import { formatPath } from "../../../text/path.js";
import type { Inspection } from "../facts.js";
import type { ShownValue } from "../values.js";
import { type Anchors, tag } from "./anchors.js";
import { prose } from "./findings.js";
import { html, type Markup } from "./html.js";
import { valueMarkup } from "./value-text.js";
import { count } from "./words.js";

export function changes(facts: Inspection, { place, layerOf, source }: Anchors): Markup {
  const { files, sections, blocked } = facts;
  if (blocked !== undefined) return html``;
  if (!files.some(({ scope }) => scope === "project"))
    return html`<section id="changes"><h2>What the project changes</h2><p>Nothing: there is no project here.</p></section>`;
  const values = sections.flatMap((section) => section.values);
  const waiting = new Set(values.filter(({ isWaiting }) => isWaiting).flatMap(spotsOf));
  const losers = values.flatMap(({ lost }) => lost.filter(({ layer }) => layer === "project"));
  const reasons = new Map(losers.map(({ line, column, why }) => [`${line}:${column}`, why]));
  const standing = (spot: string): Markup | undefined => {
    const why = reasons.get(spot);
    if (waiting.has(spot)) return WAITS;
    return why === undefined ? undefined : html` <span class="for">not in effect: ${prose(why)}</span>`;
  };
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
<li><code>${what}</code> <span class="for">${path}</span> ${where}${layer === "project" && standing(`${line}:${column}`)}</li>`;
    })}
</ul>`,
  );
  const reviewed = new Set(facts.changes.flatMap(({ items }) => items.map(({ line, column }) => `${line}:${column}`)));
  const emptied = parentsOf(values.filter(({ lost }) => lost.some(({ layer }) => layer === "project")));
  const others = values.filter((value) => isOther(value, reviewed) && !emptied.has(formatPath(value.path)));
  const list = others.map(
    ({ path, value, from, isWaiting }) => html`
<li>${valueMarkup(value ?? null)} <span class="for">${formatPath(path)}</span> ${from && source(from)}${isWaiting && WAITS}</li>`,
  );
  const also = html`<ul class="changes">${list}
</ul>`;
  return html`<section id="changes">
<h2>What the project changes</h2>
${risky.length === 0 && html`<p>It makes no risky changes.</p>`}${risky}
${
  others.length > 0 &&
  html`<h3>It also sets <span class="count">${others.length}</span></h3>
${others.length <= FEW ? also : html`<details><summary>${count(others.length, "value")}</summary>${also}</details>`}`
}
</section>`;
}

/** More values than these are folded. */
const FEW = 20;

const WAITS = html` <b class="wait">waits</b>`;

function isOther(value: ShownValue, reviewed: ReadonlySet<string>): boolean {
  return value.from?.layer === "project" && !spotsOf(value).some((spot) => reviewed.has(spot));
}

/** The paths above some values: a mapping there that has nothing else is empty because of mistakes. */
function parentsOf(values: readonly ShownValue[]): ReadonlySet<string> {
  return new Set(values.flatMap(({ path }) => path.map((_, length) => formatPath(path.slice(0, length)))));
}

/** Where the project writes a value and its items, as `line:column`. */
function spotsOf({ from, items }: ShownValue): readonly string[] {
  if (from?.layer !== "project") return [];
  return [from, ...(items ?? [])].map(({ line, column }) => `${line}:${column}`);
}
