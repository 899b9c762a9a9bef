/** A machine whose two layers are values or texts, and ways to see the results. */
import { existsSync, readdirSync } from "node:fs";
import { inspect } from "node:util";
import { expect } from "vitest";
import { stringify } from "yaml";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import type { LoadResult } from "../../src/toolkit/load.js";
import type { Diagnostic, Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import type { JsonObject } from "../arbitrary/plain.js";
import { render } from "../report/sound.js";
import { type Files, type Machine, type MachineOptions, machine } from "./machine.js";
import { globalFile, projectFile } from "./names.js";

/** A text as it stands, or a value to be written as version 3 in the format of the machine. */
type Content = string | Uint8Array | JsonObject;

export interface Layers extends MachineOptions {
  readonly global?: Content | undefined;
  readonly project?: Content | undefined;
  /** Decides the names and the spelling of both files. */
  readonly format?: Format;
  /** Further files. */
  readonly files?: Files;
}

export interface LayeredMachine extends Machine {
  /** Each diagnostic as `layer severity rule marked-text`; with `about`, only of rules that match it, else without the infos about servers and prompts of a project. */
  said(result: { readonly diagnostics: readonly Diagnostic[] }, about?: RegExp): readonly string[];
  /** Whether a command ran: all commands of these tests create a file called `M` where they run. */
  ran(): boolean;
}

/** Infos that a project has servers or prompts of its own. */
export function isAside({ rule, severity }: Pick<Diagnostic, "rule" | "severity">): boolean {
  return severity === "info" && rule.startsWith("trust/");
}

export function layered({ global, project, format = "json", files = {}, ...options }: Layers): LayeredMachine {
  const texts: Readonly<Record<Scope, string | Uint8Array | undefined>> = {
    global: global && textOf(global, format),
    project: project && textOf(project, format),
  };
  const at = machine(
    {
      ...(texts.global !== undefined && { [globalFile(format)]: texts.global }),
      ...(texts.project !== undefined && { [projectFile(format)]: texts.project }),
      ...files,
    },
    options,
  );
  return {
    ...at,
    said: ({ diagnostics }, about) =>
      diagnostics
        .filter((one) => about?.test(one.rule) ?? !isAside(one))
        .map((diagnostic) => {
          const text = String(texts[diagnostic.layer] ?? "");
          return `${diagnostic.layer} ${diagnostic.severity} ${diagnostic.rule} ${marked(diagnostic, text)}`.trimEnd();
        }),
    ran: () =>
      existsSync("M") || readdirSync(at.root, { recursive: true }).some((name) => /(^|\/)M$/.test(String(name))),
  };
}

function textOf(content: Content, format: Format): string | Uint8Array {
  return typeof content === "string" || content instanceof Uint8Array
    ? content
    : spell({ version: 3, ...content }, format);
}

/** A value as a text of some format; YAML in blocks, with every string in the quotes that JSON has. */
export function spell(value: Json, format: Format): string {
  switch (format) {
    case "json":
      return JSON.stringify(value);
    case "jsonc":
      return `// a comment\n${JSON.stringify(value, null, 2)}\n`;
    case "yaml":
      return stringify(value, {
        version: "1.2",
        defaultStringType: "QUOTE_DOUBLE",
        defaultKeyType: "PLAIN",
        lineWidth: 0,
      });
  }
}

/** The text that a diagnostic points at, without its quotes and escapes. */
function marked({ range: { start, end } }: Diagnostic, text: string): string {
  const spelling = text.slice(start.offset, end.offset).replace(/^(["'])(.*)\1$/s, "$2");
  try {
    return String(JSON.parse(`"${spelling}"`));
  } catch {
    return spelling;
  }
}

const isLoaded = (result: LoadResult | LintResult): result is LoadResult => "fingerprint" in result;

/** Expects that a text can be seen in no diagnostic, no report, and nowhere in the result of loading as a whole (I4). */
export function expectUnseen(secret: string, result: LoadResult | LintResult): void {
  const shown = [JSON.stringify(result.diagnostics), inspect(result.diagnostics, { depth: null })];
  if (isLoaded(result)) {
    shown.push(
      JSON.stringify(result),
      JSON.stringify({ inside: [result] }),
      inspect(result, { depth: null }),
      inspect([result], { depth: null, showHidden: true, getters: true }),
    );
  } else {
    shown.push(...Object.values(render(result)));
  }
  for (const text of shown) expect(text).not.toContain(secret);
}
