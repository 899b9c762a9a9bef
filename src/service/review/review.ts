/** What a project's file changes about its user's agent: most dangerous first, every line with its place. */
import { printable } from "../../text/escape.js";
import { formatPath, type Path } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type Withheld, withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { definitionAt } from "../../toolkit/mean/configuration/setting.js";
import { REDACTED } from "../../toolkit/mean/redaction/cover.js";
import { redactorFor } from "../../toolkit/mean/redaction/redactor.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { definitionPosition } from "../place-name.js";
import {
  destinations,
  mayHideInCommand,
  redirected,
  started,
  type Told,
  toldOf,
  type View,
  values,
  weakened,
} from "./told.js";
import { whole } from "./whole.js";

/** One change of the project. Texts are redacted and safe to print. */
export interface ReviewItem {
  readonly path: string;
  /** Whole, however long it is. */
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The raw value, to compare two items that look the same. Never shown. */
  readonly raw: string;
  /** Whether it decides what is run, and a part of it is hidden as a secret. */
  readonly isCovered: boolean;
  /** Compared with another commit; absent without one. */
  readonly change?: "added" | "removed";
}

/** Most dangerous first. */
export const TITLES = [
  "sends your credentials elsewhere",
  "weakens what protects you",
  "talks to",
  "reads from your environment",
  "starts",
  "sets keys, headers and variables",
  "puts before the model",
  "chooses models",
] as const;

type Title = (typeof TITLES)[number];

export interface ReviewSection {
  readonly title: Title;
  readonly items: readonly ReviewItem[];
}

/** Empty when there is no project, or when all its values are benign. It contains all that untrusted loading withholds. */
export function reviewOf(snapshot: Snapshot): readonly ReviewSection[] {
  const { settings, layers, trust } = snapshot;
  const project = layerOfScope(layers, "project");
  if (project === undefined) return [];
  const users = layers.filter((layer) => layer !== project).map(({ document }) => document);
  const view: View = {
    ...{ settings, project, trust },
    open: redactorFor(users),
    programs: redactorFor(users, mayHideInCommand),
  };
  const told = new Map(TITLES.map((title) => [title, [...SECTIONS[title](view)]]));
  const isTold = isAmong([...told.values()].flat());
  for (const { path, why } of withheldFrom(snapshot).withheld)
    if (!isTold(path)) told.get(TITLE_OF[why])?.push(toldOf(path, view));
  return Array.from(told, ([title, some]) => ({ title, items: some.map((one) => itemOf(one, view)) })).filter(
    ({ items }) => items.length > 0,
  );
}

const SECTIONS: Readonly<Record<Title, (view: View) => readonly Told[]>> = {
  "sends your credentials elsewhere": redirected,
  "weakens what protects you": weakened,
  "talks to": destinations,
  "reads from your environment": ({ trust: { variables }, open }) =>
    variables.map(({ path, variable }) => ({ path, what: variable, raw: null, redactor: open })),
  starts: started,
  "sets keys, headers and variables": (view) => values("credential", view),
  "puts before the model": (view) => values("context", view),
  "chooses models": (view) => values("model", view),
};

const TITLE_OF: Readonly<Record<Withheld["why"], Title>> = {
  guard: "weakens what protects you",
  destination: "talks to",
  environment: "reads from your environment",
  "runs-code": "starts",
  credential: "sets keys, headers and variables",
  context: "puts before the model",
  model: "chooses models",
};

/** Whether a review has an item at a path, around it or in it. */
function isAmong(told: readonly Told[]): (path: Path) => boolean {
  const covers = (one: Path, other: Path): boolean => one.every((step, index) => other[index] === step);
  return (path) => told.some((one) => covers(one.path, path) || covers(path, one.path));
}

function itemOf({ path, what, raw, redactor, isRun = false }: Told, { settings, project, open }: View): ReviewItem {
  const { line, column } = definitionPosition(definitionAt(settings, path) ?? { layer: project, path });
  const shown = redactor.text(what);
  return {
    path: printable(formatPath(open.path(path))),
    what: whole(shown),
    isCovered: isRun && shown.includes(REDACTED),
    file: printable(project.document.source.file),
    ...{ line, column, raw: JSON.stringify(raw) ?? "" },
  };
}
