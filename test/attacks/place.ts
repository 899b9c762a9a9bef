/** A machine to attack: a home with the global layer, a repository with the project layer, and a way to see whether anything ran. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inspect } from "node:util";
import { expect, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { LintResult } from "../../src/analysis/run.js";
import type { Diagnostic, Scope } from "../../src/diagnostic/diagnostic.js";
import type { Json } from "../../src/document/data.js";
import type { Format } from "../../src/document/formats.js";
import { nodeHost } from "../../src/host/node.js";
import { lint } from "../../src/lint.js";
import { type LoadOptions, type LoadResult, load } from "../../src/load.js";
import { render } from "../properties/report.js";
import type { JsonObject } from "./plain.js";

export const FORMATS: readonly Format[] = ["json", "jsonc", "yaml"];

/** A text as it stands, or a value to be written as version 3 in the format of the place. */
type Content = string | Uint8Array | JsonObject;

export interface Contents {
  readonly global?: Content | undefined;
  readonly project?: Content | undefined;
  /** Decides the names and the spelling of both files. */
  readonly format?: Format;
  /** Added to an environment of HOME and PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further files, by their path below the place (`home/…`, `repo/…`). */
  readonly files?: Readonly<Record<string, string>>;
  /** Working directory below the place; the repository by default. */
  readonly cwd?: string;
}

export interface Place {
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  load(options?: LoadOptions): Promise<LoadResult>;
  lint(): LintResult;
  /** Each diagnostic as `layer severity rule marked-text`; with `about`, of such rules alone. */
  said(result: { readonly diagnostics: readonly Diagnostic[] }, about?: RegExp): readonly string[];
  /** Whether a command ran: all commands of these tests create a file called `M` where they run. */
  ran(): boolean;
}

const GLOBAL = "home/.config/agent";
const PROJECT = "repo/.agent";

/** Builds a place; it is gone when the test is over. */
export function place({ global, project, format = "json", env = {}, files = {}, cwd = "repo" }: Contents): Place {
  const root = mkdtempSync(join(tmpdir(), "agentcfg-attack-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string, text: string | Uint8Array): void => {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const texts: Readonly<Record<Scope, string | Uint8Array | undefined>> = {
    global: global && textOf(global, format),
    project: project && textOf(project, format),
  };
  write("repo/.git/HEAD", "");
  if (global !== undefined) write(`${GLOBAL}/config.${format}`, texts.global ?? "");
  if (project !== undefined) write(`${PROJECT}/config.${format}`, texts.project ?? "");
  for (const [name, text] of Object.entries(files)) write(name, text);

  const view = {
    cwd: join(root, cwd),
    env: { HOME: join(root, "home"), PATH: process.env["PATH"] ?? "", ...env },
  };
  return {
    root,
    ...view,
    load: (options = {}) => load({ ...view, ...options }),
    lint: () => lint({ host: nodeHost(view) }),
    said: ({ diagnostics }, about = /./) =>
      diagnostics
        .filter(({ rule }) => about.test(rule))
        .map((diagnostic) => {
          const text = String(texts[diagnostic.layer] ?? "");
          return `${diagnostic.layer} ${diagnostic.severity} ${diagnostic.rule} ${marked(diagnostic, text)}`.trimEnd();
        }),
    ran: () => existsSync("M") || readdirSync(root, { recursive: true }).some((name) => /(^|\/)M$/.test(String(name))),
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
