/** A long list: its beginning, and the rest by a click. A page with thousands of rows would not follow the keys. */
import { texted } from "./texted.js";

/** The most rows to draw before a click. */
const MOST = 200;

/** Draws rows, and puts a button for the rest behind the element that holds them. `noun`: of several rows. */
export function drawLimited<Row>(
  rows: readonly Row[],
  holder: Element,
  { noun, draw }: { readonly noun: string; readonly draw: (row: Row) => readonly Element[] },
): HTMLButtonElement | undefined {
  holder.append(...rows.slice(0, MOST).flatMap(draw));
  if (rows.length <= MOST) return undefined;
  const more = texted("button", `Show ${rows.length - MOST} more ${noun}`, "more");
  more.type = "button";
  more.addEventListener("click", () => {
    holder.append(...rows.slice(MOST).flatMap(draw));
    more.remove();
  });
  return more;
}
