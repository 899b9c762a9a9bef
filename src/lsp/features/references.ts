/** Names in the files of every open configuration: their definitions, uses and renames. */
import { definitionsAt, referencesAt } from "../../service/references/definitions.js";
import { editsProject, renameAt, renamed } from "../../service/references/rename.js";
import { quote } from "../../text/quote.js";
import { workspaceEdit } from "../edits.js";
import { feature } from "../feature.js";
import {
  type DefinitionParams,
  type Location,
  type LocationLink,
  type PrepareRenameParams,
  type ReferenceParams,
  type RenameParams,
  ResponseError,
} from "../protocol.js";
import { locationOf, type Session, type Target, targetsAt, unique } from "../session.js";
import { rangeNow } from "../text.js";

export const references = feature<ReferenceParams>({
  method: "textDocument/references",
  offer: () => ({ referencesProvider: true }),
  answer: (session, { textDocument, position, context }): readonly Location[] => {
    const locations = targetsAt(session, textDocument.uri, position).flatMap(({ state, layer, offset }) => {
      if (offset === undefined) return [];
      const uses = referencesAt(state.snapshot, layer, offset, context?.includeDeclaration === true);
      return uses.flatMap((use) => locationOf(session, state, use.layer, use.span) ?? []);
    });
    return unique(locations);
  },
});

/** From a reference to the keys of its entry, and from a key to the value that it overrides. */
export const definition = feature<DefinitionParams>({
  method: "textDocument/definition",
  offer: () => ({ definitionProvider: true }),
  answer: (session, { textDocument, position }) => {
    const links = unique(
      targetsAt(session, textDocument.uri, position).flatMap((target) => linksFrom(session, target)),
    );
    const canLink = session.client.textDocument?.definition?.linkSupport === true;
    return canLink
      ? links
      : links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
  },
});

function linksFrom(session: Session, { state, layer, offset }: Target): readonly LocationLink[] {
  if (offset === undefined) return [];
  return definitionsAt(state.snapshot, layer, offset).flatMap((target) => {
    const key = locationOf(session, state, target.layer, target.span);
    const whole = locationOf(session, state, target.layer, target.whole) ?? key;
    if (key === undefined || whole === undefined) return [];
    return [{ targetUri: key.uri, targetRange: whole.range, targetSelectionRange: key.range }];
  });
}

const REQUEST_FAILED = -32803;

/** Tells the editor whether there is a name to change, and its span. */
export const prepareRename = feature<PrepareRenameParams>({
  method: "textDocument/prepareRename",
  offer: ({ textDocument }) =>
    textDocument?.rename?.prepareSupport ? { renameProvider: { prepareProvider: true } } : {},
  answer: (session, { textDocument, position }) => {
    const [target] = targetsAt(session, textDocument.uri, position);
    const renameTarget =
      target?.offset === undefined ? undefined : renameAt(target.state.snapshot, target.layer, target.offset);
    const range = target && renameTarget && rangeNow(target.text, renameTarget.span);
    if (target === undefined || range === undefined || renameTarget === undefined) return undefined;
    // A name that looks like a secret is not sent; the editor takes it from its own text.
    return target.state.snapshot.redactor.text(renameTarget.name) === renameTarget.name
      ? { range, placeholder: renameTarget.name }
      : range;
  },
});

/** Another name for a provider, model, facet or server. */
export const rename = feature<RenameParams>({
  method: "textDocument/rename",
  offer: ({ textDocument }) => (textDocument?.rename?.prepareSupport ? {} : { renameProvider: true }),
  answer: (session, { textDocument, position, newName }) => {
    const results = targetsAt(session, textDocument.uri, position).map(({ state, layer, offset }) => {
      const unread = state.texts.find((text) => text.document !== text.readable)?.document.source.file;
      if (unread !== undefined) return refused(`${quote(unread)} cannot be read; mend it first`);
      const result = renamed(state.snapshot, layer, offset ?? 0, String(newName));
      const isVouched = editsProject(result) && state.isVouchedFor();
      return { ...result, state, isVouched };
    });
    const no = results.find((result) => result.kind === "refused");
    if (no?.kind === "refused") return new ResponseError(REQUEST_FAILED, no.reason);
    if (results.length === 0) return undefined;
    const edits = results.flatMap((result) => (result.kind === "edits" ? result.edits : []));
    const remarks = results.flatMap((result) => (result.kind === "edits" ? result.remarks : []));
    const losesTrust = results.some((result) => "isVouched" in result && result.isVouched);
    for (const remark of new Set(remarks)) session.say(remark);
    if (losesTrust)
      session.say(
        "You vouch for this project as it was: once it is saved, look at it and vouch again with `agentcfg trust`.",
      );
    return workspaceEdit(session, edits, true);
  },
});

function refused(reason: string): { readonly kind: "refused"; readonly reason: string } {
  return { kind: "refused", reason };
}
