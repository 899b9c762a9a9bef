/** Why `set` and `unset` wrote nothing, and what to do instead. */
import { printable } from "../text/escape.js";
import { formatPath, type Path, toPointer } from "../text/path.js";
import { didYouMean, enumerate, quote } from "../text/quote.js";
import { shellWord } from "../text/shell.js";
import type { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { type Setting, settingAt, shadowedAt } from "../toolkit/mean/configuration/setting.js";
import { pathsMeant } from "../toolkit/mean/configuration/similar-paths.js";
import type { Diagnostic } from "../toolkit/read/diagnostic/diagnostic.js";
import { MAX_DEPTH } from "../toolkit/read/document/encoding.js";
import type { Layer } from "../toolkit/read/layers/layer.js";
import { knowledgeOf } from "../toolkit/read/schema/lookup.js";
import type { ObjectPlace } from "../toolkit/read/schema/place.js";
import { configShape, type Shape } from "../toolkit/read/schema/shape.js";
import type { SetOutcome } from "../toolkit/set.js";

/** For a text that cannot be edited. */
export function whyNotEdited(
  outcome: Exclude<SetOutcome, { kind: "changed" | "unchanged" }>,
  { document, scope }: Layer,
): string {
  const file = printable(document.source.file);
  if (outcome.kind === "newer") return `${file} has an unknown version and is never rewritten`;
  const name = quote(formatPath(outcome.path));
  switch (outcome.kind) {
    case "required": {
      const around = formatPath(outcome.path.slice(0, -1));
      return `not written: ${quote(around)} needs ${quote(String(outcome.path.at(-1)))}; \`agentcfg unset --${scope} ${shellWord(around)}\` removes it whole`;
    }
    case "by-hand":
      return `${file}: ${name} is written in a way that can only be edited by hand`;
    case "too-deep":
      return `${file}: a path has at most ${MAX_DEPTH} steps, and this one has ${outcome.path.length}`;
    case "no-list":
      return `${file}: ${name} is not a list; without \`--append\` another value takes its place`;
    case "no-item": {
      const items = outcome.count === 1 ? "1 item, [0]" : `${outcome.count} items`;
      return `${file}: there is no ${name}: the list has ${items}; \`set --append\` adds one`;
    }
  }
}

/** For a change that would be a mistake. `where`: the options of `set` that name the layer. */
export function whyRefused(
  { paths, refusals, snapshot }: Extract<SetOutcome, { kind: "changed" }>,
  isSet: boolean,
  where: string,
): string {
  const names = enumerate(
    paths.map((path) => quote(formatPath(path))),
    "and",
  );
  const why = `not written: ${isSet ? names : `the configuration without ${names}`} would be invalid`;
  const unknown = paths.filter((path) => knowledgeOf(configShape, path) === "none");
  const similar = unknown.flatMap((path) => pathsMeant(snapshot.settings, path));
  if (similar.length > 0) return `${why}${didYouMean(similar.map((path) => quote(formatPath(path))))}`;
  return `${why}${isSet ? together(snapshot, paths, refusals, where) : ""}`;
}

/** The advice to set required keys together: both command lines, with the missing keys. */
function together(snapshot: Snapshot, paths: readonly Path[], refusals: readonly Diagnostic[], where: string): string {
  const entries = paths.flatMap((path) => path.map((_, length) => path.slice(0, length)));
  const refused = entries.filter((entry) => refusals.some(({ path }) => path === toPointer(entry)));
  const missing = refused.flatMap((entry) => lackingAt(snapshot.settings, entry).map((key) => [...entry, key]));
  if (missing.length === 0) return "";
  const all = [...new Map([...paths, ...missing].map((path) => [toPointer(path), path])).values()];
  const set = `\`agentcfg set ${where}`;
  const pairs = `${set} ${all.map((path) => `${word(path)} VALUE`).join(" ")}\``;
  const parents = new Set(all.map((path) => toPointer(path.slice(0, -1))));
  const parent = all[0]?.slice(0, -1) ?? [];
  const keys = all.map((path) => `${path.at(-1)}: VALUE`).join(", ");
  const mapping = parents.size > 1 ? "" : ` or ${set} ${word(parent)} '{ ${keys} }'\``;
  return `; set these together: ${pairs}${mapping}`;
}

/** A path as a shell takes it. */
function word(path: Path): string {
  const text = formatPath(path);
  return /^[\w.-]*$/.test(text) ? text : `'${text}'`;
}

/** The required keys that the object at a path lacks, in effect or not. */
function lackingAt(settings: Setting, path: Path): readonly string[] {
  const place = settingAt(settings, path) ?? shadowedAt(settings, path).at(-1)?.place;
  return place?.kind === "object" ? lackingKeys(place) : [];
}

/** Without a chosen variant: the tag, and the required keys of the only variant that all keys fit. */
function lackingKeys({ entries, shape, variant }: ObjectPlace): readonly string[] {
  const lacking = ({ schema: { required = [] } }: Shape): readonly string[] =>
    required.filter((key) => !entries.has(key));
  if (variant !== undefined) return lacking(variant);
  if (shape?.tag === undefined) return [];
  const { key, variants } = shape.tag;
  const names = [...entries.keys()].filter((name) => name !== key);
  const fitting = [...variants.values()].filter(({ properties }) => names.every((name) => properties.has(name)));
  const [only] = fitting;
  return [...new Set([key, ...(fitting.length === 1 && only !== undefined ? lacking(only) : [])])];
}
