/** One text, read: its tree if it has one, and what is wrong with it. The only door to the parsers. */
import type { Finding } from "../diagnostic/finding.js";
import { readJson } from "./json.js";
import type { Mapping, Node } from "./node.js";
import { firstLine, type Source, type Span } from "./source.js";
import { checkText } from "./text.js";
import { readYaml } from "./yaml.js";
import { missingSpace } from "./yaml-problems.js";

/** `yaml` is YAML 1.2 core, `json` is strict JSON, `jsonc` allows comments and trailing commas (S6). */
export type Format = "yaml" | "json" | "jsonc";

export interface Document {
  readonly source: Source;
  readonly format: Format;
  /** Undefined when the text cannot be read as a mapping. An empty text is an empty mapping. */
  readonly root: Mapping | undefined;
  readonly problems: readonly Finding[];
  /** Texts that were read and are not in the tree; any of them may be secret. */
  readonly leftOut: readonly Span[];
}

/** The format a file name asks for; YAML when the name does not say. */
export function formatOf(file: string): Format {
  const name = file.toLowerCase();
  if (name.endsWith(".json")) return "json";
  return name.endsWith(".jsonc") ? "jsonc" : "yaml";
}

/** Reads a text. Never throws, whatever the text is. */
export function parse(source: Source, format: Format): Document {
  const unfit = checkText(source.text);
  if (unfit !== undefined) return { source, format, root: undefined, problems: [unfit], leftOut: [] };
  const { root, problems, leftOut } = format === "yaml" ? readYaml(source.text) : readJson(source.text, format);
  if (root === undefined || root.kind === "mapping") return { source, format, root, problems, leftOut };
  return { source, format, root: undefined, problems: [...problems, notMapping(source, format, root)], leftOut };
}

function notMapping(source: Source, format: Format, { kind, span }: Exclude<Node, Mapping>): Finding {
  const start =
    format === "yaml" ? "start with a key, such as `version: 3`" : 'start with an object, such as `{ "version": 3 }`';
  return {
    rule: "syntax/not-a-mapping",
    at: { span: firstLine(source, span) },
    message: `a configuration is a mapping of keys to values, but this file holds ${kind === "sequence" ? "a list" : "a single value"}`,
    help: (format === "yaml" && missingSpace(source.text.slice(span.start, span.end))) || start,
  };
}
