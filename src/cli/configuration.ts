/** What most commands start from: the layers there are, and the configuration they make. Nothing is resolved or run. */

import { type Effective, effective } from "../configuration/effective.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { type Host, nodeHost } from "../host/host.js";
import { type Catalog, readCatalog } from "../layers/catalog.js";
import type { Layer, Unreadable } from "../layers/layer.js";
import { type Choice, locate } from "../layers/locate.js";
import { readLayers } from "../layers/read.js";
import { secretWords } from "../redaction/words.js";
import { type Path, parsePath } from "../text/path.js";
import { printable, quote } from "../text/printable.js";
import { print, type Terminal } from "./terminal.js";

/** `--global`, `--project`, `--no-global`, `--no-project`, `--catalog`. */
export interface LayerFlags extends Choice {
  readonly catalog?: string;
}

export interface Configuration {
  readonly host: Host;
  readonly layers: readonly Layer[];
  readonly catalog: Catalog | undefined;
  readonly effective: Effective;
  /** Declared secret in either layer (spec 2.7). */
  readonly words: RegExp | undefined;
}

export const EXIT = { ok: 0, findings: 1, usage: 2, noConfig: 3 } as const;

/**
 * The configuration, or the exit code when there is none; what stands in the way has then been said.
 * `files`: the caller wants each layer for itself, usable or not.
 */
export async function openConfiguration(
  terminal: Terminal,
  flags: LayerFlags,
  want: "in-effect" | "files" = "in-effect",
): Promise<Configuration | number> {
  const host = nodeHost();
  const { layers, unreadable } = readLayers(host, locate(host, flags), "hand-over");
  if (unreadable.length > 0) return sayUnreadable(terminal, unreadable);
  if (layers.length === 0) {
    await print(
      terminal.stderr,
      "agentcfg: no configuration found; see `agentcfg lint --help` for where it is looked for\n",
    );
    return EXIT.noConfig;
  }
  for (const { root, document, scope } of layers) {
    if (root !== undefined) continue;
    const file = printable(document.source.file);
    await print(
      terminal.stderr,
      `agentcfg: ${file}: the ${scope} layer counts for nothing; \`agentcfg lint\` says why\n`,
    );
    // Never the project alone in place of what its user wrote (S5).
    if (scope === "global" && want === "in-effect") return EXIT.findings;
  }
  const catalog = await openCatalog(terminal, host, flags.catalog);
  if (catalog === "unusable") return EXIT.usage;
  const words = secretWords(layers.map(({ document }) => document));
  return { host, layers, catalog, effective: effective(layers, catalog), words };
}

/** The catalog that a file holds; undefined without a file, `unusable` after saying why it is none. */
export async function openCatalog(
  terminal: Terminal,
  host: Host,
  file: string | undefined,
): Promise<Catalog | "unusable" | undefined> {
  if (file === undefined) return undefined;
  const catalog = readCatalog(host, file);
  if (typeof catalog !== "string") return catalog;
  await print(terminal.stderr, `agentcfg: cannot use the catalog ${printable(file)}: ${printable(catalog)}\n`);
  return "unusable";
}

export async function sayUnreadable(terminal: Terminal, unreadable: readonly Unreadable[]): Promise<number> {
  for (const { file, reason } of unreadable) {
    await print(terminal.stderr, `agentcfg: cannot read ${printable(file)}: ${reason}\n`);
  }
  return EXIT.usage;
}

/** The path that an argument means, or undefined after saying that it means none. */
export async function readPath(terminal: Terminal, text: string): Promise<Path | undefined> {
  const path = parsePath(text);
  if (path === undefined) {
    await print(
      terminal.stderr,
      `agentcfg: ${quote(text)} is no path; write \`models["acme/big"].class\` or \`/models/acme~1big/class\`\n`,
    );
  }
  return path;
}

/** `project layer .agent/config.yaml over global layer ~/.config/agent/config.yaml`. */
export function layerNames(layers: readonly Layer[]): string {
  return layers
    .toReversed()
    .map(({ scope, document }) => `${scope} layer ${printable(document.source.file)}`)
    .join(" over ");
}

/** A layer that cross-layer rules did not see. */
export function missingLayer(layers: readonly Layer[]): Scope | undefined {
  if (layers.length !== 1) return undefined;
  return layers[0]?.scope === "global" ? "project" : "global";
}
