/** What a project's file changes about its user's agent, for whoever decides about it: most dangerous first, every line with its place. */
import type { Snapshot } from "../../analysis/snapshot.js";
import { definitionAt, jsonAt, type Setting, settingAt } from "../../configuration/setting.js";
import { isObject, type Json } from "../../document/data.js";
import { type Layer, layerOfScope } from "../../layers/layer.js";
import { type Redactor, redactorFor } from "../../redaction/redactor.js";
import { printable } from "../../text/escape.js";
import { formatPath, type Path } from "../../text/path.js";
import { type Change, programsIn } from "../../trust/changes.js";
import { isWeakened, valueBefore } from "../../trust/guard.js";
import { originOf } from "../../trust/origin.js";
import type { ProjectTrust } from "../../trust/trust.js";
import { definitionPosition } from "../terminal/place-name.js";

/** One thing that the project does. Texts are redacted, and safe to print. */
export interface ReviewItem {
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

export interface ReviewSection {
  readonly title: (typeof TITLES)[number];
  readonly items: readonly ReviewItem[];
}

/** What there is to look at. */
interface View {
  readonly settings: Setting;
  readonly project: Layer;
  readonly trust: ProjectTrust;
  /** Hides what any layer calls secret. */
  readonly redactor: Redactor;
  /** For hosts and programs, which a project could hide by calling them secret: hides what its user calls so. */
  readonly open: Redactor;
}

/** One thing to say of a place, before it is safe to print. */
interface Told {
  readonly path: Path;
  readonly what: string;
  readonly raw: Json | undefined;
  readonly redactor: Redactor;
}

/** Nothing where there is no project, or where all that it says is benign. */
export function reviewOf({ settings, layers, trust, redactor }: Snapshot): readonly ReviewSection[] {
  const project = layerOfScope(layers, "project");
  if (project === undefined) return [];
  const open = redactorFor(layers.filter((layer) => layer !== project).map(({ document }) => document));
  const view: View = { settings, project, trust, redactor, open };
  const sections = TITLES.map((title) => ({ title, items: SECTIONS[title](view).map((told) => itemOf(told, view)) }));
  return sections.filter(({ items }) => items.length > 0);
}

function itemOf({ path, what, raw, redactor }: Told, { settings, project }: View): ReviewItem {
  const { line, column } = definitionPosition(definitionAt(settings, path) ?? { layer: project, path });
  return {
    path: printable(formatPath(redactor.path(path))),
    what: clipped(printable(redactor.text(what))),
    file: printable(project.document.source.file),
    ...{ line, column, raw: JSON.stringify(raw) ?? "" },
  };
}

const SECTIONS: Readonly<Record<ReviewSection["title"], (view: View) => readonly Told[]>> = {
  "sends your credentials elsewhere": redirected,
  "weakens what protects you": weakened,
  "talks to": (view) => having(view, "destination").map((change) => destination(change, view)),
  "reads from your environment": ({ trust: { variables }, open }) =>
    variables.map(({ path, variable }) => ({ path, what: variable, raw: null, redactor: open })),
  starts: started,
  "sets keys, headers and variables": (view) => having(view, "credential").map((change) => value(change, view)),
  "puts before the model": (view) => having(view, "context").map((change) => value(change, view)),
  "chooses models": (view) => having(view, "model").map((change) => value(change, view)),
};

function having({ trust }: View, capability: Change["capability"]): readonly Change[] {
  return trust.changes.filter((change) => change.capability === capability);
}

function redirected({ settings, trust: { redirects }, open }: View): readonly Told[] {
  const told = redirects.filter(({ credentials }) => credentials.length > 0);
  return told.map(({ sink: { path, now, capability }, there, credentials }) => {
    const names = credentials.map((one) => formatPath(open.path(one))).join(", ");
    const target = capability === "runs-code" ? "a command line of the project's" : there;
    const what = `${names} to ${target ?? brief(shownAt(path, settings, open))}`;
    return { path, what, raw: now, redactor: open };
  });
}

function weakened(view: View): readonly Told[] {
  const guards = having(view, "guard").filter(isWeakened);
  return guards.map((change) => ({ path: change.path, what: guardText(change), raw: change.now, redactor: view.open }));
}

function destination({ path, now, before }: Change, { settings, open }: View): Told {
  const there = originOf(now) ?? brief(shownAt(path, settings, open));
  const what = now === undefined ? `nothing instead of ${originOf(before) ?? brief(before)}` : there;
  return { path, what, raw: now, redactor: open };
}

/** A command line a program, and whatever else is run. */
function started(view: View): readonly Told[] {
  const { settings, open } = view;
  const changes = having(view, "runs-code");
  const alone = changes.filter(({ entry, now }) => entry === undefined && now !== undefined);
  return [...programsIn(changes.filter(({ entry }) => entry !== undefined)), ...alone].map(({ path, entry }) => {
    const line = entry && commandLine(shownAt(entry.path, settings, open));
    const what = line ?? brief(shownAt(path, settings, open));
    return { path, what, raw: jsonAt(settings, entry?.path ?? path), redactor: open };
  });
}

function value({ path, now, before }: Change, { settings, redactor }: View): Told {
  const what =
    now === undefined ? `nothing instead of ${brief(shownOf(before, redactor))}` : shownAt(path, settings, redactor);
  return { path, what: brief(what), raw: now, redactor };
}

/** By span and by value, before anything is made a text. */
function shownAt(path: Path, settings: Setting, redactor: Redactor): Json | undefined {
  const setting = settingAt(settings, path);
  return setting && redactor.json(setting, path);
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
