/** What `explain` tells about the key or value under the pointer, and about the findings there. */
import { meaningsAt } from "../../service/explain/described.js";
import { valueStory } from "../../service/explain/story.js";
import type { Path } from "../../text/path.js";
import { withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { ruleInfos } from "../../toolkit/judge/rules/info.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { find, pathAt } from "../../toolkit/read/document/node.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { feature } from "../feature.js";
import { hoverTakesMarkdown, type Line, markup, sentence } from "../prose.js";
import type { Hover, HoverParams } from "../protocol.js";
import { type Asked, askedAt, rangeNow } from "../session.js";
import { modelLines } from "./hover/model.js";
import { storyLines } from "./hover/story.js";
import { substitutionLines } from "./hover/substitution.js";
import { targetLines } from "./hover/target.js";

export const hover = feature<HoverParams>({
  method: "textDocument/hover",
  offer: () => ({ hoverProvider: true }),
  answer: (session, { textDocument, position }): Hover | undefined => {
    const [asked] = askedAt(session, textDocument.uri, position);
    const at = asked?.offset === undefined ? undefined : placeAt(asked.layer, asked.offset);
    if (asked === undefined || at === undefined) return undefined;
    const lines = linesAt(asked, at.path, session.workspace.machine.schema());
    if (lines.length === 0) return undefined;
    const range = rangeNow(asked.text, at.span);
    const contents = markup(lines, hoverTakesMarkdown(session.client));
    return { contents, ...(range && { range }) };
  },
});

interface At {
  readonly path: Path;
  readonly span: Span;
}

/** The innermost key or value at an offset; undefined between them. */
function placeAt({ root, document }: Layer, offset: number): At | undefined {
  for (const tree of [root, document.root]) {
    if (tree === undefined) continue;
    const { path, part } = pathAt(tree, offset);
    const found = path.length === 0 ? undefined : find(tree, path);
    if (found === undefined) continue;
    const isScalar = found.node.kind === "scalar";
    if (part === "key" && found.entry !== undefined) return { path, span: found.entry.keySpan };
    if (isScalar) return { path, span: found.node.span };
  }
  return undefined;
}

function linesAt(
  { state, text, layer, offset = 0 }: Asked,
  path: Path,
  schema: Parameters<typeof meaningsAt>[0],
): readonly Line[] {
  const { snapshot } = state;
  const counting = state.isVouchedFor() ? undefined : withheldFrom(snapshot);
  const [meaning] = meaningsAt(schema, snapshot, path);
  // Right after an edit no rule has run over the whole, and a hover does not wait for that.
  const found = state.isJudged ? (state.findings().get(text) ?? []) : [];
  const here = found.filter(({ range }) => range.start.offset <= offset && offset <= range.end.offset);
  return [
    ...(meaning === undefined ? [] : storyLines(valueStory(meaning, snapshot, counting))),
    ...substitutionLines(snapshot, layer, offset),
    ...targetLines(snapshot, layer, path),
    ...modelLines(snapshot, path),
    ...[...new Set(here.map(({ rule }) => rule))].map((rule) => reasonOf(rule)),
  ];
}

function reasonOf(rule: string): Line {
  const { summary = "" } = ruleInfos.find(({ id }) => id === rule) ?? {};
  return [{ code: rule }, " reports ", ...sentence(summary)];
}
