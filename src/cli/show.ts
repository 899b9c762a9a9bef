/** `agentcfg show`: the configuration in effect, or part of it, with secrets hidden and nothing executed. */
import { Document, isCollection, isScalar, visit } from "yaml";
import { placeOf } from "../analysis/diagnose.js";
import type { Written } from "../configuration/effective.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { type Json, valueAt } from "../document/node.js";
import { layerOfScope } from "../layers/layer.js";
import { redact } from "../redaction/redact.js";
import { formatPath, type Path, toPointer } from "../text/path.js";
import { printable, printableJson, printableLines, quote } from "../text/printable.js";
import { type Configuration, EXIT, type LayerFlags, openConfiguration, readPath } from "./configuration.js";
import { print, type Terminal } from "./terminal.js";

export interface ShowFlags extends LayerFlags {
  readonly format: "yaml" | "json";
  readonly origin?: boolean;
  readonly defaults?: boolean;
  readonly layer?: Scope;
}

/** Prints a value and returns the exit code. */
export async function runShow(terminal: Terminal, text: string | undefined, flags: ShowFlags): Promise<number> {
  const configuration = await openConfiguration(terminal, flags);
  if (typeof configuration === "number") return configuration;
  const path = text === undefined ? [] : await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const view = viewOf(configuration, flags);
  const value = valueAt(redact(view.value, [], configuration.words), path);
  if (value === undefined) {
    await print(terminal.stderr, `agentcfg: there is no value at ${quote(formatPath(path))}\n`);
    return EXIT.findings;
  }
  await print(
    terminal.stdout,
    flags.format === "json" ? asJson(value, path, view, flags) : asYaml(value, path, view, flags),
  );
  return EXIT.ok;
}

interface View {
  readonly value: Json;
  readonly written: (path: Path) => Written | undefined;
}

function viewOf({ layers, effective }: Configuration, { layer: scope, defaults }: ShowFlags): View {
  if (scope !== undefined) {
    const layer = layerOfScope(layers, scope);
    return { value: layer?.value ?? {}, written: (path) => layer && { layer, path } };
  }
  return {
    value: defaults ? effective.complete : withoutDefaults(effective.complete, [], effective.written),
    written: effective.written,
  };
}

/** Only what some file says. */
function withoutDefaults(value: Json, path: Path, written: View["written"]): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([key]) => written([...path, key]) !== undefined);
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutDefaults(child, [...path, key], written)]));
}

function placeName(written: Written | undefined): string {
  if (written === undefined) return "default";
  const { document } = written.layer;
  const { line, column } = placeOf(document, { path: written.path, part: "value" }).start;
  return `${printable(document.source.file)}:${line}:${column}`;
}

/** YAML, with the origin of every value as a comment beside it if that is wanted. */
function asYaml(value: Json, base: Path, view: View, { origin }: ShowFlags): string {
  if (typeof value !== "object" || value === null) {
    return `${printable(String(value))}${origin ? `  # ${placeName(view.written(base))}` : ""}\n`;
  }
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (origin) annotate(document, base, view);
  const text = document.toString({ lineWidth: 0 });
  // The library gives an empty collection with a comment three lines; one is enough.
  return printableLines(text.replace(/:\n\s+(\{\}|\[\])\n\s+(#.*)/g, ": $1 $2"));
}

function annotate(document: Document, base: Path, view: View): void {
  visit(document, {
    Node: (key, node, ancestors) => {
      const isLeaf = isScalar(node) || (isCollection(node) && node.items.length === 0);
      if (key === "key" || !isLeaf) return;
      node.comment = ` ${placeName(view.written([...base, ...stepsTo(ancestors, node)]))}`;
    },
  });
}

/** The path of a node in the printed document, from the pairs and lists around it. */
function stepsTo(ancestors: readonly unknown[], node: unknown): Path {
  const chain = [...ancestors, node];
  return chain.flatMap((part, index): Path => {
    if (typeof part !== "object" || part === null) return [];
    if ("key" in part && isScalar(part.key)) return [String(part.key.value)];
    const parent = chain[index - 1];
    const isItem = isCollection(parent) && !("key" in part);
    return isItem ? [(parent.items as unknown[]).indexOf(part)] : [];
  });
}

/** `{ version, path, value, origins }`: origins by JSON Pointer of every leaf, if they are wanted. */
function asJson(value: Json, base: Path, view: View, { origin }: ShowFlags): string {
  const origins = origin
    ? {
        origins: Object.fromEntries(leaves(value, base).map((path) => [toPointer(path), originOf(view.written(path))])),
      }
    : {};
  return `${printableJson({ version: 1, path: toPointer(base), value, ...origins })}\n`;
}

function originOf(written: Written | undefined): object {
  if (written === undefined) return { layer: "default" };
  const { document, scope } = written.layer;
  const { start } = placeOf(document, { path: written.path, part: "value" });
  return { layer: scope, file: document.source.file, ...start };
}

function leaves(value: Json, path: Path): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return children.length === 0 ? [path] : children.flatMap(([key, child]) => leaves(child as Json, [...path, key]));
}
