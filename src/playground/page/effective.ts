/** The values in effect as a table, each with a link to its origin. */
import { byId, create } from "../../page/element.js";
import type { Run } from "../../toolkit/judge/analysis/run.js";
import type { Range } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Row, rowsOf } from "../effective.js";

interface Shown {
  readonly defaults: boolean;
  readonly show: (file: string, range: Range) => void;
}

const part = byId("effective", HTMLElement);

const WORDS = { global: "yours", project: "the project's", default: "default", catalog: "catalog" };

export function showEffective(run: Run, { defaults, show }: Shown): void {
  const rows = rowsOf(run, { defaults });
  if (rows.length === 0) {
    const nothing = create("p", "quiet");
    nothing.textContent = "Nothing is set.";
    part.replaceChildren(nothing);
    return;
  }
  const table = create("table");
  const head = table.createTHead().insertRow();
  for (const title of ["key", "value", "from"]) {
    const cell = create("th");
    cell.scope = "col";
    cell.textContent = title;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.insertCell().textContent = row.path;
    line.insertCell().textContent = row.value;
    line.insertCell().append(...originOf(row, show));
  }
  part.replaceChildren(table);
}

function originOf({ layer, place }: Row, show: Shown["show"]): readonly (HTMLElement | string)[] {
  const word = create("span", `layer ${layer}`);
  word.textContent = WORDS[layer];
  if (place === undefined) return [word];
  const link = create("button", "place");
  link.type = "button";
  link.textContent = `line ${place.range.start.line}`;
  link.addEventListener("click", () => show(place.file, place.range));
  return [word, " ", link];
}
