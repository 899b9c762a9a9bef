/** Runs an example: its texts through the linter, or its files through the linter or the loader on a machine of their own. */
import { lint } from "../../src/toolkit/lint.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { machine } from "../machine/machine.js";
import { type Example, type ExampleText, exampleCatalog, exampleTexts, layered, outdented } from "./example.js";

/** An example is a fragment: a missing version is reported only where the example is about it. */
function isAsked(id: string): (diagnostic: Diagnostic) => boolean {
  return ({ rule }) => rule === id || rule !== "version/missing";
}

export async function lintExample(example: Example, id: string): Promise<readonly Diagnostic[]> {
  const { files, env } = layered(example);
  if (files === undefined && env === undefined) return lintExampleTexts(exampleTexts(example), example, id);
  const contents = Object.entries(files ?? asFiles(example)).map(([name, text]) => [name, contentOf(text)] as const);
  const at = machine(Object.fromEntries(contents), { kind: "directory", ...(env && { env }) });
  const { diagnostics } = env === undefined ? at.lint() : await at.load();
  return diagnostics.filter(isAsked(id));
}

function lintExampleTexts(texts: readonly ExampleText[], example: Example, id: string): readonly Diagnostic[] {
  const catalog = exampleCatalog(example);
  const inputs = texts.map(({ file, text, scope }) => ({ file, text, as: scope }));
  return lint({ texts: inputs, ...(catalog && { catalog }) }).diagnostics.filter(isAsked(id));
}

function asFiles(example: Example): Record<string, string> {
  return Object.fromEntries(
    exampleTexts(example).map(({ scope, file, text }) => [scope === "global" ? `~/.config/agent/${file}` : file, text]),
  );
}

function contentOf(written: string): string | { readonly to: string } {
  return written.startsWith("-> ") ? { to: written.slice(3) } : outdented(written);
}
