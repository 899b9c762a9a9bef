/** Turns the file of another tool into a configuration of this agent. Pure: reads, writes and runs nothing. */
import type { Diagnostic, Position, Scope } from "./diagnostic/diagnostic.js";
import { isObject, type Json, type JsonObject } from "./document/data.js";
import { decode } from "./document/encoding.js";
import { type Format, formatOf, formatOfText } from "./document/formats.js";
import type { Mapping } from "./document/node.js";
import { parse } from "./document/parse.js";
import { positionOf, type Source } from "./document/source.js";
import type { AgentConfig } from "./generated/config.js";
import type { Imported } from "./import/entries.js";
import { shownPath } from "./import/log.js";
import { translate } from "./import/translate.js";
import { CURRENT_VERSION } from "./layers/upgrade.js";
import { lint } from "./lint.js";
import { parsePath, toPointer } from "./text/path.js";
import { enumerate } from "./text/quote.js";
import { lenient, ownKeys, toolOf } from "./tools/recognise.js";
import { TOOLS } from "./tools/table.js";

export interface ImportOptions {
  /** The name of the file: it tells the format, and often the tool. */
  readonly file?: string;
  /** The layer that the configuration is for; `global` by default. What would be an error there is left out. */
  readonly as?: Scope;
}

/** Something that has no counterpart, or another one than might be thought. */
export interface ImportRemark {
  readonly position: Position;
  /** One line: a path in the file, and what there is to say of it. Holds no value. */
  readonly message: string;
}

/** A variable that the configuration asks for and its user has to set. */
export interface ImportVariable {
  readonly name: string;
  /** The place in the configuration that asks for it, for people. */
  readonly path: string;
  /** What to set it to, in words. */
  readonly as: string;
}

export type ImportResult =
  | {
      readonly ok: true;
      /** The tool that the file belongs to. */
      readonly tool: string;
      readonly config: AgentConfig;
      readonly remarks: readonly ImportRemark[];
      readonly variables: readonly ImportVariable[];
    }
  | {
      readonly ok: false;
      /** Completes "cannot import FILE: …". */
      readonly reason: string;
      /** What is wrong with the text, where that is the matter. */
      readonly diagnostics: readonly Diagnostic[];
      readonly remarks: readonly ImportRemark[];
    };

/**
 * The servers, providers and models of a file that another tool wrote, as a configuration without errors.
 *
 * A secret that is written out becomes `${NAME}`, and is in no part of the result. Bad input gives a reason, never an exception.
 */
export function importFrom(text: string | Uint8Array, { file = "", as = "global" }: ImportOptions = {}): ImportResult {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const read = readForeign(bytes, file);
  if ("reason" in read) return { ok: false, diagnostics: [], remarks: [], ...read };
  const { root, source } = read;
  const tool = toolOf(root, file);
  if (tool === undefined) return { ok: false, reason: whyUnknown(root, file), diagnostics: [], remarks: [] };

  const { entries, remarks, wanted } = translate(root, tool);
  const { sound, dropped } = withoutErrors(entries, as);
  const all = [...remarks, ...dropped].toSorted((a, b) => a.span.start - b.span.start);
  const shown = all.map(({ span, path, message }) => ({
    position: positionOf(source, span.start),
    message: `${shownPath(path)} ${message}`,
  }));
  if (sound.length === 0) {
    const reason = `it is a file of ${tool.name} without a server, provider or model that could be taken over`;
    return { ok: false, reason, diagnostics: [], remarks: shown };
  }
  const config = configOf(sound);
  const written = JSON.stringify(config);
  const variables = wanted.filter(({ name }) => written.includes(`\${${name}}`));
  return {
    ok: true,
    tool: tool.name,
    config: config as unknown as AgentConfig,
    remarks: shown,
    variables: variables.map(({ name, path, as: what }) => ({ name, path: shownPath(path), as: what })),
  };
}

/** The tree of a file, or why there is none. Names without an ending say nothing of the format. */
function readForeign(
  bytes: Uint8Array,
  file: string,
): { readonly root: Mapping; readonly source: Source } | { reason: string; diagnostics?: readonly Diagnostic[] } {
  const format: Format = /\.\w+$/.test(file) ? formatOf(file) : formatOfText(bytes);
  const { text, problem } = decode(bytes);
  const source = { file, text };
  if (problem === undefined && isToml(text, file)) {
    return { reason: "it is TOML, which is not read; write its servers as JSON below `mcpServers` and import that" };
  }
  const { root } = lenient(parse(source, format));
  if (problem === undefined && root !== undefined) return { root, source };
  const as = format === "json" ? "jsonc" : format;
  const { diagnostics } = lint({ texts: [{ file, text: bytes, format: as, as: "global" }] });
  return { reason: "it cannot be read", diagnostics: diagnostics.filter(({ rule }) => rule.startsWith("syntax/")) };
}

/** By its name, or by its first line that is no comment: a table's name in brackets, or a key with `=`. */
function isToml(text: string, file: string): boolean {
  const first = text.split(/\r?\n/, 500).find((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
  return /\.toml$/i.test(file) || /^\s*(?:\[\[?[A-Za-z_][^\]]*\]\]?\s*(?:#.*)?$|[A-Za-z_][\w."-]*\s*=)/.test(first);
}

function whyUnknown(root: Mapping, file: string): string {
  if (root.entries.size === 0) return "it is empty";
  if (ownKeys(root, undefined).length > 0)
    return `it is a configuration of this agent already; \`agentcfg lint ${file}\` checks it`;
  const names = TOOLS.slice(1).map(({ name }) => name);
  return `nothing in it tells which tool wrote it; files are known of ${enumerate(names, "and")}`;
}

function configOf(entries: Iterable<Imported>): JsonObject {
  const sections = new Map<string, [string, Json][]>();
  for (const { path, value } of entries) {
    const [section, name] = path;
    const there = sections.get(section);
    if (there === undefined) sections.set(section, [[name, value]]);
    else there.push([name, value]);
  }
  const written = Array.from(sections, ([section, values]) => [section, Object.fromEntries(values)] as const);
  return { version: CURRENT_VERSION, ...Object.fromEntries(written) };
}

type Dropped = Pick<Imported["from"], "span" | "path"> & { readonly message: string };

/** The entries in which lint finds no error. A variable or header that has one goes by itself, anything else takes its entry with it. */
function withoutErrors(
  entries: readonly Imported[],
  as: Scope,
): { readonly sound: readonly Imported[]; readonly dropped: readonly Dropped[] } {
  const sound = new Map(entries.map((entry) => [toPointer(entry.path), entry]));
  const dropped: Dropped[] = [];
  for (;;) {
    const text = JSON.stringify(configOf(sound.values()));
    const { diagnostics } = lint({ texts: [{ file: "config.json", text, as }] });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (sound.size === 0 || errors.length === 0) return { sound: [...sound.values()], dropped };
    const known = dropped.length;
    for (const { path = "", message } of errors) {
      const [section = "", name = "", ...inside] = parsePath(path) ?? [];
      const address = toPointer([section, name]);
      const entry = sound.get(address);
      if (entry === undefined) continue;
      const smaller = withoutItem(entry, inside.map(String));
      if (smaller === undefined) sound.delete(address);
      else sound.set(address, smaller);
      dropped.push({ ...entry.from, message: `is left out${smaller === undefined ? "" : " in part"}: ${message}` });
    }
    // What is wrong with the whole, such as its size, is wrong with every part of it.
    if (dropped.length === known) return { sound: [], dropped };
  }
}

function withoutItem(entry: Imported, [map = "", item = ""]: readonly string[]): Imported | undefined {
  const items = isObject(entry.value) ? entry.value[map] : undefined;
  if (!["env", "headers"].includes(map) || !isObject(entry.value) || !isObject(items)) return undefined;
  if (!Object.hasOwn(items, item)) return undefined;
  const { [item]: _, ...rest } = items;
  return { ...entry, value: { ...entry.value, [map]: rest } };
}
