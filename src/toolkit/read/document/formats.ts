/** The formats of configurations (S6) and their readers. A new format is an entry here and its reader. */
import type { ParseResult } from "./builder.js";
import type { Comment } from "./comment.js";
import { jsonComments, readJson } from "./json/package.js";
import { yamlComments } from "./yaml/package.js";
import { readYaml } from "./yaml/reader.js";

/**
 * `yaml` is YAML 1.2 core, `json` is strict JSON, `jsonc` allows comments and trailing commas
 * ([S6](../../../../docs/decisions.md#s6)).
 */
export type Format = "yaml" | "json" | "jsonc";

interface FormatEntry {
  /** The endings of file names. */
  readonly endings: readonly string[];
  /** Reads a text. Never throws. */
  readonly read: (text: string) => ParseResult;
  /** The comments of a text, in its order. */
  readonly comments: (text: string) => readonly Comment[];
  /** The mark of a comment up to the end of its line; undefined for a format without comments. */
  readonly mark: "#" | "//" | undefined;
  /** Matches white space and comments between two tokens. */
  readonly between: RegExp;
}

export const FORMATS: Readonly<Record<Format, FormatEntry>> = {
  yaml: {
    endings: [".yaml", ".yml"],
    read: readYaml,
    comments: yamlComments,
    mark: "#",
    between: /(?:\s(?:#[^\n\r]*(?![^\n\r]))?)*/y,
  },
  json: {
    endings: [".json"],
    read: (text) => readJson(text, "json"),
    comments: () => [],
    mark: undefined,
    between: /\s*/y,
  },
  jsonc: {
    endings: [".jsonc"],
    read: (text) => readJson(text, "jsonc"),
    comments: jsonComments,
    mark: "//",
    between: /(?:\/\/[^\n\r]*(?![^\n\r])|\/\*(?:[^*]|\*(?!\/))*\*\/|\s)*/y,
  },
};

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[];

/** All endings, in the order of the formats. */
export const ENDINGS: readonly string[] = Object.values(FORMATS).flatMap(({ endings }) => endings);

/** The ending of a file name if it belongs to no format; undefined for a name without an ending. */
export function foreignEnding(file: string): string | undefined {
  const ending = /[^./\\](\.[^./\\]+)$/.exec(file)?.[1]?.toLowerCase();
  return ending === undefined || ENDINGS.includes(ending) ? undefined : ending;
}

/** The format of a file name; YAML for an unknown ending. */
export function formatOf(file: string): Format {
  const name = file.toLowerCase();
  return FORMAT_NAMES.find((format) => FORMATS[format].endings.some((ending) => name.endsWith(ending))) ?? "yaml";
}

/** The format of a text without a file name. A text that starts with a brace or a comment of JSONC is JSONC, never YAML (S6). */
export function formatOfText(bytes: Uint8Array): Format {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  return /^(\{|\/\/|\/\*)/.test(start) ? "jsonc" : "yaml";
}
