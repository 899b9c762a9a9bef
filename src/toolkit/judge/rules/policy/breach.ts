/** What the rules about policies share: the restricted values of a configuration, and the report of one that a policy forbids. */
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quoteList } from "../../../../text/quote.js";
import { childOf, childrenOf, type Setting, settingAt } from "../../../mean/configuration/setting.js";
import { keyAt, type PathAnchor, valueAt } from "../../../read/diagnostic/anchor.js";
import { bindsOf, type Policy } from "../../policy/policy.js";
import type { Report, RuleContext } from "../rule.js";

/** A demand of one policy. */
export interface Demand<Value> {
  readonly policy: Policy;
  readonly value: Value;
}

/** The demands of all policies in force under one key. */
export function demandsOf<Value>(
  { policies }: RuleContext,
  read: (demands: Policy["demands"]) => Value | undefined,
): readonly Demand<Value>[] {
  return policies.flatMap((policy) => {
    const value = read(policy.demands);
    return value === undefined ? [] : [{ policy, value }];
  });
}

export interface BoundText {
  readonly path: Path;
  readonly setting: Setting;
}

/** The texts of a configuration that a key of policies restricts. */
export function textsBoundBy({ settings }: RuleContext, ...key: Path): readonly BoundText[] {
  return bindsOf(...key).flatMap((pattern) => textsAt(settings, pattern, []));
}

function textsAt(setting: Setting | undefined, [step, ...rest]: readonly string[], path: Path): readonly BoundText[] {
  if (setting === undefined) return [];
  if (step === undefined) return isText(setting) ? [{ path, setting }] : [];
  const inside = (child: Setting, key: string | number, steps: readonly string[]): readonly BoundText[] =>
    textsAt(child, steps, [...path, key]);
  if (step !== "*" && step !== "**") {
    const child = childOf(setting, step);
    return child === undefined ? [] : inside(child, step, rest);
  }
  if (isText(setting)) return step === "**" ? [{ path, setting }] : [];
  const steps = step === "**" ? [step] : rest;
  if (setting.kind === "list") return setting.items.flatMap((item, index) => inside(item, index, steps));
  return Array.from(childrenOf(setting)).flatMap(([key, child]) => inside(child, key, steps));
}

function isText(setting: Setting): boolean {
  return setting.kind === "scalar" && typeof setting.value === "string";
}

/** Whether the text at a path contains a variable's value or a command's output, which no message repeats. */
export function isForeign({ settings }: RuleContext, path: Path): boolean {
  const setting = settingAt(settings, path);
  return setting?.kind === "scalar" && setting.isForeign === true;
}

/** The place of a value, or the place that lacks it: where the project unsets it, or else the lowest layer. */
export function placeOf({ scope, layers }: RuleContext, path: Path): Pick<Report, "at" | "isSure"> {
  if (scope(path) !== undefined) return { at: valueAt(...path), isSure: true };
  const project = layers.find((layer) => layer.scope === "project");
  const unset = project?.places.find(
    ({ path: other, place }) =>
      place.kind === "scalar" && other.length > 0 && other.every((step, index) => step === path[index]),
  );
  if (unset !== undefined) return { at: { ...valueAt(...unset.path), layer: "project" }, isSure: true };
  const lowest = layers.find(({ tree }) => tree !== undefined)?.scope ?? "global";
  return { at: { ...keyAt(...path), layer: lowest } };
}

type Sentences = Pick<Report, "message" | "label" | "isSure" | "because">;

/** The report of a value that policies forbid, with the line of each policy. `why`: what a policy says there. */
export function breach(
  at: PathAnchor,
  broken: readonly Pick<Demand<unknown>, "policy">[],
  key: Path,
  { why, ...sentences }: Sentences & { readonly why: string },
): Report {
  const contacts = [...new Set(broken.flatMap(({ policy }) => policy.demands.contact ?? []))];
  return {
    ...sentences,
    at,
    related: broken.map(({ policy }) => ({ at: keyAt(...key), policy, message: why })),
    ...(contacts.length === 0 ? {} : { help: `ask ${quoteList(contacts)} about this policy` }),
  };
}

/** Whether a text is one of the names of a list, in which `*` stands for any text without a slash. */
export function isListed(text: string, names: readonly string[]): boolean {
  const steps = text.split(/[\\/]/);
  // `..` would lead out of a directory that a pattern names.
  const isPlain = !steps.includes("..");
  const { exact, patterns } = sorted(names);
  return exact.has(text) || (isPlain && patterns.some((pattern) => matches(text, pattern)));
}

const sorted = oncePer((names: readonly string[]) => ({
  exact: new Set(names),
  patterns: names.filter((name) => name.includes("*")),
}));

/** Compares from both ends and greedily between: no regular expression is made of a policy. */
function matches(text: string, pattern: string): boolean {
  const [texts, patterns] = [text.split(/[\\/]/), pattern.split(/[\\/]/)];
  return texts.length === patterns.length && texts.every((step, index) => matchesStep(step, patterns[index] ?? ""));
}

function matchesStep(text: string, pattern: string): boolean {
  const pieces = pattern.split("*");
  const [first = "", last = ""] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return text === pattern;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at === -1 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  // A `*` stands for at least one character where nothing else names the step.
  return pattern !== "*" || text !== "";
}
