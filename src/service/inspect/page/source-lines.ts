/** Both files with line numbers; a line with findings links to them. */
import type { Severity } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Inspection } from "../facts.js";
import type { ShownSource } from "../sources.js";
import { lineId, tag } from "./anchors.js";
import { findingId } from "./findings.js";
import { html, type Markup } from "./html.js";

interface Mark {
  readonly id: string;
  readonly severity: Severity;
}

export function sources({ sources: all, findings }: Inspection): Markup {
  const marks = new Map<string, Mark[]>();
  for (const [index, { layer, range, severity }] of findings.entries()) {
    const id = lineId(layer, range.start.line);
    marks.set(id, [...(marks.get(id) ?? []), { id: findingId(index), severity }]);
  }
  return html`<section id="sources">
<h2>Sources</h2>
${all.length === 0 && html`<p>There is no file.</p>`}${all.map((source) => sourceOf(source, marks))}
</section>`;
}

function sourceOf({ scope, file, lines }: ShownSource, marks: ReadonlyMap<string, readonly Mark[]>): Markup {
  const title = html`<h3>${tag(scope)} <code>${file}</code></h3>`;
  if (lines === undefined)
    return html`${title}
<p>Its lines are not shown: it cannot be read as a configuration, so a secret may be anywhere in it.</p>
`;
  return html`${title}
<ol class="source">${lines.map((text, index) => {
    const id = lineId(scope, index + 1);
    const own = marks.get(id);
    // A tab as four blanks, as on a terminal.
    const shown = text.replaceAll("\t", "    ");
    return own === undefined
      ? html`
<li id="${id}">${shown}</li>`
      : html`
<li id="${id}" class="${own[0]?.severity}">${shown}${own.map((mark) => html` <a href="#${mark.id}">${mark.severity}</a>`)}</li>`;
  })}
</ol>
`;
}
