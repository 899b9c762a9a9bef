/** The values in effect, section by section, each with its origin and the values that lost. */
import { formatPath } from "../../../text/path.js";
import type { Json } from "../../../toolkit/read/document/data.js";
import type { Inspection } from "../facts.js";
import type { LostValue } from "../lost.js";
import type { Spot } from "../spot.js";
import type { ShownValue, ValueSection } from "../values.js";
import type { Anchors } from "./anchors.js";
import { prose } from "./findings.js";
import { html, type Markup } from "./html.js";
import { valueMarkup } from "./value-text.js";

/** The filters: an id, a name, and the class of the rows that stay. */
const FILTERS = [
  ["all", "Everything", ""],
  ["set", "Written in a file", "s"],
  ["of-project", "From the project", "p"],
  ["lost", "With values that lost or wait", "l"],
] as const;

export function values(facts: Inspection, anchors: Anchors): Markup {
  const { sections, meanings } = facts;
  if (sections.length === 0) return html``;
  const classes = sections.flatMap((section) => section.values.map(classesOf));
  const explained = new Set<number>();
  /** A meaning in full at its first key; later keys link there. */
  const key = (name: string, meaning: number | undefined): Markup => {
    const about = meaning === undefined ? undefined : meanings[meaning];
    if (meaning === undefined || about === undefined) return html`<code>${name}</code>`;
    if (explained.has(meaning)) return html`<a href="#m${meaning}"><code>${name}</code></a>`;
    explained.add(meaning);
    return html`<details><summary><code>${name}</code></summary><small id="m${meaning}">${about.about !== "" && html`${prose(about.about)} `}<i>${prose(about.type)}</i></small></details>`;
  };
  return html`<section id="values">
<h2>Values</h2>
${FILTERS.map(
  ([id, , needed]) =>
    html`<input type="radio" name="show" id="show-${id}" autocomplete="off"${needed === "" && html` checked`}>`,
)}
<p class="filters">Show ${FILTERS.map(
    ([id, name, needed]) =>
      html`<label for="show-${id}">${name} <span class="count">${classes.filter((own) => needed === "" || own.includes(needed)).length}</span></label> `,
  )}</p>
${sections.map((section) => sectionOf(section, { facts, anchors, key }))}
</section>`;
}

interface View {
  readonly facts: Inspection;
  readonly anchors: Anchors;
  readonly key: (name: string, meaning: number | undefined) => Markup;
}

function sectionOf(section: ValueSection, view: View): Markup {
  const title = section.key === undefined ? html`At the top` : html`<code>${section.key}</code>`;
  const about = section.meaning === undefined ? undefined : view.facts.meanings[section.meaning]?.about;
  const depth = section.key === undefined ? 0 : 1;
  const groups = section.hasNames
    ? grouped(section.values).map(
        ([name, some]) => html`
<tbody><tr class="name"><th colspan="3" scope="rowgroup">${name}</th></tr>${some.map((one) => row(one, depth + 1, view))}
</tbody>`,
      )
    : html`
<tbody>${section.values.map((one) => row(one, depth, view))}
</tbody>`;
  return html`<section class="part"><h3>${title}</h3>${about !== undefined && about !== "" && html`<p>${prose(about)}</p>`}
<table class="values"><thead><tr><th scope="col">Key</th><th scope="col">In effect</th><th scope="col">From</th></tr></thead>${groups}
</table></section>
`;
}

/** By the second step of their paths, in order. */
function grouped(rows: readonly ShownValue[]): readonly (readonly [string, readonly ShownValue[]])[] {
  const groups: [string, ShownValue[]][] = [];
  for (const one of rows) {
    const name = String(one.path[1] ?? "");
    const last = groups.at(-1);
    if (last?.[0] === name) last[1].push(one);
    else groups.push([name, [one]]);
  }
  return groups;
}

function row(one: ShownValue, depth: number, { anchors, key }: View): Markup {
  const { path, value, from, items, isWaiting, lost, meaning } = one;
  const inner = path.slice(depth);
  const name = inner.length === 0 ? String(path.at(-1)) : formatPath(inner);
  const shown =
    value === undefined
      ? html`<span class="none">nothing</span>`
      : Array.isArray(value) && items !== undefined
        ? list(value, items, from, anchors)
        : valueMarkup(value);
  return html`
<tr class="${classesOf(one).join(" ")}"><th scope="row">${key(name, meaning)}</th><td>${shown}${isWaiting && html` <b class="wait">waits</b>`}${lost.map((other) => lostLine(other, anchors))}</td><td>${from && anchors.source(from)}</td></tr>`;
}

/** The items of a list; one on another line than the list has a link of its own. */
function list(value: readonly Json[], items: readonly Spot[], from: ShownValue["from"], anchors: Anchors): Markup {
  return html`<ul class="list">${value.map((item, index) => {
    const spot = items[index];
    return html`<li>${valueMarkup(item)}${spot && from && html` ${anchors.position(spot)}`}</li>`;
  })}</ul>`;
}

function lostLine({ value, why, isHeld, layer, line, column }: LostValue, { place }: Anchors): Markup {
  const shown = isHeld ? valueMarkup(value) : html`<s>${valueMarkup(value)}</s>`;
  return html`<div class="lost">${shown} ${place(layer, line, column)} <span>${prose(why)}</span></div>`;
}

/** `s`: set in a file, `p`: by the project, `l`: with values that lost. */
function classesOf({ from, lost, isWaiting }: ShownValue): readonly string[] {
  const isOfFile = from?.layer === "global" || from?.layer === "project";
  return [
    ...(isOfFile ? ["s"] : []),
    ...(from?.layer === "project" || lost.some(({ layer }) => layer === "project") ? ["p"] : []),
    ...(lost.length > 0 || isWaiting ? ["l"] : []),
  ];
}
