/** What a project's file changes about its user's agent, for whoever decides about it: most dangerous first, every line with its place. */
import type { Snapshot } from "../analysis/snapshot.js";
import { definitionAt, settingAt } from "../configuration/setting.js";
import { isObject, type Json } from "../document/data.js";
import { layerOfScope } from "../layers/layer.js";
import { printable } from "../text/escape.js";
import { formatPath, type Path } from "../text/path.js";
import { type Change, changesOf, programsIn } from "../trust/changes.js";
import { redirectsOf } from "../trust/flows.js";
import { isWeakened, valueBefore } from "../trust/guard.js";
import { originOf } from "../trust/origin.js";
import { variablesIn } from "../trust/variables.js";
import { definitionPosition } from "./place-name.js";

/** One thing that the project does. Texts are redacted, and safe to print. */
interface ReviewItem {
  readonly path: string;
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Beside another state of the file; absent where there is none. */
  readonly change?: "added" | "removed";
}

/** Most dangerous first. */
const TITLES = [
  "sends your credentials elsewhere",
  "weakens what protects you",
  "talks to",
  "reads from your environment",
  "starts",
  "puts before the model",
  "chooses models",
] as const;

export interface ReviewSection {
  readonly title: (typeof TITLES)[number];
  readonly items: readonly ReviewItem[];
}

/** Nothing where there is no project, or where all that it says is benign. */
export function reviewOf(snapshot: Snapshot): readonly ReviewSection[] {
  const { settings, redactor } = snapshot;
  const project = layerOfScope(snapshot.layers, "project");
  if (project === undefined) return [];
  const changes = changesOf(settings, project);
  const tree = snapshot.trees.get(project);
  const show = (text: string): string => printable(redactor.text(text));
  const item = (path: Path, what: string): ReviewItem => {
    const definition = definitionAt(settings, path) ?? { layer: project, path };
    const { line, column } = definitionPosition(definition);
    const file = printable(project.document.source.file);
    return { path: printable(formatPath(redactor.path(path))), what: clipped(show(what)), file, line, column };
  };
  // By span and by value, before anything is made a text.
  const valueAt = (path: Path): Json | undefined => {
    const setting = settingAt(settings, path);
    return setting && redactor.json(setting, path);
  };
  const targetOf = ({ path, now, capability }: Change): string =>
    capability === "runs-code" ? "a command line of the project's" : (originOf(now) ?? brief(valueAt(path)));
  const of = (...wanted: readonly Change["capability"][]): readonly Change[] =>
    changes.filter(({ capability, now }) => wanted.includes(capability) && now !== undefined);

  const items: Readonly<Record<ReviewSection["title"], readonly ReviewItem[]>> = {
    "sends your credentials elsewhere": redirectsOf(settings, project, changes)
      .filter(({ credentials }) => credentials.length > 0)
      .map(({ sink, credentials }) =>
        item(
          sink.path,
          `${credentials.map((path) => formatPath(redactor.path(path))).join(", ")} to ${targetOf(sink)}`,
        ),
      ),
    "weakens what protects you": changes
      .filter((change) => change.capability === "guard" && isWeakened(change))
      .map((change) => item(change.path, guardText(change))),
    "talks to": of("destination").map((change) => item(change.path, targetOf(change))),
    "reads from your environment": (tree === undefined ? [] : variablesIn(tree)).map(({ path, variable }) =>
      item(path, variable),
    ),
    starts: programsIn(changes).map(({ path }) => item(path, lineOf(valueAt(path.slice(0, 2)), valueAt(path)))),
    "puts before the model": of("context").map(({ path }) => item(path, brief(valueAt(path)))),
    "chooses models": of("model").map(({ path }) => item(path, brief(valueAt(path)))),
  };
  return TITLES.map((title) => ({ title, items: items[title] })).filter((section) => section.items.length > 0);
}

/** What one review says and the other does not, wherever it stands. */
export function changesBetween(
  before: readonly ReviewSection[],
  now: readonly ReviewSection[],
): readonly ReviewSection[] {
  const added = onlyIn(now, before, "added");
  const removed = onlyIn(before, now, "removed");
  return TITLES.flatMap((title) => {
    const items = [...added, ...removed]
      .filter((section) => section.title === title)
      .flatMap((section) => section.items);
    return items.length === 0 ? [] : [{ title, items }];
  });
}

function onlyIn(
  sections: readonly ReviewSection[],
  others: readonly ReviewSection[],
  change: "added" | "removed",
): readonly ReviewSection[] {
  const keyOf = (title: string, { path, what }: ReviewItem): string => JSON.stringify([title, path, what]);
  const there = new Set(others.flatMap(({ title, items }) => items.map((item) => keyOf(title, item))));
  return sections.map(({ title, items }) => ({
    title,
    items: items.filter((item) => !there.has(keyOf(title, item))).map((item) => ({ ...item, change })),
  }));
}

/** The items of lists that guard may be secrets. */
function guardText(change: Change): string {
  const { now } = change;
  const old = valueBefore(change);
  if (Array.isArray(now) || Array.isArray(old)) return "a list that lacks what you have";
  return old === undefined ? brief(now) : `${brief(now)} instead of ${brief(old)}`;
}

const LONGEST = 400;

/** Cut last, so that no half of a secret is left. */
function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}

function brief(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The command line of an entry as it will be; where there is none, what stands there. */
function lineOf(entry: Json | undefined, own: Json | undefined): string {
  if (!isObject(entry) || typeof entry["command"] !== "string" || own === undefined) return brief(own);
  const { command, args } = entry;
  return [command, ...(Array.isArray(args) ? args.map(brief) : [])].join(" ");
}
