/** Whether changed text can still be read, found out without reading all of it again wherever that is possible. */
import type { Change } from "../diagnostic/finding.js";
import { type Document, parse } from "../document/document.js";
import { find, type Scalar } from "../document/node.js";
import { readYaml } from "../document/yaml.js";
import type { Path } from "../text/path.js";
import { applySplices, type Splice } from "./edit.js";

/** Whether changes to a readable document leave it readable. */
export function keepsReadable(document: Document, changes: readonly Change[], splices: readonly Splice[]): boolean {
  const doubtful = changes.filter((change) => isDoubtful(document, change, splices));
  if (doubtful.length === 0) return true;
  const inside = doubtful.flatMap((change) => (change.kind === "respell-inside" ? [change.path] : []));
  if (inside.length === doubtful.length) return inside.every((path) => scalarStays(document, path, splices));
  const { file, text } = document.source;
  const after = parse({ file, text: applySplices(text, splices) }, document.format);
  return after.problems.length <= document.problems.length;
}

/** New names and values are spelt for their place; JSON has no anchors, and its quotes stay closed. */
function isDoubtful({ source, format }: Document, change: Change, splices: readonly Splice[]): boolean {
  switch (change.kind) {
    case "rename":
    case "replace":
    case "cut":
      return false;
    case "delete":
      return format === "yaml" && splices.some(({ span }) => /[&*]/.test(source.text.slice(span.start, span.end)));
    case "respell-inside":
      return format === "yaml" && !/^[\w./@-]*$/.test(change.text);
    case "insert-first":
      return true;
  }
}

/** Whether a text is still one text after splices inside it, where it stands. */
function scalarStays(document: Document, path: Path, splices: readonly Splice[]): boolean {
  const { root, source } = document;
  const node = root && find(root, path)?.node;
  if (root === undefined || node?.kind !== "scalar") return false;
  const own = splices.filter(({ span }) => node.span.start <= span.start && span.end <= node.span.end);
  const moved = own.map(({ span, text }) => ({
    span: { start: span.start - node.span.start, end: span.end - node.span.start },
    text,
  }));
  const spelling = applySplices(source.text.slice(node.span.start, node.span.end), moved);
  return isOneText(isInFlow(document, path) ? `[${spelling}]` : `- ${spelling}`);
}

function isInFlow({ root, source }: Document, path: Path): boolean {
  return path.some((_, length) => {
    const around = root && find(root, path.slice(0, length))?.node;
    return around !== undefined && /[[{]/.test(source.text.charAt(around.span.start));
  });
}

function isOneText(yaml: string): boolean {
  const { root, problems } = readYaml(yaml);
  const [item, ...others] = root?.kind === "sequence" ? root.items : [];
  return problems.length === 0 && others.length === 0 && isText(item);
}

function isText(node: { readonly kind: string } | undefined): boolean {
  return node?.kind === "scalar" && typeof (node as Scalar).value === "string";
}
