/** Turns the file of another tool into a configuration of this agent. Pure: reads and writes no file and runs no command. */
import type { AgentConfig } from "../generated/config.js";
import { parsePath } from "../text/path.js";
import { configOf } from "./import/entries.js";
import { type Remark, shownPath } from "./import/log.js";
import { readForeign, readingRemarks } from "./import/read.js";
import { type Fault, withoutFaults } from "./import/sound.js";
import { translate } from "./import/translate.js";
import { lint } from "./lint.js";
import type { Diagnostic, Position, Scope } from "./read/diagnostic/diagnostic.js";
import type { JsonObject } from "./read/document/data.js";
import type { Format } from "./read/document/formats.js";
import { positionOf } from "./read/document/source.js";
import { expectArgument, expectOptions, type Kind, LAYER, TEXT } from "./read/layers/options.js";

export interface ImportOptions {
  /** The name of the file: it determines the format, and often the tool. */
  readonly file?: string;
  /** The layer of the configuration; `global` by default. Omits entries that would be errors there. */
  readonly as?: Scope;
}

/** A setting without a counterpart, or with an unexpected one. */
export interface ImportRemark {
  readonly position: Position;
  /** One line: a path in the file, and the remark about it. Holds no value. */
  readonly message: string;
}

/** A variable that the configuration reads and its user has to set. */
export interface ImportVariable {
  readonly name: string;
  /** The place in the configuration that reads it, for people. */
  readonly path: string;
  /** The value to set it to, in words. */
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
      /** Diagnostics of the text, if the text is the reason. */
      readonly diagnostics: readonly Diagnostic[];
      readonly remarks: readonly ImportRemark[];
    };

/**
 * The servers, providers and models of another tool's file, as a configuration without errors.
 *
 * `${NAME}` replaces each secret in clear text, which is in no part of the result. Bad input gives a reason, never an exception; a wrong
 * option is a `TypeError`.
 */
export function importFrom(text: string | Uint8Array, options: ImportOptions = {}): ImportResult {
  const { file = "", as = "global" } = right("importFrom", text, options);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const reading = readForeign(bytes, file);
  if (reading.kind === "other") return { ok: false, reason: reading.reason, diagnostics: [], remarks: [] };
  if (reading.kind === "broken") return broken(bytes, file, reading.format);
  const { tool, root, source } = reading;
  const { entries, remarks, wanted } = translate(root, tool, "all-tools");
  const { sound, remarks: faults } = withoutFaults(entries, (config) => errorsIn(config, as));
  const shown = [...readingRemarks(reading), ...remarks, ...faults]
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ span, path, message }: Remark) => ({
      position: positionOf(source, span.start),
      message: `${shownPath(path)} ${message}`,
    }));
  if (sound.length === 0) {
    const reason = `it is a file of ${tool.name} without a server, provider or model that could be taken over`;
    return { ok: false, reason, diagnostics: [], remarks: shown };
  }
  const config = configOf(sound);
  const written = JSON.stringify(config);
  const variables = wanted
    .filter(({ name }) => written.includes(`\${${name}}`))
    .map(({ name, path, as: what }) => ({ name, path: shownPath(path), as: what }));
  return { ok: true, tool: tool.name, config: config as unknown as AgentConfig, remarks: shown, variables };
}

export function broken(bytes: Uint8Array, file: string, format: Format): Extract<ImportResult, { readonly ok: false }> {
  const { diagnostics } = lint({ texts: [{ file, text: bytes, format }] });
  const syntax = diagnostics.filter(({ rule }) => rule.startsWith("syntax/"));
  return { ok: false, reason: "it cannot be read", diagnostics: syntax, remarks: [] };
}

/** The lint findings for a configuration that is one layer. */
export function judged(config: JsonObject, as: Scope): readonly Diagnostic[] {
  return lint({ texts: [{ file: "config.json", text: JSON.stringify(config), as }] }).diagnostics;
}

function errorsIn(config: JsonObject, as: Scope): readonly Fault[] {
  const errors = judged(config, as).filter(({ severity }) => severity === "error");
  return errors.map(({ path = "", message }) => ({ path: parsePath(path) ?? [], message }));
}

const CONTENT: Kind = ["a text or a `Uint8Array`", (value) => typeof value === "string" || value instanceof Uint8Array];

/** The options, after checking them and the text. */
export function right(call: string, text: unknown, options: ImportOptions): ImportOptions {
  expectArgument(call, "text", text, CONTENT);
  expectOptions(call, options, { file: TEXT, as: LAYER });
  return options;
}
