/** Runs what an example shows: its texts through the linter, or its files through the linter or the loader on a machine of their own. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.js";
import { nodeHost } from "../../src/host/node.js";
import { lint } from "../../src/lint.js";
import { load } from "../../src/load.js";
import { type Example, type ExampleText, exampleCatalog, exampleTexts, layered, outdented } from "./example.js";

/** An example is a fragment: that it lacks a version is said only where that is the point. */
function isAsked(id: string): (diagnostic: Diagnostic) => boolean {
  return ({ rule }) => rule === id || rule !== "version/missing";
}

export async function lintExample(example: Example, id: string): Promise<readonly Diagnostic[]> {
  const { files, env } = layered(example);
  if (files === undefined && env === undefined) return lintExampleTexts(exampleTexts(example), example, id);
  const host = machine(files ?? asFiles(example), env ?? {});
  const diagnostics = env === undefined ? lint({ host }).diagnostics : (await load({ host })).diagnostics;
  return diagnostics.filter(isAsked(id));
}

function lintExampleTexts(texts: readonly ExampleText[], example: Example, id: string): readonly Diagnostic[] {
  const catalog = exampleCatalog(example);
  const inputs = texts.map(({ file, text, scope }) => ({ file, text, as: scope }));
  return lint({ texts: inputs, ...(catalog && { catalog }) }).diagnostics.filter(isAsked(id));
}

function asFiles(example: Example): Record<string, string> {
  const names = { global: ".config/agent/", project: "project/.agent/" };
  return Object.fromEntries(
    exampleTexts(example).map(({ scope, file, text }) => [`${names[scope]}${file.replace(".agent/", "")}`, text]),
  );
}

function machine(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(tmpdir(), "agentcfg-example-"));
  mkdirSync(join(home, "project"));
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (content.startsWith("-> ")) symlinkSync(content.slice(3), path);
    else if (!name.endsWith("/")) writeFileSync(path, outdented(content));
  }
  return nodeHost({ cwd: join(home, "project"), env: { HOME: home, PATH: process.env["PATH"], ...env } });
}
