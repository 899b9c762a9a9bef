/** A window with the packed extension, and files of a user and a project. */
import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { home } from "../../lsp/server.js";
import { GLOBAL, PROJECT } from "../../lsp/texts.js";
import { type Given, Window } from "./vscode.js";
import { unpacked } from "./vsix.js";

export const PROVIDERS = `version: 3
providers:
  mine: { kind: { type: custom_beta_compatible }, url: "https://models.example/v1", auth: { type: no_auth } }
`;
export const MODELS = `version: 3
models:
  big: { provider: mien, class: full, context_window: 1000 }
`;

let bundle: string | undefined;

export interface Begun {
  readonly directory: string;
  readonly window: Window;
  readonly global: string;
  readonly project: string;
}

/** A window with a project open, for a user with `agentcfg` in the directory `bin` of the home. */
export function begin(
  files: Readonly<Record<string, string>>,
  given: (directory: string) => Partial<Given> = () => ({}),
): Begun {
  const directory = home({ [GLOBAL]: PROVIDERS, [PROJECT]: MODELS, ...files });
  const bin = join(directory, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(resolve("bin/agentcfg.cjs"), join(bin, "agentcfg"));
  bundle ??= join(unpacked(), "extension/extension.cjs");
  const window = new Window(bundle, {
    home: directory,
    env: { HOME: directory, PATH: pathOf(bin) },
    folders: [join(directory, "work")],
    ...given(directory),
  });
  onTestFinished(() => window.close());
  window.activate();
  return { directory, window, global: join(directory, GLOBAL), project: join(directory, PROJECT) };
}

/** These directories, then those of the machine. */
export const pathOf = (...directories: readonly string[]): string =>
  [...directories, process.env["PATH"] ?? ""].join(delimiter);
