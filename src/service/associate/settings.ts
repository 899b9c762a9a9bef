/** Adds to the settings of an editor, which are JSON with comments; all other bytes stay. */
import type { Path } from "../../text/path.js";
import { dataAt, isObject, type Json, own } from "../../toolkit/read/document/data.js";
import { toData } from "../../toolkit/read/document/node.js";
import type { Document } from "../../toolkit/read/document/parse.js";
import { assign } from "../../toolkit/read/edit/assign.js";
import { lineBreakOf } from "../../toolkit/read/edit/scalar.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { type Change, documentIn, encoded, presentAt } from "./change.js";

/** A value at a path, or an item of the list there. */
export interface Setting {
  readonly path: Path;
  readonly value: Json;
  /** For an item of a list: the key that identifies it. */
  readonly itemKey?: string;
}

export function settingsChange(host: Host, file: string, settings: readonly Setting[]): Change {
  const present = presentAt(host, file);
  if ("why" in present) return { kind: "refuse", file, why: present.why };
  const { bytes: before } = present;
  const whole = `${JSON.stringify(settings.reduce(withSetting, {}), null, 2)}\n`;
  if (before === undefined) return { kind: "write", file, before, after: encoded(whole), done: "written" };
  const document = documentIn(host, file, before, "jsonc");
  if (document === undefined) return { kind: "refuse", file, why: "it is not UTF-8" };
  const text = isEmpty(document) ? withWhole(document.source.text, whole) : withSettings(document, settings);
  if (text === undefined) return { kind: "refuse", file, why: whyNot(document) };
  if (text === document.source.text) return { kind: "leave", file, why: "already names the schema" };
  return { kind: "write", file, before, after: encoded(text), done: "the schema is added" };
}

/** Whether a text has only white space and comments, which counts as `{}`. */
function isEmpty({ problems }: Document): boolean {
  return problems.some((fact) => fact.kind === "invalid-json" && fact.problem === "empty");
}

function withWhole(text: string, whole: string): string {
  const lead = /[^\r\n\ufeff]$/.test(text) ? lineBreakOf(text) : "";
  return `${text}${lead}${whole.replaceAll("\n", lineBreakOf(text))}`;
}

/** The text with all missing settings; undefined without a certain place for them. */
function withSettings(document: Document, settings: readonly Setting[]): string | undefined {
  if (document.root === undefined || document.problems.length > 0) return undefined;
  let after = document;
  for (const { path, value, itemKey } of settings) {
    const there = after.root && dataAt(toData(after.root), path);
    if (isThere(there, value, itemKey)) continue;
    const outcome = assign(after, { path, value: { value }, append: itemKey !== undefined });
    if (!("document" in outcome)) return undefined;
    after = outcome.document;
  }
  return after.source.text;
}

/** Whether a setting exists, with any value: the user's own values are never replaced. */
function isThere(there: Json | undefined, value: Json, itemKey: string | undefined): boolean {
  if (itemKey === undefined) return there !== undefined && there !== null;
  const keyOf = (item: Json): Json | undefined => (isObject(item) ? own(item, itemKey) : undefined);
  return Array.isArray(there) && there.some((item: Json) => keyOf(item) === keyOf(value));
}

function whyNot({ root, problems }: Document): string {
  if (root === undefined || problems.length > 0) return "there is a mistake in it";
  return "something else stands where the schema belongs";
}

function withSetting(all: Json, { path, value, itemKey }: Setting): Json {
  const [step, ...rest] = path;
  if (step === undefined) return itemKey === undefined ? value : [value];
  const inside = isObject(all) ? (own(all, String(step)) ?? {}) : {};
  const setting = { path: rest, value, ...(itemKey === undefined ? {} : { itemKey }) };
  return { ...(isObject(all) ? all : {}), [step]: withSetting(inside, setting) };
}
