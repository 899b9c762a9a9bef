/** The values in effect as a table, each with a link to its origin. */
import { byId, create } from "../../page/element.js";
import type { Source } from "../../service/inspect/spot.js";
import type { Run } from "../../toolkit/judge/analysis/run.js";
import { type Effect, effectOf, type LostRow, type Row } from "../effective.js";
import { drawLimited } from "./limited.js";
import { texted } from "./texted.js";

/** Shows a place of a file, which is named as findings name it. */
type Show = (file: string, line: number, column: number) => void;

const part = byId("effective", HTMLElement);

export function showEffective(run: Run, { defaults, show }: { readonly defaults: boolean; readonly show: Show }): void {
  const { remarks, rows }: Effect = effectOf(run, { defaults });
  const said = remarks.length > 0 || rows.length > 0 ? remarks : ["Nothing is set."];
  part.replaceChildren(...said.map((remark) => texted("p", remark)), ...(rows.length === 0 ? [] : table(rows, show)));
}

function table(rows: readonly Row[], show: Show): readonly HTMLElement[] {
  const element = create("table");
  const head = element.createTHead().insertRow();
  for (const title of ["key", "value", "from"]) {
    const cell = texted("th", title);
    cell.scope = "col";
    head.append(cell);
  }
  const body = element.createTBody();
  const more = drawLimited(rows, body, { noun: "values", draw: (row) => rowsOf(row, show) });
  return more === undefined ? [element] : [element, more];
}

/** A value in effect, and the values that it overrides. */
function rowsOf({ path, value, from, condition, lost }: Row, show: Show): readonly HTMLElement[] {
  const row = create("tr");
  const [key, cell, origin] = [create("td"), create("td"), create("td")];
  key.textContent = path;
  cell.append(value === undefined ? texted("p", "not set", "quiet") : plain(value));
  if (condition !== undefined) cell.append(texted("p", condition, "quiet"));
  origin.append(...(from === undefined ? [] : originOf(from, show)));
  row.append(key, cell, origin);
  return [row, ...lost.map((one) => lostRow(one, show))];
}

/** A value that is not in effect, struck through, with the reason; one that still holds is not struck. */
function lostRow({ value, why, isHeld, from }: LostRow, show: Show): HTMLElement {
  const row = create("tr", "lost");
  const [key, cell, origin] = [create("td"), create("td"), create("td")];
  const shown = isHeld ? plain(value) : create("s");
  shown.textContent = value;
  cell.append(shown, texted("p", why, "quiet"));
  origin.append(...originOf(from, show));
  row.append(key, cell, origin);
  return row;
}

/** A value is no sentence: backticks in it mean nothing. */
function plain(value: string): HTMLElement {
  const element = create("p");
  element.textContent = value;
  return element;
}

function originOf(from: Source, show: Show): readonly (HTMLElement | string)[] {
  const word = texted("span", from.layer, `layer ${from.layer}`);
  if (!("file" in from)) return [word];
  const link = texted("button", `line ${from.line}`, "place");
  link.type = "button";
  link.addEventListener("click", () => show(from.file, from.line, from.column));
  return [word, " ", link];
}
