/** Names the schema at the beginning of a configuration, where every editor finds it. */
import type { JsonObject } from "../../toolkit/read/document/data.js";
import { FORMATS, type Format, formatOf } from "../../toolkit/read/document/formats.js";
import { toData } from "../../toolkit/read/document/node.js";
import { type Document, parse } from "../../toolkit/read/document/parse.js";
import { markLength } from "../../toolkit/read/document/source.js";
import { editsFor } from "../../toolkit/read/edit/edits.js";
import { lineBreakOf } from "../../toolkit/read/edit/scalar.js";
import { applyEdits } from "../../toolkit/read/edit/text-edits.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { type Change, documentIn, encoded, presentAt } from "./change.js";
import { SCHEMA_NAME } from "./schema-file.js";

export const SCHEMA_PATH = `./${SCHEMA_NAME}`;

/** The first line: language servers read this comment only before all content. */
export const FIRST_LINE = `# yaml-language-server: $schema=${SCHEMA_PATH}`;

/** A configuration that names its schema, unless it names one already. */
export function namingChange(host: Host, file: string): Change {
  const present = presentAt(host, file);
  if ("why" in present) return { kind: "refuse", file, why: present.why };
  const { bytes: before } = present;
  if (before === undefined) return { kind: "refuse", file, why: "there is no such file" };
  const format = formatOf(file);
  const document = documentIn(host, file, before, format);
  if (document === undefined) return { kind: "refuse", file, why: "it is not UTF-8" };
  const naming = NAMINGS[format];
  if (naming.isDone(document)) return { kind: "leave", file, why: "already names a schema" };
  const text = naming.text(document);
  if (text === undefined) return { kind: "refuse", file, why: "it cannot be read as a configuration" };
  return { kind: "write", file, before, after: encoded(text), done: `begins with \`${naming.begins}\`` };
}

interface Naming {
  /** The lines above the entries of a new configuration. */
  readonly lines: readonly string[];
  /** The first entries of a new configuration. */
  readonly entries: JsonObject;
  /** Whether a document names its schema already. */
  readonly isDone: (document: Document) => boolean;
  /** The text with the schema's name; undefined for an unreadable document. */
  readonly text: (document: Document) => string | undefined;
  readonly begins: string;
}

const BY_LINE: Naming = {
  lines: [FIRST_LINE],
  entries: {},
  isDone: hasSchemaLine,
  text: withFirstLine,
  begins: FIRST_LINE,
};

const BY_KEY: Naming = {
  lines: [],
  entries: { $schema: SCHEMA_PATH },
  isDone: ({ root }) => root?.entries.has("$schema") === true,
  text: withKey,
  begins: `"$schema": "${SCHEMA_PATH}"`,
};

export const NAMINGS: Readonly<Record<Format, Naming>> = { yaml: BY_LINE, json: BY_KEY, jsonc: BY_KEY };

function hasSchemaLine({ root, source }: Document): boolean {
  // Language servers read these two forms, in comments before all content.
  const before = root?.entries.values().next().value?.keySpan.start ?? source.text.length;
  return FORMATS.yaml
    .comments(source.text)
    .some(({ span, text }) => span.start < before && isSchemaLine(source.text.slice(span.start, span.start + 2), text));
}

function isSchemaLine(opening: string, text: string): boolean {
  return opening === "# " && /^(?:yaml-language-server\s*:\s*\$schema\s*=|\$schema\s*:)\s*\S/.test(text);
}

/** Adds only a comment, so the configuration stays the same. */
function withFirstLine(document: Document): string | undefined {
  const { text } = document.source;
  const mark = markLength(text);
  const after = `${text.slice(0, mark)}${FIRST_LINE}${lineBreakOf(text)}${text.slice(mark)}`;
  const { root } = parse({ file: document.source.file, text: after }, document.format);
  return JSON.stringify(root && toData(root)) === JSON.stringify(document.root && toData(document.root))
    ? after
    : undefined;
}

function withKey(document: Document): string | undefined {
  const edits = editsFor(document, { kind: "insert-first", key: "$schema", value: SCHEMA_PATH });
  return edits && applyEdits(document.source.text, edits);
}
