/** The rows of the page in their groups. A row that moves stays the same element: open details and the focus move with it. */
import { GROUPS, type Group, HEADINGS, type View } from "../view.js";
import { arrange, made, say } from "./element.js";
import { Entry } from "./entry.js";

/** Most rows of sessions that do not run: a page with all of ten thousand would be slow, and nobody reads them. */
const MOST_OVER = 200;

interface Section {
  readonly whole: HTMLElement;
  readonly heading: HTMLElement;
  readonly list: HTMLElement;
  readonly more: HTMLElement;
}

export class List {
  readonly #root: HTMLElement;
  readonly #sections: ReadonlyMap<Group, Section>;
  #entries = new Map<string, Entry>();
  readonly #empty = made("p", "more");

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#empty.textContent = "There are no sessions yet; `agent new` begins one.";
    this.#sections = new Map(GROUPS.map((group) => [group, section(group)]));
  }

  show({ rows, counts }: View): void {
    const focused = [...this.#entries.values()].find(({ item }) => item.contains(document.activeElement));
    const entries = new Map<string, Entry>();
    const shown: Element[] = [];
    for (const [group, { whole, heading, list, more }] of this.#sections) {
      if (counts[group] === 0) continue;
      const all = rows.filter((row) => row.group === group);
      const some = group === "over" ? all.slice(0, MOST_OVER) : all;
      say(heading, `${HEADINGS[group]} (${counts[group]})`);
      for (const row of some) {
        const entry = this.#entries.get(row.id) ?? new Entry();
        entry.show(row);
        entries.set(row.id, entry);
      }
      arrange(
        list,
        some.flatMap(({ id }) => entries.get(id)?.item ?? []),
      );
      const rest = all.length - some.length;
      say(more, rest === 0 ? "" : `and ${rest} older ones, which \`agent sessions\` lists`);
      more.hidden = rest === 0;
      shown.push(whole);
    }
    arrange(this.#root, shown.length === 0 ? [this.#empty] : shown);
    this.#entries = entries;
    if (focused?.item.isConnected && !focused.item.contains(document.activeElement)) focused.focus();
  }

  clear(): void {
    for (const { list } of this.#sections.values()) list.replaceChildren();
    this.#entries = new Map();
    this.#root.replaceChildren();
  }
}

function section(group: Group): Section {
  const whole = made("section", group);
  const heading = made("h2");
  heading.id = `group-${group}`;
  whole.setAttribute("aria-labelledby", heading.id);
  const list = made("ul");
  const more = made("p", "more");
  whole.append(heading, list, more);
  return { whole, heading, list, more };
}
