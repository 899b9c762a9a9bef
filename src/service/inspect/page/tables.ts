/** The models, the providers, and the effects of loading, as tables. */
import { STEP_VERBS } from "../../explain/steps.js";
import type { FactCell, FactTable } from "../fact-table.js";
import type { Inspection } from "../facts.js";
import type { Anchors } from "./anchors.js";
import { prose } from "./findings.js";
import { html, type Markup } from "./html.js";

export function tables({ models, providers, blocked }: Inspection, anchors: Anchors): Markup {
  if (blocked !== undefined) return html``;
  return html`<section id="models">
<h2>Models and providers</h2>
<h3>Models</h3>
${factTable("models", models, anchors) ?? html`<p>No model is configured: the agent chooses.</p>`}
<h3>Providers</h3>
${factTable("providers", providers, anchors) ?? html`<p>No provider is configured.</p>`}
</section>`;
}

function factTable(
  name: "models" | "providers",
  { headings, rows }: FactTable,
  { source }: Anchors,
): Markup | undefined {
  if (rows.length === 0) return undefined;
  const cell = ({ text, from, why }: FactCell): Markup =>
    html`${text}${from && html`<small>${source(from)}</small>`}${why !== undefined && html`<small>${prose(why)}</small>`}`;
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table class="facts ${name}">
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...rest]) => html`
<tr>${first && html`<th scope="row">${cell(first)}</th>`}${rest.map((one) => html`<td>${cell(one)}</td>`)}</tr>`,
  )}
</tbody></table></div>`;
}

export function plan({ plan: { steps, commands }, blocked }: Inspection, { layerOf, place }: Anchors): Markup {
  if (blocked !== undefined) return html``;
  const rows = steps.map(({ action, variable, command, why, name, file, line, column }) => {
    const layer = layerOf(file);
    const what = [variable === undefined ? undefined : `\${${variable}}`, command].filter((text) => text !== undefined);
    return html`
<tr><td><b>${STEP_VERBS[action]}</b></td><th scope="row">${what.map((text, index) => html`${index > 0 && " or "}<code>${text}</code>`)}</th><td><code>${name}</code>${why !== undefined && html`<small>because ${prose(why)}</small>`}</td><td>${layer && place(layer, line, column)}</td></tr>`;
  });
  return html`<section id="plan">
<h2>What loading would read and run</h2>
<p>${steps.length === 0 ? "Loading reads no variable and runs no command." : commands ? "Commands are on." : "Commands are off: loading runs none."}</p>
${
  rows.length > 0 &&
  html`<div class="wide" role="region" aria-label="What loading would read and run" tabindex="0"><table class="facts">
<thead><tr><th scope="col">Loading</th><th scope="col">What</th><th scope="col">For</th><th scope="col">At</th></tr></thead>
<tbody>${rows}
</tbody></table></div>`
}
</section>`;
}
