/** What is kept of the configurations that were open. */
import { symlinkSync } from "node:fs";
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

test("of a file that is open under two names, each text is asked about by itself", () => {
  const directory = home({ [PROJECT]: TEXT });
  symlinkSync(join(directory, "work"), join(directory, "link"));
  const workspace = new Workspace(machineAt(directory));
  const names = [PROJECT, "link/.agent/config.yaml"].map((name) => join(directory, name));
  for (const [index, file] of names.entries())
    workspace.buffers.open(file, join(directory, PROJECT), TextDocument.create(file, "yaml", 1, `${TEXT}# ${index}\n`));
  for (const [index, file] of names.entries()) {
    const texts = workspace.partsOf(file).map(({ text }) => text.document.source.text);
    expect(texts).toEqual([`${TEXT}# ${index}\n`]);
  }
});
