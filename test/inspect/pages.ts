/** A page, and what stands in its parts. */
import { pageOf } from "../../src/service/inspect/page/page.js";
import type { Machine } from "../machine/machine.js";
import { inspected } from "./inspected.js";

export function pageOn(place: Pick<Machine, "host">): string {
  return pageOf(inspected(place).facts, place.host);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The text of some markup. */
export function textOf(markup: string): string {
  const text = markup.replace(/<br>/g, "\n").replace(/<[^>]*>/g, "");
  return text.replace(/&(\w+|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}

/** The markup of the part with an id. */
export function partOf(page: string, id: string): string {
  const start = page.indexOf(`<section id="${id}">`);
  const end = page.indexOf(`\n<section id=`, start + 1);
  return start === -1 ? "" : page.slice(start, end === -1 ? page.indexOf("</main>") : end);
}

/** Every tag of a page, in order. */
export function tagsIn(page: string): readonly string[] {
  return page.slice(page.indexOf("</style>")).match(/<[^>]*>/g) ?? [];
}
