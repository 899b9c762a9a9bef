/** The rows of the page in their groups. A row that moves keeps its element, and so its open details and the focus. */

import { arrange, create, say } from "../../../../page/element.js";
import { commandFor, GROUPS, type Group, HEADINGS, type View, type ViewRow } from "../view.js";

/** The most rows of sessions that do not run: a page with ten thousand of them would be slow and unreadable. */
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
  readonly #empty = create("p", "more");

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
  const whole = create("section", group);
  const heading = create("h2");
  heading.id = `group-${group}`;
  whole.setAttribute("aria-labelledby", heading.id);
  const list = create("ul");
  const more = create("p", "more");
  whole.append(heading, list, more);
  return { whole, heading, list, more };
}

const FACTS = [
  "Session",
  "Directory",
  "Model",
  "Context",
  "Facet",
  "Asks",
  "Waiting since",
  "Last turn",
  "Queued inputs",
  "Last update",
  "Last heard of",
  "Command",
] as const;
type Fact = (typeof FACTS)[number];

/** A very long title would make the page slow. */
const LONGEST = 500;

/** One session on the page: a line, and details that open below it. */
class Entry {
  readonly item = create("li");
  readonly #details = create("details");
  readonly #summary = create("summary");
  readonly #state = create("span", "state");
  readonly #title = create("span", "title");
  readonly #model = create("span", "model");
  readonly #project = create("span", "project");
  readonly #age = create("span", "age");
  readonly #word = create("span");
  readonly #ended = create("span", "ended");
  readonly #stale = create("span", "stale");
  readonly #detail = create("span", "detail");
  /** Made on opening: a fleet may have thousands of rows. */
  #facts: ReadonlyMap<Fact, HTMLElement> | undefined;
  #row: ViewRow | undefined;
  #group = "";

  constructor() {
    // Titles may run from right to left, and must not reverse their neighbours.
    for (const cell of [this.#title, this.#model, this.#project, this.#detail]) cell.dir = "auto";
    this.#stale.textContent = "stale";
    this.#state.append(this.#word);
    this.#summary.append(this.#state, this.#title, this.#model, this.#project, this.#age, this.#detail);
    this.#details.append(this.#summary);
    this.item.append(this.#details);
    this.#details.addEventListener("toggle", () => this.#showFacts());
  }

  show(row: ViewRow): void {
    this.#row = row;
    say(this.#word, row.word);
    this.#state.dataset["word"] = row.word;
    say(this.#ended, row.ended ?? "");
    arrange(this.#state, [
      this.#word,
      ...(row.ended === undefined ? [] : [this.#ended]),
      ...(row.isStale ? [this.#stale] : []),
    ]);
    say(this.#detail, row.detail.slice(0, LONGEST));
    this.#detail.hidden = row.detail === "";
    say(this.#title, row.title.slice(0, LONGEST));
    this.#title.classList.toggle("unnamed", row.title === row.id);
    this.#title.title = row.title.slice(0, LONGEST);
    say(this.#model, row.model);
    say(this.#project, row.project);
    say(this.#age, row.age);
    if (this.#group !== "" && this.#group !== row.group && row.group === "waiting") this.item.className = "moved";
    this.#group = row.group;
    this.#showFacts();
  }

  focus(): void {
    this.#summary.focus();
  }

  #showFacts(): void {
    if (!this.#details.open || this.#row === undefined) return;
    this.#facts ??= this.#makeFacts();
    const { id, row, model, size, ended, detail, group, isStale } = this.#row;
    const isWaiting = group === "waiting";
    const values: Readonly<Record<Fact, string>> = {
      Session: id,
      Directory: row.project,
      Model: model,
      Context: size,
      Facet: row.facet ?? "",
      Asks: isWaiting ? detail : "",
      "Waiting since": isWaiting ? (row.waiting_since ?? "") : "",
      "Last turn": ended === undefined ? "" : [ended, detail].filter((text) => text !== "").join(": "),
      "Queued inputs": String(row.queue_length),
      "Last update": row.updated_at,
      "Last heard of": isStale ? (row.observed_at ?? "never") : "",
      Command: commandFor(this.#row) ?? "",
    };
    for (const [fact, value] of this.#facts) {
      say(value, values[fact]);
      const isEmpty = values[fact] === "";
      value.hidden = isEmpty;
      if (value.previousElementSibling instanceof HTMLElement) value.previousElementSibling.hidden = isEmpty;
    }
  }

  #makeFacts(): ReadonlyMap<Fact, HTMLElement> {
    const list = create("dl");
    const facts = FACTS.map((fact) => {
      const name = create("dt");
      const value = create("dd", fact === "Session" ? "id" : fact === "Command" ? "command" : "");
      name.textContent = fact;
      value.dir = "auto";
      list.append(name, value);
      return [fact, value] as const;
    });
    this.#details.append(list);
    return new Map(facts);
  }
}
