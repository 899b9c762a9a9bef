/** The sentences of the specification that demand, forbid, limit or override something, verbatim and in its order. */
import { readFileSync } from "node:fs";

interface Sentence {
  /** The heading it stands under. */
  readonly section: string;
  /** A sentence from a table follows the key that its row is about. */
  readonly text: string;
}

/** The whole file, the keys, authentication, limits, the version. The specification has no others of configuration. */
const SECTIONS = /^[12589]\b/;

/** What issue and specification call a demand, then its relatives. */
const DEMAND = new RegExp(
  [
    "must|required|only|at most|takes effect|falls back|rejected|does nothing|no effect",
    "cannot|may not|not allowed|no other|allowed values|never|neither|needs?|enter|(?:in|of) the form|followed by",
    "exact(?:ly)?|up to|exceed|stays within|valid|accept(?:ed)?|errors?|zero|unset|disable[sd]|uncapped",
    "ignored|skipped|stripped|removes|removed|informational|not interpreted|upgraded|global-only",
    "wins|overrid(?:es?|ing)|precedence|replaces|inherited",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "i",
);

export function demandsOf(file: string): readonly Sentence[] {
  const sentences = readFileSync(file, "utf8")
    .split(/^#+ /m)
    .flatMap((part) => {
      const [section = "", ...lines] = part.split("\n");
      return SECTIONS.test(section) ? sayingsOf(lines).map((saying) => ({ section, ...saying })) : [];
    });
  // A name in code demands nothing: `never` is a value.
  return sentences
    .filter(({ said }) => DEMAND.test(said.replace(/`[^`]*`/g, "")))
    .map(({ section, key, said }) => ({ section, text: key === "" ? said : `${key}: ${said}` }));
}

interface Saying {
  /** Empty outside of tables. */
  readonly key: string;
  readonly said: string;
}

function sayingsOf(lines: readonly string[]): readonly Saying[] {
  let titles: readonly string[] = [];
  return lines.flatMap((line) => {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells.length === 0) {
      titles = [];
      return split("", line.replace(/^\d+\. /, ""));
    }
    if (titles.length > 0) return cells[0] === "---" ? [] : rowOf(titles, cells);
    titles = cells;
    return [];
  });
}

/** The cells of a row after its key. The test of the schema compares the defaults, key by key. */
function rowOf(titles: readonly string[], cells: readonly string[]): readonly Saying[] {
  const first = Math.max(titles.indexOf("Key"), 0) + 1;
  const key = cells.slice(0, first).join(" ");
  return cells.slice(first).flatMap((cell, index) => {
    const title = titles[first + index] ?? "";
    if (title === "Default") return [];
    return split(key, title === "Required" && !cell.startsWith("required") ? `required: ${cell}` : cell);
  });
}

function split(key: string, text: string): readonly Saying[] {
  return text.split(/(?<=\.) (?=[A-Z`])/).map((said) => ({ key, said }));
}
