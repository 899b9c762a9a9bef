/** Completions for a shell: paths, values, rules, severities, branches and tags. */
import { type Path, parsePath, toPointer } from "../text/path.js";
import { ruleInfos } from "../toolkit/judge/rules/info.js";
import { childrenOf, type Setting, settingAt } from "../toolkit/mean/configuration/setting.js";
import type { Severity } from "../toolkit/read/diagnostic/diagnostic.js";
import { keysIn, knowledgeOf, meaningsOf } from "../toolkit/read/schema/lookup.js";
import { configShape, type Shape } from "../toolkit/read/schema/shape.js";

/** Kinds of completions; shells complete names of files by themselves. `value`: of the path in the word before it. */
export const NAME_KINDS = ["path", "rule", "path-or-rule", "value", "path-or-value", "severity", "ref"] as const;

export type NameKind = (typeof NAME_KINDS)[number];

/** The word that the user is typing, and the one before it. */
interface Typed {
  readonly word: string;
  readonly before: string;
}

/** Names with other characters are not offered, because a shell might act on them. */
const PLAIN = /^[A-Za-z0-9_./:@+][A-Za-z0-9_./:@+-]*$/;

interface Known {
  readonly settings: Setting;
  /** Branches and tags of the repository. */
  readonly refs: readonly string[];
}

/** The completions of the word, sorted, without duplicates. */
export function namesFor(kind: NameKind, { word, before }: Typed, { settings, refs }: Known): readonly string[] {
  if (kind === "rule" || kind === "severity") return listed(word, kind === "rule" ? () => IDS : weighed);
  const path = parsePath(before) ?? [];
  const values = kind.endsWith("value") ? valuesAt(settings, path) : [];
  // If the word before has no known values, it was a value itself, and a path follows.
  const wantsPaths = kind === "path" || kind === "path-or-rule" || (kind === "path-or-value" && !isPlace(path));
  const names = [
    ...values,
    ...(wantsPaths ? pathsFrom(settings, word) : []),
    ...(kind === "path-or-rule" ? IDS : []),
    ...(kind === "ref" ? refs : []),
  ];
  return [...new Set(names)].filter((name) => name.startsWith(word) && PLAIN.test(name));
}

const IDS = ruleInfos.map(({ id }) => id);
const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** A list with commas, whose last name is incomplete; names already in the list are not offered. */
function listed(word: string, namesOf: (last: string) => readonly string[]): readonly string[] {
  const complete = word.slice(0, word.lastIndexOf(",") + 1);
  const last = word.slice(complete.length);
  const named = complete.split(",").map((piece) => piece.replace(/=.*/, ""));
  if (complete !== "" && !named.slice(0, -1).every((name) => PLAIN.test(name))) return [];
  return namesOf(last)
    .filter((name) => name.startsWith(last) && !named.includes(name))
    .map((name) => `${complete}${name}`);
}

/** `RULE=SEVERITY`: severities after a complete rule or family. */
function weighed(last: string): readonly string[] {
  const [name = "", severity] = last.split("=");
  const names =
    severity === undefined ? IDS.filter((id) => id.startsWith(name)) : [name].filter((one) => PLAIN.test(one));
  const [only, ...others] = names;
  return only === undefined || others.length > 0 ? names : SEVERITIES.map((one) => `${only}=${one}`);
}

function isPlace(path: Path): boolean {
  return path.length > 0 && meaningsOf(configShape, path).length > 0;
}

/** Paths one step longer than the typed one; a single one also with a separator, if it has keys. */
function pathsFrom(settings: Setting, word: string): readonly string[] {
  const separator = word.startsWith("/") ? "/" : ".";
  const base = word.slice(0, word.lastIndexOf(separator) + 1);
  const around = parsePath(base.slice(0, -1));
  if (around === undefined) return [];
  const candidates = keysAt(settings, around)
    .map((key) => ({ name: `${base}${key}`, path: [...around, key] }))
    .filter(({ name, path }) => name.startsWith(word) && isSame(parsePath(name), path));
  const [only] = candidates;
  const leadsOn = candidates.length === 1 && only !== undefined && keysAt(settings, only.path).length > 0;
  return [...candidates.map(({ name }) => name), ...(leadsOn ? [`${only.name}${separator}`] : [])];
}

/** A name with a dot or a slash would read as another path. */
function isSame(path: Path | undefined, other: Path): boolean {
  return path !== undefined && toPointer(path) === toPointer(other);
}

function keysAt(settings: Setting, path: Path): readonly string[] {
  const known = meaningsOf(configShape, path).flatMap(({ shape }) => keysIn(shape));
  // A misspelt key of the file is no place.
  const written = [...childrenOf(settingAt(settings, path)).keys()].filter(
    (name) => knowledgeOf(configShape, [...path, name]) !== "none",
  );
  return [...new Set([...known, ...written])];
}

/** The values of a place, if the schema or the configuration lists them. */
function valuesAt(settings: Setting, path: Path): readonly string[] {
  if (!isPlace(path)) return [];
  return meaningsOf(configShape, path)
    .flatMap(({ shape }) => [shape, ...(shape.items === undefined ? [] : [shape.items])])
    .flatMap((shape) => valuesOf(settings, shape));
}

function valuesOf(settings: Setting, { values = [], types, schema }: Shape): readonly string[] {
  const section = schema["x-ref"];
  const entries = section === undefined ? [] : childrenOf(settingAt(settings, [section])).keys();
  return [...values, ...(types?.has("boolean") ? ["true", "false"] : []), ...entries];
}
