/** The key or value under the pointer: its meaning, its value in effect, and the findings there. */
import type { Path } from "../../text/path.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { find, type Mapping, pathAt } from "../../toolkit/read/document/node.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import { feature } from "../feature.js";
import { hoverTakesMarkdown, type Line, markup } from "../prose.js";
import type { Hover, HoverParams } from "../protocol.js";
import { type Opened, openAt } from "../session.js";
import { offsetThen, rangeNow } from "../text.js";
import { layerLines } from "./hover/layer.js";
import { permissionLines } from "./hover/permissions.js";
import { policyLines } from "./hover/policy.js";

export const hover = feature<HoverParams>({
  method: "textDocument/hover",
  offer: () => ({ hoverProvider: true }),
  answer: ({ workspace, client }, { textDocument, position }): Hover | undefined => {
    const open = openAt(workspace, textDocument.uri);
    const offset = open && offsetThen(open.text, position);
    const at = offset === undefined ? undefined : open && placeAt(open, offset);
    if (open === undefined || offset === undefined || at === undefined) return undefined;
    const place = { ...at, offset };
    const schema = workspace.machine.schemas[open.kind]();
    const lines = linesOf(open, place, schema);
    if (lines.length === 0) return undefined;
    const range = rangeNow(open.text, at.span);
    const contents = markup(lines, hoverTakesMarkdown(client));
    return { contents, ...(range && { range }) };
  },
});

function linesOf(open: Opened, place: At & { readonly offset: number }, schema: Shape): readonly Line[] {
  switch (open.kind) {
    case "layer":
      return layerLines(open, place, schema);
    case "permissions":
      return permissionLines(open, place, schema);
    case "policy":
      return policyLines(open, place, schema);
  }
}

interface At {
  readonly path: Path;
  readonly span: Span;
}

/** The innermost key or value at an offset; undefined between them. */
function placeAt(open: Opened, offset: number): At | undefined {
  for (const tree of treesOf(open)) {
    if (tree === undefined) continue;
    const { path, part } = pathAt(tree, offset);
    const node = path.length === 0 ? undefined : find(tree, path);
    if (node === undefined) continue;
    const isScalar = node.node.kind === "scalar";
    if (part === "key" && node.entry !== undefined) return { path, span: node.entry.keySpan };
    if (isScalar) return { path, span: node.node.span };
  }
  return undefined;
}

/** The tree in effect of a layer, and the tree as it is written. */
function treesOf(open: Opened): readonly (Mapping | undefined)[] {
  return [...(open.kind === "layer" ? [open.text.readableLayer.root] : []), open.text.readable.root];
}
