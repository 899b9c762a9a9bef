/** The server's answer to `initialize`: what it offers to this client. */
import { version } from "../toolkit/judge/report/version.js";
import { FEATURES } from "./features.js";
import type { ClientCapabilities, InitializeResult, TextDocumentSyncKind } from "./protocol.js";

const INCREMENTAL: TextDocumentSyncKind = 2;

export function greeting(client: ClientCapabilities): InitializeResult {
  return {
    serverInfo: { name: "agentcfg", version },
    capabilities: {
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: INCREMENTAL, save: { includeText: false } },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      ...Object.assign({}, ...FEATURES.map(({ offer }) => offer(client))),
    },
  };
}
