/** What a project's file changes about its user's agent, for whoever decides about it: most dangerous first, every line with its place. */
import type { Snapshot } from "../analysis/snapshot.js";
import { definitionAt, type Setting, settingAt } from "../configuration/setting.js";
import { isObject, type Json } from "../document/data.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import { type Redactor, redactorFor } from "../redaction/redactor.js";
import { jsonOf } from "../schema/place.js";
import { printable } from "../text/escape.js";
import { formatPath, type Path } from "../text/path.js";
import { settingsBelow } from "../trust/below.js";
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
  /** What it is about as it stands: two that look the same may differ. Never shown. */
  readonly raw: string;
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
  "sets keys, headers and variables",
  "puts before the model",
  "chooses models",
] as const;

export interface ReviewSection {
  readonly title: (typeof TITLES)[number];
  readonly items: readonly ReviewItem[];
}

/** For hosts and programs: a project could hide them by calling them secret. */
function redactorOfUser(layers: readonly Layer[]): Redactor {
  return redactorFor(layers.filter(({ scope }) => scope === "global").map(({ document }) => document));
}

/** Nothing where there is no project, or where all that it says is benign. */
export function reviewOf(snapshot: Snapshot): readonly ReviewSection[] {
  const { settings, layers, surroundings, trees } = snapshot;
  const project = layerOfScope(layers, "project");
  const tree = project && trees.get(project);
  if (project === undefined || tree === undefined) return [];
  const open = redactorOfUser(layers);
  const below = settingsBelow(layers, surroundings.catalog);
  const changes = changesOf(settings, project, below);
  const item = (path: Path, what: string, raw: Json | undefined, redactor = open): ReviewItem => {
    const definition = definitionAt(settings, path) ?? { layer: project, path };
    const { line, column } = definitionPosition(definition);
    return {
      path: printable(formatPath(redactor.path(path))),
      what: clipped(printable(redactor.text(what))),
      file: printable(project.document.source.file),
      ...{ line, column, raw: JSON.stringify(raw) ?? "" },
    };
  };
  // By span and by value, before anything is made a text.
  const shownAt = (path: Path, redactor = open): Json | undefined => {
    const setting = settingAt(settings, path);
    return setting && redactor.json(setting, path);
  };
  const having = (capability: Change["capability"]): readonly Change[] =>
    changes.filter((change) => change.capability === capability);
  const { redactor } = snapshot;
  const texts = (capability: Change["capability"]): readonly ReviewItem[] =>
    having(capability).map(({ path, now, before }) => {
      const what =
        now === undefined ? `nothing instead of ${brief(shownOf(before, redactor))}` : shownAt(path, redactor);
      return item(path, brief(what), now, redactor);
    });
  const [alone, inEntries] = [true, false].map((is) =>
    having("runs-code").filter(({ entry }) => (entry === undefined) === is),
  );
  const programs = [...programsIn(inEntries ?? []), ...(alone ?? []).filter(({ now }) => now !== undefined)];
  const lineOf = ({ path: [section, name], path }: Change): string =>
    commandLine(section === "mcp_servers" ? shownAt([section, String(name)]) : undefined) ?? brief(shownAt(path));

  const items: Readonly<Record<ReviewSection["title"], readonly ReviewItem[]>> = {
    "sends your credentials elsewhere": redirectsOf(settings, project, changes, below)
      .filter(({ credentials }) => credentials.length > 0)
      .map(({ sink, there, credentials }) => {
        const target = sink.capability === "runs-code" ? "a command line of the project's" : there;
        const names = credentials.map((path) => formatPath(open.path(path))).join(", ");
        return item(sink.path, `${names} to ${target ?? brief(shownAt(sink.path))}`, sink.now);
      }),
    "weakens what protects you": changes
      .filter((change) => change.capability === "guard" && isWeakened(change))
      .map((change) => item(change.path, guardText(change), change.now)),
    "talks to": having("destination").map(({ path, now, before }) => {
      const there = originOf(now) ?? brief(shownAt(path));
      return item(path, now === undefined ? `nothing instead of ${originOf(before) ?? brief(before)}` : there, now);
    }),
    "reads from your environment": variablesIn(tree, "project").map(({ path, variable }) => item(path, variable, null)),
    starts: programs.map((change) =>
      item(change.path, lineOf(change), plainAt(settings, change.entry?.path ?? change.path)),
    ),
    "sets keys, headers and variables": texts("credential"),
    "puts before the model": texts("context"),
    "chooses models": texts("model"),
  };
  return TITLES.map((title) => ({ title, items: items[title] })).filter((section) => section.items.length > 0);
}

function plainAt(settings: Setting, path: Path): Json | undefined {
  const setting = settingAt(settings, path);
  return setting && jsonOf(setting);
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
  const keyOf = (title: string, { path, what, raw }: ReviewItem): string => JSON.stringify([title, path, what, raw]);
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

/** What was there and is gone stands nowhere: by what it looks like. */
function shownOf(value: Json | undefined, redactor: Redactor): Json | undefined {
  return typeof value === "string" ? redactor.text(value) : value === undefined ? undefined : "what you have";
}

/** The command line of an entry as it will be. */
function commandLine(entry: Json | undefined): string | undefined {
  if (!isObject(entry) || typeof entry["command"] !== "string") return undefined;
  const { command, args } = entry;
  return [command, ...(Array.isArray(args) ? args.map(brief) : [])].join(" ");
}
