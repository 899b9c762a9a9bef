/** Writes rules that allow into the user's file of permissions, for the answer "forever" (P-S108). */
import type { Rule } from "../permissions/rule.js";
import { formatOf } from "./read/document/formats.js";
import { parse } from "./read/document/parse.js";
import { assign } from "./read/edit/assign.js";
import { SPELLINGS } from "./read/edit/spelling.js";
import type { WritingHost } from "./read/host/host.js";
import { isOfAnotherWriter, nodeHost, writingHostHere } from "./read/host/writing.js";
import type { FileOptions } from "./read/layers/choice.js";
import { ownPlace } from "./read/layers/identity.js";
import type { Layer } from "./read/layers/layer.js";
import { choiceOf, locatePermissions } from "./read/layers/locate.js";
import { FLAG, type Kinds, LAYERS, OBJECT, optionsOf, TEXT } from "./read/layers/options.js";
import { globalDirectory } from "./read/layers/places.js";
import { readPermissions } from "./read/layers/read.js";
import { store } from "./read/layers/store.js";

export interface AllowOptions extends FileOptions {
  readonly rules: readonly Rule[];
  /** Whether to write the file: whole or not at all, and only if it still has the content that was read. */
  readonly write?: boolean;
  readonly cwd?: string;
  /** Environment, including `HOME` and `XDG_CONFIG_HOME`; that of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The machine; the one this process runs on by default. */
  readonly host?: WritingHost;
}

export type AllowResult =
  | { readonly kind: "changed"; readonly file: string; readonly text: string }
  /** `reason` completes "cannot write FILE: …"; without a file there is no place for one. */
  | { readonly kind: "refused"; readonly file: string | undefined; readonly reason: string };

const KINDS = {
  ...{ ...LAYERS, rules: ["a list of rules", Array.isArray], write: FLAG, cwd: TEXT, env: OBJECT },
} satisfies Kinds;

/** Other writers that are waited for, each for a moment. */
const ROUNDS = 5;

/**
 * Adds rules to the list `allow` of the user's file, which is made, for its user alone, where it is missing. All bytes of the file stay. A file
 * with a mistake in its syntax is not written.
 */
export function allowCalls(given: AllowOptions): AllowResult {
  const options = optionsOf("allowCalls", given, KINDS);
  const host = options.host ?? (options.env === undefined ? writingHostHere() : nodeHost(options));
  for (let round = 1; ; round += 1) {
    const result = attempt(host, options);
    if (result.kind === "changed" || round === ROUNDS || !isOfAnotherWriter(result.reason)) return result;
  }
}

function attempt(host: WritingHost, { global, rules, write = false }: AllowOptions): AllowResult {
  const { file: place, reason } = placeOf(host, global);
  if (place === undefined) return { kind: "refused", file: undefined, reason };
  const refused = (why: string): AllowResult => ({ kind: "refused", file: place, reason: why });
  const [layer] = readPermissions(host, choiceOf(global, false), "report").layers;
  if (layer === undefined)
    return host.kindOf(place) === undefined ? created(host, place, rules, write) : refused("it cannot be read");
  if (layer.document.root === undefined || layer.document.problems.length > 0 || layer.facts.length > 0)
    return refused("it has errors");
  const text = withRules(layer, rules);
  if (text === undefined) return refused("the list `allow` in it can only be changed by hand");
  const why = write ? store(host, layer, text, false) : undefined;
  return why === undefined ? { kind: "changed", file: layer.file ?? place, text } : refused(why);
}

/** The user's file, or the one to make. */
function placeOf(
  host: WritingHost,
  global: string | false | undefined,
): { readonly file: string | undefined; readonly reason: string } {
  const { global: location } = locatePermissions(host, choiceOf(global, false));
  if (location.kind === "file") return { file: location.file, reason: "" };
  if (location.kind !== "missing")
    return { file: undefined, reason: "there are several files of permissions, or none is wanted" };
  const directory = typeof global === "string" ? host.join(host.resolve(global), "..") : globalDirectory(host);
  return { file: directory && host.join(directory, "permissions.yaml"), reason: "there is no home directory" };
}

function created(host: WritingHost, file: string, rules: readonly Rule[], write: boolean): AllowResult {
  const spelt = rules.map((rule) => `  - ${SPELLINGS[formatOf(file)].value({ ...rule })}`);
  const text = `version: 1\nallow:\n${spelt.join("\n")}\n`;
  const why = write ? host.createFile(ownPlace(host, file), new TextEncoder().encode(text)) : undefined;
  return why === undefined ? { kind: "changed", file, text } : { kind: "refused", file, reason: why };
}

/** The text with rules at the end of its list; undefined where only its author can add them. */
function withRules({ document }: Layer, rules: readonly Rule[]): string | undefined {
  let now =
    document.root?.entries.size === 0 && document.source.text.trim() === ""
      ? parse({ ...document.source, text: "version: 1\n" }, document.format)
      : document;
  for (const rule of rules) {
    const assigned = assign(now, { path: ["allow"], value: { value: { ...rule } }, append: true });
    if ("kind" in assigned) return undefined;
    now = assigned.document;
  }
  return now.source.text;
}
