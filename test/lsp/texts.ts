/** Files for tests of the language server: a valid global layer and project, and a server that has both open. */
import type { Position } from "vscode-languageserver/node";
import type { Editor } from "./editor.js";
import { home, machineAt, served, uriIn } from "./server.js";

export const GLOBAL = ".config/agent/config.yaml";
export const PROJECT = "work/.agent/config.yaml";

export const PROVIDER =
  "version: 3\nproviders: {mine: {kind: {type: custom_beta_compatible}, url: 'https://models.example/v1', protocol: beta_chat_completions, auth: {type: no_auth}}}\n";
export const MODEL = "version: 3\nmodels: {big: {provider: mine, class: full, context_window: 1000}}\n";

export interface Begun {
  readonly client: Editor;
  readonly at: (name: string) => string;
  readonly directory: string;
}

export async function begin(files: Readonly<Record<string, string>>, params: object = {}): Promise<Begun> {
  const directory = home(files);
  const client = served(machineAt(directory));
  await client.initialize(params);
  return { client, at: (name) => uriIn(directory, name), directory };
}

/** Both files on the disk and open. */
export async function opened(global: string, project: string, params: object = {}): Promise<Begun> {
  const begun = await begin({ [GLOBAL]: global, [PROJECT]: project }, params);
  begun.client.open(begun.at(GLOBAL), global);
  begun.client.open(begun.at(PROJECT), project);
  return begun;
}

/** The position of the first `mark` in a text, and `beyond` characters further. */
export function positionOf(text: string, mark: string, beyond = 0): Position {
  const before = text.slice(0, text.indexOf(mark) + beyond);
  const lines = before.split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
