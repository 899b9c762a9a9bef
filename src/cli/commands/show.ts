/** `agentcfg show`: prints the configuration in effect, or part of it. It hides secrets and runs no command. */
import { type Document, isCollection, isScalar, visit } from "yaml";
import { absenceOf } from "../../service/absence.js";
import { definitionPosition, placeName } from "../../service/place-name.js";
import { yamlDocument, yamlText } from "../../service/yaml.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { type ColorChoice, complain, paintFor, print, type Terminal, wantsColor } from "../../terminal/terminal.js";
import { paintedYaml } from "../../terminal/yaml-paint.js";
import { printable, printableJson } from "../../text/escape.js";
import { PATH_FORMS, type Path, toPointer } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { withoutDefaults } from "../../toolkit/mean/configuration/effective.js";
import { type Definition, definitionAt, type Setting, settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { dataAt, type Json } from "../../toolkit/read/document/data.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import type { Place } from "../../toolkit/read/schema/place.js";
import { inEffect } from "../in-effect.js";
import { type LayerFlags, openConfiguration, readPath, sayNoConfig } from "../open.js";

interface ShowFlags extends LayerFlags {
  /** `text` is a synonym of `yaml`. */
  readonly format: "yaml" | "text" | "json";
  readonly color: ColorChoice;
  readonly origin?: boolean;
  readonly defaults?: boolean;
  readonly layer?: Scope;
}

export const show = command<ShowFlags>({
  examples: [
    { line: "agentcfg show", describe: "everything in effect here" },
    { line: "agentcfg show models --origin", describe: "one part, and where each value comes from" },
    { line: "agentcfg show daemon --defaults", describe: "with the defaults of unset keys" },
    { line: "agentcfg show --layer project", describe: "what one layer says by itself" },
  ],
  arguments: [{ name: "[path]", describe: `part of it: ${PATH_FORMS}`, takes: "path" }],
  options: [
    ...LAYERS,
    UNTRUSTED,
    { flags: "--format <format>", describe: "how to print", choices: ["yaml", "text", "json"], default: "yaml" },
    COLOR,
    { flags: "--origin", describe: "print beside every value where it comes from" },
    { flags: "--defaults", describe: "print defaults too" },
    { flags: "--layer <layer>", describe: "one layer alone", choices: ["global", "project"] },
  ],
  more: WHERE,
  run: runShow,
});

async function runShow(terminal: Terminal, [text]: readonly string[], flags: ShowFlags): Promise<number> {
  const opened = await openConfiguration(terminal, flags, flags.defaults ? "if-any" : "in-effect");
  if (typeof opened === "number") return opened;
  const path = text === undefined ? [] : await readPath(terminal, text);
  if (path === undefined) return EXIT.usage;
  const snapshot = flags.layer === undefined ? await inEffect(terminal, opened) : opened;
  const view = viewOf(snapshot, flags);
  const value = dataAt(view.tree === undefined ? {} : snapshot.redactor.json(view.tree), path);
  if (value === undefined) {
    if (snapshot.layers.length === 0) return sayNoConfig(terminal, flags);
    const hasDefault = !flags.layer && settingAt(snapshot.effective, path) !== undefined;
    await complain(terminal, absenceOf(snapshot, path, hasDefault));
    return EXIT.findings;
  }
  await print(terminal.stdout, await rendered(terminal, value, path, view, flags));
  return EXIT.ok;
}

/** The printed values, and the definition of each. */
interface View {
  readonly tree: Place | Setting | undefined;
  readonly definition: (path: Path) => Definition | undefined;
}

function viewOf({ layers, trees, effective }: Snapshot, { layer: scope, defaults }: ShowFlags): View {
  if (scope === undefined) {
    const tree = defaults ? effective : withoutDefaults(effective);
    return { tree, definition: (path) => definitionAt(effective, path) };
  }
  const layer = layerOfScope(layers, scope);
  return { tree: layer && trees.get(layer), definition: (path) => layer && { layer, path } };
}

function originName(definition: Definition | undefined): string {
  return definition === undefined ? "default" : placeName(definition);
}

async function rendered(terminal: Terminal, value: Json, path: Path, view: View, flags: ShowFlags): Promise<string> {
  if (flags.format === "json") return asJson(value, path, view, flags);
  const text = asYaml(value, path, view, flags);
  const isTree = typeof value === "object" && value !== null;
  const isPainted = isTree && wantsColor(flags.color, terminal.host.env, terminal.stdout);
  return isPainted ? paintedYaml(text, await paintFor(true)) : text;
}

/** YAML; with `--origin`, each value has its origin as a comment. */
function asYaml(value: Json, base: Path, view: View, { origin }: ShowFlags): string {
  if (typeof value !== "object" || value === null) {
    return `${printable(String(value))}${origin ? `  # ${originName(view.definition(base))}` : ""}\n`;
  }
  const document = yamlDocument(value);
  if (origin) annotate(document, base, view);
  return yamlText(document);
}

function annotate(document: Document, base: Path, view: View): void {
  visit(document, {
    Node: (key, node, ancestors) => {
      const isLeaf = isScalar(node) || (isCollection(node) && node.items.length === 0);
      if (key === "key" || !isLeaf) return;
      node.comment = ` ${originName(view.definition([...base, ...stepsTo(ancestors, node)]))}`;
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

/** `{ version, path, value, origins }`: with `--origin`, origins of every leaf by JSON Pointer. */
function asJson(value: Json, base: Path, view: View, { origin }: ShowFlags): string {
  const origins = origin
    ? {
        origins: Object.fromEntries(
          leaves(value, base).map((path) => [toPointer(path), originOf(view.definition(path))]),
        ),
      }
    : {};
  return `${printableJson({ version: 1, path: toPointer(base), value, ...origins })}\n`;
}

function originOf(definition: Definition | undefined): object {
  if (definition === undefined) return { layer: "default" };
  const { document, scope } = definition.layer;
  return { layer: scope, file: document.source.file, ...definitionPosition(definition) };
}

function leaves(value: Json, path: Path): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return children.length === 0 ? [path] : children.flatMap(([key, child]) => leaves(child as Json, [...path, key]));
}
