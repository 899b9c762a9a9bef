/** The head of the page: the outcome, the files, the layers' colours, and the way to each part. */
import type { Inspection } from "../facts.js";
import { tag } from "./anchors.js";
import { html, type Markup } from "./html.js";
import { count } from "./words.js";

export function head(facts: Inspection): Markup {
  const { files, isWaiting } = facts;
  return html`<header>
<h1>What is in effect</h1>
${outcome(facts)}
${isWaiting && html`<p class="note"><b class="wait">waits</b> You do not vouch for this project. Values with this mark are in effect once you do: <code>agentcfg trust</code></p>`}
<div class="wide" role="region" aria-label="Files" tabindex="0"><table class="files">
<thead><tr><th scope="col">Layer</th><th scope="col">File</th><th scope="col">SHA-256</th></tr></thead>
<tbody>${files.map(
    ({ scope, file, sha256, isUsed }) => html`
<tr><td>${tag(scope)}</td><th scope="row"><code>${file}</code>${!isUsed && " is not used"}</th><td><code class="sum">${sha256 ?? "not read"}</code></td></tr>`,
  )}
</tbody></table></div>
<p class="legend">${tag("global")} your own file, ${tag("project")} the repository’s, which wins; ${tag("default")} set by nobody, ${tag("catalog")} known to the agent. ${tag("project")} 4:54 is line 4, column 54 of that file.</p>
<nav aria-label="Parts of this page"><ul>${partsOf(facts).map(
    ([id, title, amount]) => html`
<li><a href="#${id}">${title}</a>${amount !== undefined && html` <span class="count">${amount}</span>`}</li>`,
  )}
</ul></nav>
</header>`;
}

function partsOf({
  changes,
  findings,
  sections,
  models,
  plan,
  blocked,
}: Inspection): readonly (readonly [string, string, number?])[] {
  const amount = changes.reduce((sum, { items }) => sum + items.length, 0);
  const values = sections.reduce((sum, section) => sum + section.values.length, 0);
  return blocked === undefined
    ? [
        ["changes", "What the project changes", amount],
        ["findings", "Findings", findings.length],
        ["values", "Values", values],
        ["models", "Models and providers", models.rows.length],
        ["plan", "What loading would read and run", plan.steps.length],
        ["sources", "Sources"],
      ]
    : [
        ["findings", "Findings", findings.length],
        ["sources", "Sources"],
      ];
}

function outcome({ files, blocked, verdict, summary: { errors, warnings, infos } }: Inspection): Markup {
  const counts = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")].filter(
    (text) => !text.startsWith("0 "),
  );
  const found = counts.length === 0 ? "Nothing is wrong." : `${counts.join(", ")}.`;
  if (files.length === 0) return html`<p class="outcome good">There is no configuration: every value is a default.</p>`;
  if (blocked !== undefined) return html`<p class="outcome bad"><b>Nothing loads:</b> ${blocked}. ${found}</p>`;
  if (verdict.length === 0) return html`<p class="outcome good"><b>It loads.</b> ${found}</p>`;
  return html`<p class="outcome ${errors > 0 ? "bad" : "good"}"><b>${sentence(verdict.join("; "))}.</b> ${found}</p>`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
