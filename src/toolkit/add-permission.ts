/** Adds one rule to what the user's permissions allow, for an answer "always" (P-S108). Every other byte of the file stays. */
import type { Effect, Rule } from "../permissions/rule.js";
import { Run } from "./judge/analysis/run.js";
import { fileRules } from "./judge/permissions/file-rules.js";
import { Coverage } from "./judge/permissions/hidden.js";
import { readBeside } from "./lint.js";
import { toData } from "./read/document/node.js";
import { type Document, parse } from "./read/document/parse.js";
import { assign } from "./read/edit/assign.js";
import { lineBreakAt } from "./read/edit/scalar.js";
import { editsBetween } from "./read/edit/text-edits.js";
import type { WritingHost } from "./read/host/host.js";
import { writingHostHere } from "./read/host/writing.js";
import type { FileOptions } from "./read/layers/choice.js";
import { layerOfScope } from "./read/layers/layer.js";
import { newPermissionsFile } from "./read/layers/locate.js";
import { newPermissions } from "./read/layers/new-layer.js";
import { expectArgument, FLAG, type Kinds, LAYERS, OBJECT, optionsOf } from "./read/layers/options.js";
import { store } from "./read/layers/store.js";
import type { ChangedText } from "./set-value.js";

export interface AddPermissionOptions extends FileOptions {
  /** The rule to allow. */
  readonly rule: Rule;
  /** Whether to write the file: whole or not at all, and only if it still has the content that was read. */
  readonly write?: boolean;
  /** The machine; the one this process runs on by default. */
  readonly host?: WritingHost;
}

/** Why nothing was added. */
export type AddPermissionRefusal =
  /** There is no place for a file of the user's own. */
  | "nowhere"
  /** The file has a mistake, so nothing that it allows counts; `findings` of `loadPermissions` have it. */
  | "mistaken"
  /** A rule of the file that denies or asks is about all these calls; `by` is its place. */
  | "hidden"
  /** An edit of this file would have to guess, for example because of an anchor. */
  | "by-hand"
  /** The file could not be written; `reason` completes "cannot write FILE: …". */
  | "unwritten";

export type AddPermissionResult = {
  /** Absolute name of the user's file, existing or not; undefined without a place for it. */
  readonly file: string | undefined;
} & (
  | ChangedText
  /** The file allows it already. */
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "refused";
      readonly why: AddPermissionRefusal;
      readonly by?: { readonly effect: Effect; readonly index: number };
      readonly reason?: string;
    }
);

const KINDS: Kinds = { ...LAYERS, rule: OBJECT, write: FLAG };

/**
 * Adds a rule at the end of `allow` in the user's permissions, a new file where there is none. Bad input is refused, never thrown; a wrong
 * option is a `TypeError`. Without `write`, no file changes.
 */
export function addPermission(given: AddPermissionOptions): AddPermissionResult {
  const { rule, write = false, ...options } = optionsOf("addPermission", given, KINDS);
  expectArgument("addPermission", "rule", rule, ["an object of texts", isRule]);
  const host = options.host ?? writingHostHere();
  const inputs = readBeside(host, { ...options, project: false });
  const existing = layerOfScope(inputs.reported, "global");
  const layer = existing ?? newPermissions(host, newPermissionsFile(host, options.global));
  const file = layer?.file;
  if (layer === undefined) return { file, kind: "refused", why: "nowhere" };
  const { document } = layer;
  const isMistaken = new Run(inputs).result.diagnostics.some(({ severity }) => severity === "error");
  if (isMistaken || document.root === undefined) return { file, kind: "refused", why: "mistaken" };
  const by = coverOf(document, rule, ["deny", "ask"]);
  if (by !== undefined) return { file, kind: "refused", why: "hidden", by: { effect: by.effect, index: by.index } };
  if (coverOf(document, rule, ["allow"]) !== undefined) return { file, kind: "unchanged" };
  const { tool, command, path, server } = rule;
  const value = Object.fromEntries(
    Object.entries({ server, tool, command, path }).flatMap(([key, one]) => (one === undefined ? [] : [[key, one]])),
  );
  const outcome = assign(document, { path: ["allow"], value: { value }, append: true });
  if (!("document" in outcome)) return { file, kind: "refused", why: "by-hand" };
  const text = inLines(outcome.document);
  const reason = write ? store(host, layer, text, existing === undefined) : undefined;
  if (reason !== undefined) return { file, kind: "refused", why: "unwritten", reason };
  return {
    file,
    kind: "changed",
    text,
    edits: editsBetween(document.source.text, text),
    isNew: existing === undefined,
  };
}

/** The text with a list of one rule on a line of its own, where later rules find room below it. */
function inLines({ source, format, root }: Document): string {
  const { text } = source;
  const list = root?.entries.get("allow")?.value;
  const isInBraces = root === undefined || text[root.span.start] === "{";
  if (isInBraces || list?.kind !== "sequence" || list.items.length !== 1 || text[list.span.start] !== "[") return text;
  const inner = text.slice(list.span.start + 1, list.span.end - 1).trim();
  const end = lineBreakAt(source, list.span.start);
  const lines = `${text.slice(0, list.span.start).trimEnd()}${end}  - ${inner}${text.slice(list.span.end)}`;
  const after = parse({ ...source, text: lines }, format).root;
  return after !== undefined && JSON.stringify(toData(after)) === JSON.stringify(toData(root)) ? lines : text;
}

function coverOf(document: Document, rule: Rule, effects: readonly Effect[]) {
  return new Coverage(fileRules(document).filter(({ effect }) => effects.includes(effect))).coverOf(rule);
}

const FIELDS: readonly string[] = ["tool", "command", "path", "server"];

function isRule(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return (
    entries.length > 0 &&
    entries.every(([key, one]) => FIELDS.includes(key) && typeof one === "string" && one.trim() !== "")
  );
}
