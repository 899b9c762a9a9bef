/** Reads configurations and reports what is wrong with them. Runs nothing, connects to nothing, reads nothing but config files. */

import { examine, knowledgeOf } from "./analysis/analyze.js";
import { diagnose } from "./analysis/diagnose.js";
import { suppress } from "./analysis/suppress.js";
import {
  compareDiagnostics,
  type Diagnostic,
  type Scope,
  type Severity,
  withoutRepeats,
} from "./diagnostic/diagnostic.js";
import { type Format, formatOf } from "./document/document.js";
import { loneSurrogate } from "./document/text.js";
import { type Host, nodeHost } from "./host/host.js";
import type { Catalog } from "./layers/catalog.js";
import { type Layer, layerOf, layerOfScope, readLayer, type Unreadable, unusable } from "./layers/layer.js";
import { type Choice, choiceOf, locate } from "./layers/locate.js";
import { readLayers } from "./layers/read.js";
import { secretWords } from "./redaction/words.js";
import type { Knowledge } from "./rules/view.js";

/** A configuration given as text, or as the bytes of one, instead of as a file. */
export interface LintText {
  /** The name shown in the report; its ending decides the format unless `format` does. */
  readonly file: string;
  readonly text: string | Uint8Array;
  readonly format?: Format;
  readonly as?: Scope;
}

export interface LintOptions extends Choice {
  /** Files to lint, relative to the host's working directory. With neither `files` nor `texts`, the layers that are found. */
  readonly files?: readonly string[];
  readonly texts?: readonly LintText[];
  /** The layer of all inputs. Without it a file in an `.agent` directory is a project's, any other is global. */
  readonly as?: Scope;
  /** What is known of models and providers beside the configuration (S16). With it, an unknown model is an error. */
  readonly catalog?: Catalog;
  /** Whether comments in the files may suppress diagnostics; true by default. */
  readonly ignores?: boolean;
  /** The machine; the one this process runs on by default. */
  readonly host?: Host;
}

/** How many diagnostics there are of each severity. */
export interface Summary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export interface LintResult {
  /** Every layer that was read, named or found. */
  readonly layers: readonly Layer[];
  /** In the order of file, line, column and rule; the same input gives the same list. */
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: Summary;
  /** How many diagnostics comments suppress. */
  readonly suppressed: number;
  readonly unreadable: readonly Unreadable[];
}

/** What was read and is now to be judged. */
export interface Inputs {
  /** Layers to read together, each group with the global layer first. */
  readonly groups: readonly (readonly Layer[])[];
  /** Those of them whose diagnostics are wanted. */
  readonly reported: ReadonlySet<Layer>;
  readonly unreadable: readonly Unreadable[];
  readonly knowledge: (layers: readonly Layer[]) => Knowledge;
  /** Whether comments in the files may suppress diagnostics. */
  readonly ignores: boolean;
  /** SHA-256 in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
}

/**
 * Lints configurations, each as the pair of layers that it is part of.
 *
 * An input that is one layer is read together with the other one: another input, the file that `global` or `project` names,
 * or the one that is found (S1); `false` for none, and with `texts` alone none is looked for. Only diagnostics of the
 * inputs are reported; without inputs, those of both layers that are found.
 *
 * Bad input gives diagnostics, never an exception. No secret appears in the diagnostics; `layers` hold the texts as they are.
 */
export function lint(options: LintOptions = {}): LintResult {
  return report(readInputs(options));
}

/** Reads what the options name, and what belongs to it. */
export function readInputs(options: LintOptions): Inputs {
  const host = options.host ?? nodeHost();
  const readings = [
    ...distinct(host, options.files ?? []).map((file) =>
      readLayer(host, file, options.as ?? scopeOf(host.resolve(file))),
    ),
    ...(options.texts ?? []).map((text) => textLayer(text, options.as, host)),
  ];
  const inputs = readings.filter((reading) => "document" in reading);
  const named = readings.length > 0;
  const purelyTexts = named && options.files === undefined;
  const wanted = (scope: Scope): string | false | undefined =>
    layerOfScope(inputs, scope) === undefined ? (options[scope] ?? (purelyTexts ? false : undefined)) : false;
  const found = readLayers(host, locate(host, choiceOf(wanted("global"), wanted("project"))), "hand-over");
  return {
    groups: named ? group(inputs, found.layers) : [found.layers],
    reported: new Set(named ? inputs : found.layers),
    unreadable: [...readings.filter((reading) => "reason" in reading), ...found.unreadable],
    knowledge: (layers) => knowledgeOf(host, layers, options.catalog),
    ignores: options.ignores ?? true,
    sha256: host.sha256,
  };
}

/** The files, each once, however often and in whatever spelling it is named. */
function distinct(host: Host, files: readonly string[]): readonly string[] {
  return [...new Map(files.map((file) => [host.resolve(file), file])).values()];
}

/** Everything there is to say about what was read. */
export function report({ groups, reported, unreadable, knowledge, ignores }: Inputs): LintResult {
  const words = secretWords(groups.flat().map(({ document }) => document));
  const diagnostics = groups.flatMap((layers) =>
    examine(layers, knowledge(layers))
      .filter(({ layer }) => reported.has(layer))
      .flatMap(({ layer, findings }) => findings.map((finding) => diagnose(finding, layer, layers, words))),
  );
  const unique = withoutRepeats(diagnostics);
  const { kept, suppressed } = ignores ? suppress(unique, [...reported], words) : { kept: unique, suppressed: 0 };
  const sorted = kept.toSorted(compareDiagnostics);
  return {
    layers: [...new Set(groups.flat())],
    diagnostics: sorted,
    summary: summarise(sorted),
    suppressed,
    unreadable,
  };
}

/** The pairs to read together, each with the global layer first. Several global files are no pair with anything. */
function group(inputs: readonly Layer[], found: readonly Layer[]): readonly (readonly Layer[])[] {
  const all = [...found, ...inputs];
  const globals = all.filter(({ scope }) => scope === "global");
  const projects = all.filter(({ scope }) => scope === "project");
  if (globals.length > 1) return all.map((layer) => [layer]);
  return projects.length === 0 ? [globals] : projects.map((project) => [...globals, project]);
}

function textLayer({ file, text, format = formatOf(file), as }: LintText, scope: Scope | undefined, host: Host): Layer {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const identity = { scope: as ?? scope ?? scopeOf(file), file: undefined, sha256: host.sha256(bytes) };
  const half = typeof text === "string" ? text.search(/\p{Cs}/u) : -1;
  // Encoding would replace half a character in silence.
  if (half !== -1) return unusable({ file, text: String(text) }, loneSurrogate(half, half + 1), identity);
  return layerOf(file, bytes, format, identity);
}

/** A file in an `.agent` directory belongs to a project (S1). */
function scopeOf(file: string): Scope {
  return file.split(/[\\/]/).slice(0, -1).includes(".agent") ? "project" : "global";
}

function summarise(diagnostics: readonly Diagnostic[]): Summary {
  const count = (severity: Severity): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}
