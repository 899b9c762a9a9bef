/** Changes of files in the editor's form. A change of the user's own global file waits for a confirmation if the editor can ask. */
import type { LayerEdit } from "../service/layer-edit.js";
import type { Layer } from "../toolkit/read/layers/layer.js";
import { rangeIn } from "./positions.js";
import type { AnnotatedTextEdit, ClientCapabilities, TextDocumentEdit, TextEdit, WorkspaceEdit } from "./protocol.js";
import type { Session } from "./session.js";

const CONFIRM = "global";

/** `asks`: whether edits of the global file need a confirmation. Undefined if one of the files has no address. */
export function workspaceEdit(session: Session, edits: readonly LayerEdit[], asks: boolean): WorkspaceEdit | undefined {
  const byUri = new Map<string, { readonly layer: Layer; readonly edits: TextEdit[] }>();
  for (const { layer, span, text } of edits) {
    const uri = session.workspace.uriOf(layer);
    if (uri === undefined) return undefined;
    const own = byUri.get(uri) ?? { layer, edits: [] };
    byUri.set(uri, own);
    const edit = { range: rangeIn(layer.document.source, span), newText: text };
    if (!own.edits.some((other) => JSON.stringify(other) === JSON.stringify(edit))) own.edits.push(edit);
  }
  const { documentChanges = false, changeAnnotationSupport } = editing(session.client);
  if (!documentChanges) return { changes: Object.fromEntries([...byUri].map(([uri, own]) => [uri, own.edits])) };
  const canAsk = asks && changeAnnotationSupport !== undefined;
  const changes = [...byUri].map(([uri, own]): TextDocumentEdit => {
    const version = session.workspace.versionOf(uri) ?? null;
    const needsConfirmation = canAsk && own.layer.scope === "global";
    const written = needsConfirmation
      ? own.edits.map((edit): AnnotatedTextEdit => ({ ...edit, annotationId: CONFIRM }))
      : own.edits;
    return { textDocument: { uri, version }, edits: written };
  });
  const label = { label: "Change your global configuration", needsConfirmation: true };
  return { documentChanges: changes, ...(canAsk && { changeAnnotations: { [CONFIRM]: label } }) };
}

function editing({
  workspace,
}: ClientCapabilities): NonNullable<NonNullable<ClientCapabilities["workspace"]>["workspaceEdit"]> {
  return workspace?.workspaceEdit ?? {};
}
