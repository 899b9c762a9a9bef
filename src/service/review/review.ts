/** The effects of a project's file on its user's agent: most dangerous first, each line with its place. */
import { printable } from "../../text/escape.js";
import { formatPath, type Path } from "../../text/path.js";
import { startAt } from "../../toolkit/judge/analysis/place.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type Withheld, withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { definitionAt } from "../../toolkit/mean/configuration/setting.js";
import { REDACTED } from "../../toolkit/mean/redaction/cover.js";
import { redactorFor } from "../../toolkit/mean/redaction/redactor.js";
import { type Layer, layerOfScope } from "../../toolkit/read/layers/layer.js";
import { knowledgeOf } from "../../toolkit/read/schema/lookup.js";
import { configShape } from "../../toolkit/read/schema/shape.js";
import { definitionPosition } from "../place-name.js";
import { whole } from "./full-text.js";
import {
  destinations,
  type Item,
  mayHideInCommand,
  type ReviewItem,
  redirectItems,
  settingItem,
  started,
  type View,
  values,
  weakened,
} from "./items.js";
import { promptItems, type ReviewedPrompt } from "./prompts.js";

/** Most dangerous first. */
export const TITLES = [
  "breaks the policy",
  "sends your credentials elsewhere",
  "weakens what protects you",
  "talks to",
  "reads from your environment",
  "starts",
  "sets keys, headers and variables",
  "puts before the model",
  "chooses models",
  "sets keys that this version does not know",
] as const;

type Title = (typeof TITLES)[number];

export interface ReviewSection {
  readonly title: Title;
  readonly items: readonly ReviewItem[];
}

/**
 * Empty if the project changes nothing risky and has no prompts. Contains everything that untrusted loading withholds. `shown`: the name of
 * a prompt's file for reports.
 */
export function reviewOf(
  snapshot: Snapshot,
  prompts: readonly ReviewedPrompt[],
  shown: (name: string) => string,
): readonly ReviewSection[] {
  const { layers } = snapshot;
  const project = layerOfScope(layers, "project");
  const users = layers.filter((layer) => layer !== project);
  const { context, models } = promptItems(prompts, redactorFor(users), shown);
  const changes = project === undefined ? new Map<Title, readonly ReviewItem[]>() : changesOf(snapshot, project, users);
  changes.set("puts before the model", [...(changes.get("puts before the model") ?? []), ...context]);
  changes.set("chooses models", [...(changes.get("chooses models") ?? []), ...models]);
  return TITLES.map((title) => ({ title, items: changes.get(title) ?? [] })).filter(({ items }) => items.length > 0);
}

/** The changes that the configuration of the project makes. */
function changesOf(snapshot: Snapshot, project: Layer, users: readonly Layer[]): Map<Title, readonly ReviewItem[]> {
  const { settings, trust } = snapshot;
  const view: View = {
    ...{ settings, project, trust },
    open: redactorFor(users),
    programs: redactorFor(users, mayHideInCommand),
  };
  const items = new Map(TITLES.map((title) => [title, [...SECTIONS[title](view)]]));
  const isCovered = isAmong([...items.values()].flat());
  for (const { path, why } of withheldFrom(snapshot).withheld)
    if (!isCovered(path)) items.get(TITLE_OF[why])?.push(settingItem(path, view));
  items.set("breaks the policy", brokenPolicies(snapshot, view));
  return new Map(Array.from(items, ([title, some]) => [title, some.map((one) => itemOf(one, view))] as const));
}

const SECTIONS: Readonly<Record<Title, (view: View) => readonly Item[]>> = {
  // Found last: a value that a policy forbids is listed as what it does, too.
  "breaks the policy": () => [],
  "sends your credentials elsewhere": redirectItems,
  "weakens what protects you": weakened,
  "talks to": destinations,
  "reads from your environment": ({ trust: { variables }, open }) =>
    variables.map(({ path, variable }) => ({ path, what: variable, raw: null, redactor: open })),
  starts: started,
  "sets keys, headers and variables": (view) => values("credential", view),
  "puts before the model": (view) => values("context", view).filter(isKnown),
  "chooses models": (view) => values("model", view),
  // A later version may know them, so they are withheld as the others.
  "sets keys that this version does not know": (view) => values("context", view).filter((one) => !isKnown(one)),
};

/** What policies forbid in the project, each with the first line that forbids it. */
function brokenPolicies({ ruleFindings }: Snapshot, { project, open }: View): Item[] {
  return ruleFindings
    .filter(({ rule, layer }) => rule.isOfPolicy === true && layer === project)
    .map(({ at: { path }, message, related }) => {
      const [line] = related.flatMap(({ policy, at }) => (policy === undefined ? [] : [{ policy, at }]));
      const { file } = line?.policy.document.source ?? { file: "" };
      const where = line && `${file}:${startAt(line.policy.document, line.at).line}`;
      return { path, what: where === undefined ? message : `${message} (${where})`, raw: null, redactor: open };
    });
}

function isKnown({ path }: Item): boolean {
  return knowledgeOf(configShape, path) === "named";
}

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
function isAmong(items: readonly Item[]): (path: Path) => boolean {
  const covers = (one: Path, other: Path): boolean => one.every((step, index) => other[index] === step);
  return (path) => items.some((one) => covers(one.path, path) || covers(path, one.path));
}

function itemOf({ path, what, raw, redactor, isRun = false }: Item, { settings, project, open }: View): ReviewItem {
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
