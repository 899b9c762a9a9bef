/** One session on the page: a line, and details that open below it. */
import { commandFor, type ViewRow } from "../view.js";
import { made, say } from "./element.js";

const FACTS = [
  "Session",
  "Directory",
  "Model",
  "Facet",
  "Queued inputs",
  "Last update",
  "Last heard of",
  "Command",
] as const;
type Fact = (typeof FACTS)[number];

/** A title of any length would make the page slow. */
const LONGEST = 500;

export class Entry {
  readonly item = made("li");
  readonly #details = made("details");
  readonly #summary = made("summary");
  readonly #state = made("span", "state");
  readonly #title = made("span", "title");
  readonly #model = made("span", "model");
  readonly #project = made("span", "project");
  readonly #age = made("span", "age");
  readonly #word = made("span");
  readonly #stale = made("span", "stale");
  /** Made when it is opened: a fleet may have thousands of rows. */
  #facts: ReadonlyMap<Fact, HTMLElement> | undefined;
  #row: ViewRow | undefined;
  #group = "";

  constructor() {
    // Titles may run from right to left, and must not turn what stands beside them.
    for (const cell of [this.#title, this.#model, this.#project]) cell.dir = "auto";
    this.#stale.textContent = "stale";
    this.#state.append(this.#word);
    this.#summary.append(this.#state, this.#title, this.#model, this.#project, this.#age);
    this.#details.append(this.#summary);
    this.item.append(this.#details);
    this.#details.addEventListener("toggle", () => this.#showFacts());
  }

  show(row: ViewRow): void {
    this.#row = row;
    say(this.#word, row.word);
    this.#state.dataset["word"] = row.word;
    if (row.isStale !== this.#stale.isConnected && row.isStale) this.#state.append(this.#stale);
    else if (!row.isStale) this.#stale.remove();
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
    const { id, row, model } = this.#row;
    const values: Readonly<Record<Fact, string>> = {
      ...{ Session: id, Directory: row.project, Model: model, Facet: row.facet ?? "" },
      ...{ "Queued inputs": String(row.queue_length), "Last update": row.updated_at },
      ...{
        "Last heard of": this.#row.isStale ? (row.observed_at ?? "never") : "",
        Command: commandFor(this.#row) ?? "",
      },
    };
    for (const [fact, value] of this.#facts) {
      say(value, values[fact]);
      const isEmpty = values[fact] === "";
      value.hidden = isEmpty;
      if (value.previousElementSibling instanceof HTMLElement) value.previousElementSibling.hidden = isEmpty;
    }
  }

  #makeFacts(): ReadonlyMap<Fact, HTMLElement> {
    const list = made("dl");
    const facts = FACTS.map((fact) => {
      const name = made("dt");
      const value = made("dd", fact === "Session" ? "id" : fact === "Command" ? "command" : "");
      name.textContent = fact;
      value.dir = "auto";
      list.append(name, value);
      return [fact, value] as const;
    });
    this.#details.append(list);
    return new Map(facts);
  }
}
