/** Names that a shell may offer while a command line is typed: of places, of what may stand there, and of rules. */
import { childrenOf, type Setting, settingAt } from "../configuration/setting.js";
import { ruleInfos } from "../rules/info.js";
import { keysIn, meaningsOf } from "../schema/lookup.js";
import { configShape, type Shape } from "../schema/shape.js";
import { type Path, parsePath, toPointer } from "../text/path.js";
import type { Kind } from "./command.js";

/** Kinds of names that come out of files; names of files every shell knows by itself. */
export const NAME_KINDS = ["path", "rule", "path-or-rule", "value", "path-or-value"] as const;

export type NameKind = Exclude<Kind, "file">;

/** What is typed, as far as it is: the word, and the one before it. */
interface Typed {
  readonly word: string;
  readonly before: string;
}

/** Anything else might mean something to a shell. */
const PLAIN = /^[A-Za-z0-9_./:@+][A-Za-z0-9_./:@+-]*$/;

/** The names that the word may become, in order, each once; `settings`: the configuration there is. */
export function namesFor(kind: NameKind, { word, before }: Typed, settings: Setting): readonly string[] {
  const path = parsePath(before) ?? [];
  const values = kind.endsWith("value") ? valuesAt(settings, path) : [];
  // Where a value may follow and none is known, the word before was a value itself, and another path comes.
  const wantsPaths = kind === "path" || kind === "path-or-rule" || (kind === "path-or-value" && !isPlace(path));
  const names = [
    ...values,
    ...(wantsPaths ? pathsFrom(settings, word) : []),
    ...(kind.endsWith("rule") ? ruleInfos.map(({ id }) => id) : []),
  ];
  return [...new Set(names)].filter((name) => name.startsWith(word) && PLAIN.test(name));
}

function isPlace(path: Path): boolean {
  return path.length > 0 && meaningsOf(configShape, path).length > 0;
}

/** One step further than what is typed, and two where one alone is left that leads further. */
function pathsFrom(settings: Setting, word: string): readonly string[] {
  const separator = word.startsWith("/") ? "/" : ".";
  const base = word.slice(0, word.lastIndexOf(separator) + 1);
  const around = parsePath(base.slice(0, -1));
  if (around === undefined) return [];
  const found = keysAt(settings, around)
    .map((key) => ({ name: `${base}${key}`, path: [...around, key] }))
    .filter(({ name, path }) => name.startsWith(word) && isSame(parsePath(name), path));
  const [only] = found;
  const leadsOn = found.length === 1 && only !== undefined && keysAt(settings, only.path).length > 0;
  return [...found.map(({ name }) => name), ...(leadsOn ? [`${only.name}${separator}`] : [])];
}

/** A name with a dot or a slash in it may read as something else. */
function isSame(path: Path | undefined, other: Path): boolean {
  return path !== undefined && toPointer(path) === toPointer(other);
}

function keysAt(settings: Setting, path: Path): readonly string[] {
  const known = meaningsOf(configShape, path).flatMap(({ shape }) => keysIn(shape));
  return [...new Set([...known, ...childrenOf(settingAt(settings, path)).keys()])];
}

/** What may stand at a place, as far as there is a list of it. */
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
