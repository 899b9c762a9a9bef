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
}

export interface ReviewSection {
  readonly title: string;
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

  const sections: readonly ReviewSection[] = [
    {
      title: "sends your credentials elsewhere",
      items: redirectsOf(settings, project, changes)
        .filter(({ credentials }) => credentials.length > 0)
        .map(({ sink, credentials }) =>
          item(
            sink.path,
            `${credentials.map((path) => formatPath(redactor.path(path))).join(", ")} to ${targetOf(sink)}`,
          ),
        ),
    },
    {
      title: "weakens what protects you",
      items: changes
        .filter((change) => change.capability === "guard" && isWeakened(change))
        .map((change) => item(change.path, guardText(change))),
    },
    { title: "talks to", items: of("destination").map((change) => item(change.path, targetOf(change))) },
    {
      title: "reads from your environment",
      items: (tree === undefined ? [] : variablesIn(tree)).map(({ path, variable }) => item(path, variable)),
    },
    {
      title: "starts",
      items: programsIn(changes).map(({ path }) => item(path, lineOf(valueAt(path.slice(0, 2)), valueAt(path)))),
    },
    { title: "puts before the model", items: of("context").map(({ path }) => item(path, brief(valueAt(path)))) },
    { title: "chooses models", items: of("model").map(({ path }) => item(path, brief(valueAt(path)))) },
  ];
  return sections.filter(({ items }) => items.length > 0);
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
