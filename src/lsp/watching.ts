/** The directories that a client has open, and the files that it must watch. */
import { grantsFile } from "../toolkit/mean/trust/grants.js";
import { ENDINGS } from "../toolkit/read/document/formats.js";
import { nameOf } from "../toolkit/read/layers/identity.js";
import { globalDirectory } from "../toolkit/read/layers/places.js";
import type { Workspace } from "./configuration/workspace.js";
import type { Machine } from "./machine.js";
import type { ClientCapabilities, FileSystemWatcher, InitializeParams, Registration } from "./protocol.js";

const NAMES = `{config,permissions}.{${ENDINGS.map((ending) => ending.slice(1)).join()}}`;

/** Newer clients name several folders, older ones a single root. */
export function foldersIn(params: InitializeParams, { fileOf }: Machine): readonly string[] {
  const folders: unknown = params?.workspaceFolders;
  const uris = Array.isArray(folders)
    ? folders.map((folder: { uri?: unknown } | null) => folder?.uri)
    : [params?.rootUri];
  return uris.flatMap((uri) => (typeof uri === "string" ? (fileOf(uri) ?? []) : []));
}

/**
 * The file watchers to register, for a client that supports them. Without it the server still notices changes: states look at their files.
 */
export function watchers({ machine, options }: Workspace, client: ClientCapabilities): readonly Registration[] {
  const { didChangeWatchedFiles, didChangeConfiguration } = client.workspace ?? {};
  const host = machine.hostAt();
  const directory = globalDirectory(host);
  const trusted = grantsFile(host);
  const canBase = didChangeWatchedFiles?.relativePatternSupport === true;
  const own = (base: string, pattern: string): FileSystemWatcher => ({
    globPattern: { baseUri: machine.uriOf(base), pattern },
  });
  const one = (file: string): FileSystemWatcher => {
    const path = host.resolve(file);
    return own(host.join(path, ".."), nameOf(path));
  };
  const files: readonly FileSystemWatcher[] = [
    { globPattern: `**/.agent/${NAMES}` },
    ...(canBase && directory !== undefined
      ? [own(directory, NAMES), own(host.join(directory, "../agentcfg"), "lint.yaml")]
      : []),
    ...(canBase
      ? [trusted, host.policyFile, options.global, options.catalog].flatMap((file) => (file ? [one(file)] : []))
      : []),
  ];
  const registered = (method: string, registerOptions: unknown): Registration => ({
    id: method,
    method,
    registerOptions,
  });
  return [
    ...(didChangeWatchedFiles?.dynamicRegistration
      ? [registered("workspace/didChangeWatchedFiles", { watchers: files })]
      : []),
    ...(didChangeConfiguration?.dynamicRegistration
      ? [registered("workspace/didChangeConfiguration", { section: "agentcfg" })]
      : []),
  ];
}
