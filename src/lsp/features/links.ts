/** Paths of files in the project, as links. */
import { linksOf } from "../../service/marks/links.js";
import { feature } from "../feature.js";
import type { DocumentLink, DocumentLinkParams } from "../protocol.js";
import { partsAt, rangeNow } from "../session.js";

export const links = feature<DocumentLinkParams>({
  method: "textDocument/documentLink",
  offer: () => ({ documentLinkProvider: { resolveProvider: false } }),
  answer: ({ workspace }, { textDocument: { uri } }): readonly DocumentLink[] => {
    const [part] = partsAt(workspace, uri);
    if (part === undefined) return [];
    return linksOf(part.state.snapshot, part.text.readable, part.state.host).flatMap(({ span, file }) => {
      const range = rangeNow(part.text, span);
      return range === undefined ? [] : [{ range, target: workspace.machine.uriOf(file) }];
    });
  },
});
