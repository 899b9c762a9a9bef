/** Beside a value that beats another one, or is beaten: what the other layer says. */
import { hintsOf } from "../../service/marks/hints.js";
import { feature } from "../feature.js";
import { offsetIn } from "../positions.js";
import type { InlayHint, InlayHintParams } from "../protocol.js";
import { locationOf, partsAt, rangeNow } from "../session.js";
import { unique } from "./unique.js";

export const hints = feature<InlayHintParams>({
  method: "textDocument/inlayHint",
  offer: () => ({ inlayHintProvider: true }),
  answer: (session, { textDocument: { uri }, range }): readonly InlayHint[] => {
    const { workspace } = session;
    if (!workspace.options.inlayHints) return [];
    const found = partsAt(workspace, uri).flatMap(({ state, text }) => {
      const { source } = text.layer.document;
      const [from, to] = range ? [offsetIn(source, range.start), offsetIn(source, range.end)] : [0, source.text.length];
      return hintsOf(state.snapshot, text.readable, state.counting()?.withheld).flatMap(
        ({ offset, text: label, about }): readonly InlayHint[] => {
          const position = rangeNow(text, { start: offset, end: offset })?.start;
          const at = position && offsetIn(source, position);
          if (position === undefined || at === undefined || at < from || at > to) return [];
          const location = about && locationOf(session, state, about.layer, about.span);
          return [{ position, label: [{ value: label, ...(location && { location }) }], paddingLeft: true }];
        },
      );
    });
    return unique(found);
  },
});
