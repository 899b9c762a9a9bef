/** Reads one text: its tree, if it has one, and its mistakes. Other rooms reach the parsers only through this file. */
import type { Span } from "../diagnostic/diagnostic.js";
import { lostBackslashes } from "./backslashes.js";
import { lineMarks } from "./copied.js";
import { checkText } from "./encoding.js";
import type { ReadingFact } from "./facts.js";
import { FORMATS, type Format } from "./formats.js";
import type { Mapping, Node } from "./node.js";
import { firstLine, type Source } from "./source.js";

export interface Document {
  readonly source: Source;
  readonly format: Format;
  /** Undefined for a text that is not a readable mapping. An empty text of YAML is an empty mapping. */
  readonly root: Mapping | undefined;
  readonly problems: readonly ReadingFact[];
  /** Texts that were read and are not in the tree; any of them may be secret. */
  readonly leftOut: readonly Span[];
}

/** Reads a text. Never throws. */
export function parse(source: Source, format: Format): Document {
  const unfit = checkText(source.text);
  if (unfit !== undefined) return unread(source, format, unfit);
  const copied = lineMarks(source.text);
  if (copied !== undefined)
    return unread(source, format, { kind: format === "yaml" ? "invalid-yaml" : "invalid-json", ...copied });
  const { root, problems: facts, leftOut } = FORMATS[format].read(source.text);
  const problems = [...facts, ...lostBackslashes(source.text, root)];
  if (root === undefined || root.kind === "mapping") return { source, format, root, problems, leftOut };
  return { source, format, root: undefined, problems: [...problems, notMapping(source, root)], leftOut };
}

/** A document without a tree, and the reason. */
function unread(source: Source, format: Format, problem: ReadingFact): Document {
  return { source, format, root: undefined, problems: [problem], leftOut: [] };
}

function notMapping(source: Source, { kind, span }: Exclude<Node, Mapping>): ReadingFact {
  return {
    kind: "not-a-mapping",
    at: { span: firstLine(source, span) },
    content: kind === "sequence" ? "list" : "scalar",
    text: source.text.slice(span.start, span.end),
  };
}
