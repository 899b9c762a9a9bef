/** All uses of a name, in the files of every open configuration. */
import { referencesAt } from "../../service/references/definitions.js";
import { feature } from "../feature.js";
import type { Location, ReferenceParams } from "../protocol.js";
import { askedAt, locationOf } from "../session.js";
import { unique } from "./unique.js";

export const references = feature<ReferenceParams>({
  method: "textDocument/references",
  offer: () => ({ referencesProvider: true }),
  answer: (session, { textDocument, position, context }): readonly Location[] => {
    const found = askedAt(session, textDocument.uri, position).flatMap(({ state, layer, offset }) => {
      if (offset === undefined) return [];
      const uses = referencesAt(state.snapshot, layer, offset, context?.includeDeclaration === true);
      return uses.flatMap((use) => locationOf(session, state, use.layer, use.span) ?? []);
    });
    return unique(found);
  },
});
