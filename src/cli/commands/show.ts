/** `agentcfg show`: prints the configuration in effect, or part of it. It hides secrets and runs nothing. */
import { isNode } from "yaml";
import { absenceOf } from "../../service/absence.js";
import { type Provenance, provenanceOf } from "../../service/explain/provenance.js";
import { type Leaf, leavesOf } from "../../service/inspect/leaves.js";
import { definitionPosition, placeName } from "../../service/place-name.js";
import { isVouchedFor } from "../../service/waiting.js";
import { yamlDocument, yamlText } from "../../service/yaml.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, POLICY, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { type ColorChoice, complain, paintFor, print, type Terminal, wantsColor } from "../../terminal/terminal.js";
import { paintedYaml } from "../../terminal/yaml-paint.js";
import { printable, printableJson } from "../../text/escape.js";
import { PATH_FORMS, type Path, toPointer } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { withoutDefaults } from "../../toolkit/mean/configuration/effective.js";
import { type Definition, definitionOf, type Setting, settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { dataAt, type Json } from "../../toolkit/read/document/data.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { counted, inEffect } from "../in-effect.js";
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
    POLICY,
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
  const { snapshot, isWaiting } =
    flags.layer === undefined ? await inEffect(terminal, opened, flags, path) : await counted(terminal, opened, flags);
  const tree = treeIn(snapshot, flags);
  const value = dataAt(tree === undefined ? {} : snapshot.redactor.json(tree), path);
  if (value === undefined) {
    if (snapshot.layers.length === 0) return sayNoConfig(terminal, flags);
    const hasDefault = !flags.layer && settingAt(snapshot.effective, path) !== undefined;
    if (!isWaiting) await complain(terminal, absenceOf(snapshot, path, hasDefault));
    return EXIT.findings;
  }
  const shown = flags.origin ? settingAt(tree, path) : undefined;
  const leaves = shown === undefined ? [] : leavesOf(shown, path, value, snapshot.redactor);
  const isJson = flags.format === "json";
  await print(
    terminal.stdout,
    isJson
      ? asJson(value, leaves, path, flags, provenanceOf(opened, path, isCounted(terminal, opened, flags)))
      : await asYaml(terminal, value, leaves, path, flags.color),
  );
  return EXIT.ok;
}

/** The settings to print: those in effect, or those of one layer. */
function treeIn({ layers, trees, effective }: Snapshot, { layer: scope, defaults }: ShowFlags): Setting | undefined {
  if (scope === undefined) return defaults ? effective : withoutDefaults(effective);
  const layer = layerOfScope(layers, scope);
  return layer && trees.get(layer);
}

/** YAML; with `--origin`, each value has its origin as a comment. */
async function asYaml(
  terminal: Terminal,
  value: Json,
  leaves: readonly Leaf<Setting>[],
  base: Path,
  color: ColorChoice,
) {
  if (typeof value !== "object" || value === null) {
    const origins = leaves.map((leaf) => `  # ${originName(definitionIn(leaf))}`);
    return `${printable(String(value))}${origins.join("")}\n`;
  }
  const document = yamlDocument(value);
  for (const leaf of leaves) {
    const node = document.getIn(leaf.path.slice(base.length), true);
    if (isNode(node)) node.comment = ` ${originName(definitionIn(leaf))}`;
  }
  const text = yamlText(document);
  return wantsColor(color, terminal.host.env, terminal.stdout) ? paintedYaml(text, await paintFor(true)) : text;
}

/** Undefined for a default. */
function definitionIn({ place, at }: Leaf<Setting>): Definition | undefined {
  return place && definitionOf(place, at);
}

function originName(definition: Definition | undefined): string {
  return definition === undefined ? "default" : placeName(definition);
}

/** Whether all values of the project count. */
function isCounted({ host }: Terminal, opened: Snapshot, flags: ShowFlags): boolean {
  return flags.untrusted !== true && isVouchedFor(opened, host, flags);
}

/** `{ version, path, value, layers, withheld, origins }`: with `--origin`, origins of every leaf by JSON Pointer. */
function asJson(
  value: Json,
  leaves: readonly Leaf<Setting>[],
  base: Path,
  { origin }: ShowFlags,
  provenance: Provenance,
): string {
  const origins = leaves.map((leaf) => [toPointer(leaf.path), originOf(definitionIn(leaf))]);
  const shown = { version: 1, path: toPointer(base), value, ...provenance };
  return `${printableJson(origin ? { ...shown, origins: Object.fromEntries(origins) } : shown)}\n`;
}

function originOf(definition: Definition | undefined): object {
  if (definition === undefined) return { layer: "default" };
  const { document, scope } = definition.layer;
  return { layer: scope, file: document.source.file, ...definitionPosition(definition) };
}
