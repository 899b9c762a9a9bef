/** Turns the file of another tool into a configuration of this agent. Pure: reads, writes and runs nothing. */
import type { Diagnostic, Position, Scope } from "./diagnostic/diagnostic.js";
import type { JsonObject } from "./document/data.js";
import { positionOf } from "./document/source.js";
import type { AgentConfig } from "./generated/config.js";
import { configOf } from "./import/entries.js";
import { type Remark, shownPath } from "./import/log.js";
import { readForeign, readingRemarks } from "./import/read.js";
import { type Fault, withoutFaults } from "./import/sound.js";
import { translate } from "./import/translate.js";
import { lint } from "./lint.js";
import { parsePath } from "./text/path.js";

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
  const reading = readForeign(bytes, file);
  if (reading.kind === "other") return { ok: false, reason: reading.reason, diagnostics: [], remarks: [] };
  if (reading.kind === "broken") {
    const { diagnostics } = lint({ texts: [{ file, text: bytes, format: reading.format }] });
    const syntax = diagnostics.filter(({ rule }) => rule.startsWith("syntax/"));
    return { ok: false, reason: "it cannot be read", diagnostics: syntax, remarks: [] };
  }
  const { tool, root, document } = reading;
  const { entries, remarks, wanted } = translate(root, tool);
  const { sound, remarks: faults } = withoutFaults(entries, (config) => errorsIn(config, as));
  const shown = [...readingRemarks(document), ...remarks, ...faults]
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ span, path, message }: Remark) => ({
      position: positionOf(document.source, span.start),
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

/** What lint calls an error in a configuration that is one layer by itself. */
function errorsIn(config: JsonObject, as: Scope): readonly Fault[] {
  const { diagnostics } = lint({ texts: [{ file: "config.json", text: JSON.stringify(config), as }] });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ path = "", message }) => ({ path: parsePath(path) ?? [], message }));
}
