/** The editor's notifications: texts that open, change and close, and settings that change. */
import type { Workspace } from "./configuration/workspace.js";
import { optionsIn } from "./options.js";
import {
  type DidChangeConfigurationParams,
  type DidChangeTextDocumentParams,
  type DidChangeWorkspaceFoldersParams,
  type DidCloseTextDocumentParams,
  type DidOpenTextDocumentParams,
  TextDocument,
} from "./protocol.js";
import { openAt } from "./session.js";

export type Notice = (workspace: Workspace, params: never) => void;

function notice<Params>(own: (workspace: Workspace, params: Params) => void): Notice {
  return own;
}

const nothing: Notice = () => {};

/** After each of them, texts are checked again. */
export const NOTIFICATIONS: ReadonlyMap<string, Notice> = new Map([
  ["initialized", nothing],
  ["textDocument/didOpen", notice(open)],
  ["textDocument/didChange", notice(change)],
  ["textDocument/didSave", nothing],
  ["textDocument/didClose", notice(close)],
  ["workspace/didChangeWatchedFiles", nothing],
  ["workspace/didChangeConfiguration", notice(configure)],
  ["workspace/didChangeWorkspaceFolders", notice(changeFolders)],
]);

/** Keeps only configurations and policies: other texts belong to other servers. */
function open(
  workspace: Workspace,
  { textDocument: { uri, languageId, version, text } }: DidOpenTextDocumentParams,
): void {
  const file = workspace.machine.fileOf(uri);
  if (file === undefined) return;
  const isConfiguration = workspace.claim(file) !== undefined;
  if (!isConfiguration && !workspace.policies.claims(file, text)) return;
  const buffers = isConfiguration ? workspace.buffers : workspace.policies.buffers;
  const real = workspace.machine.hostAt().realPath(file) ?? file;
  buffers.open(file, real, TextDocument.create(uri, languageId, version, text));
  // The next message may break the text, so its present state is computed first.
  openAt(workspace, uri);
}

function change(workspace: Workspace, { textDocument, contentChanges }: DidChangeTextDocumentParams): void {
  const file = workspace.machine.fileOf(textDocument.uri);
  if (file === undefined) return;
  for (const buffers of [workspace.buffers, workspace.policies.buffers])
    buffers.change(file, contentChanges, textDocument.version);
}

function close(workspace: Workspace, { textDocument }: DidCloseTextDocumentParams): void {
  const file = workspace.machine.fileOf(textDocument.uri);
  if (file !== undefined) for (const texts of [workspace.buffers, workspace.policies]) texts.close(file);
}

/** Settings without an entry for this server leave its options unchanged. */
function configure(workspace: Workspace, { settings }: DidChangeConfigurationParams): void {
  workspace.options = optionsIn(settings) ?? workspace.options;
}

function changeFolders(workspace: Workspace, { event: { added, removed } }: DidChangeWorkspaceFoldersParams): void {
  const namesOf = (folders: typeof added | null): readonly string[] =>
    (folders ?? []).flatMap(({ uri }) => workspace.machine.fileOf(uri) ?? []);
  const gone = new Set(namesOf(removed));
  workspace.folders = [...new Set([...workspace.folders.filter((one) => !gone.has(one)), ...namesOf(added)])];
}
