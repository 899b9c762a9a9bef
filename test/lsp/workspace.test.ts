/** What is kept of the configurations that were open. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Workspace } from "../../src/lsp/configuration/workspace.js";
import { home, machineAt } from "./server.js";
import { GLOBAL, PROJECT } from "./texts.js";

const TEXT = "version: 3\n";

test("a project is forgotten once nothing of it is open, and kept while something is", () => {
  const directory = home({ [GLOBAL]: TEXT, [PROJECT]: TEXT, "other/.git/HEAD": "", "other/.agent/config.yaml": TEXT });
  const workspace = new Workspace(machineAt(directory));
  const open = (name: string): void => {
    const file = join(directory, name);
    workspace.buffers.open(file, file, TextDocument.create(name, "yaml", 1, TEXT));
  };
  open(PROJECT);
  const host = workspace.states[0]?.host;
  expect(host?.cwd).toBe(join(directory, "work"));
  open("other/.agent/config.yaml");
  expect(workspace.states.map((state) => state.host === host)).toEqual([false, true]);
  workspace.buffers.close(join(directory, PROJECT));
  expect(workspace.states.map((state) => state.host === host)).toEqual([false]);
  open(PROJECT);
  expect(workspace.states.map((state) => state.host === host)).toEqual([false, false]);
});
