/** From a reference to the keys of its entry, and from a key to the value that it overrides. */
import { definitionsAt } from "../../service/references/definitions.js";
import { feature } from "../feature.js";
import type { DefinitionParams, LocationLink } from "../protocol.js";
import { type Asked, askedAt, locationOf, type Session } from "../session.js";
import { unique } from "./unique.js";

export const definition = feature<DefinitionParams>({
  method: "textDocument/definition",
  offer: () => ({ definitionProvider: true }),
  answer: (session, { textDocument, position }) => {
    const links = unique(askedAt(session, textDocument.uri, position).flatMap((asked) => linksFrom(session, asked)));
    const canLink = session.client.textDocument?.definition?.linkSupport === true;
    return canLink
      ? links
      : links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
  },
});

function linksFrom(session: Session, { state, layer, offset }: Asked): readonly LocationLink[] {
  if (offset === undefined) return [];
  return definitionsAt(state.snapshot, layer, offset).flatMap((target) => {
    const key = locationOf(session, state, target.layer, target.span);
    const whole = locationOf(session, state, target.layer, target.whole) ?? key;
    if (key === undefined || whole === undefined) return [];
    return [{ targetUri: key.uri, targetRange: whole.range, targetSelectionRange: key.range }];
  });
}
