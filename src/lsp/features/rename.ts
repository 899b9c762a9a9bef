/** Another name for a provider, model, facet or server, in the files of every open configuration. */
import { editsProject, renameAt, renamed } from "../../service/references/rename.js";
import { quote } from "../../text/quote.js";
import { workspaceEdit } from "../edits.js";
import { feature } from "../feature.js";
import { type PrepareRenameParams, type RenameParams, ResponseError } from "../protocol.js";
import { askedAt, rangeNow } from "../session.js";

const REQUEST_FAILED = -32803;

/** Tells the editor whether there is a name to change, and where. */
export const prepareRename = feature<PrepareRenameParams>({
  method: "textDocument/prepareRename",
  offer: ({ textDocument }) =>
    textDocument?.rename?.prepareSupport ? { renameProvider: { prepareProvider: true } } : {},
  answer: (session, { textDocument, position }) => {
    const [asked] = askedAt(session, textDocument.uri, position);
    const found = asked?.offset === undefined ? undefined : renameAt(asked.state.snapshot, asked.layer, asked.offset);
    const range = asked && found && rangeNow(asked.text, found.span);
    if (asked === undefined || range === undefined || found === undefined) return undefined;
    // A name that looks like a secret is not sent; the editor takes it from its own text.
    return asked.state.snapshot.redactor.text(found.name) === found.name ? { range, placeholder: found.name } : range;
  },
});

export const rename = feature<RenameParams>({
  method: "textDocument/rename",
  offer: ({ textDocument }) => (textDocument?.rename?.prepareSupport ? {} : { renameProvider: true }),
  answer: (session, { textDocument, position, newName }) => {
    const results = askedAt(session, textDocument.uri, position).map(({ state, layer, offset }) => {
      const unread = state.texts.find((text) => text.layer !== text.readable)?.layer.document.source.file;
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
    const vouched = results.some((result) => "isVouched" in result && result.isVouched);
    for (const remark of new Set(remarks)) session.say(remark);
    if (vouched)
      session.say(
        "You vouch for this project as it was: once it is saved, look at it and vouch again with `agentcfg trust`.",
      );
    return workspaceEdit(session, edits, true);
  },
});

function refused(reason: string): { readonly kind: "refused"; readonly reason: string } {
  return { kind: "refused", reason };
}
