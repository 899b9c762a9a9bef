/** Texts as people write them, and the findings about them. */
import { expect, test } from "vitest";
import { fix } from "../../../src/toolkit/fix.js";
import type { LintOptions } from "../../../src/toolkit/lint.js";
import type { Catalog } from "../../../src/toolkit/read/layers/catalog.js";
import { isAside, layered } from "../../machine/layered.js";
import type { Files } from "../../machine/machine.js";

export interface Row {
  /** YAML without its `version`; a text that starts with `{` is JSON, one that starts with `#!` is taken as it stands behind that line. */
  readonly global?: string;
  readonly project?: string;
  readonly catalog?: Catalog;
  readonly files?: Files;
  readonly options?: LintOptions;
  /** Each finding as `layer severity rule marked-text`. */
  readonly says: readonly string[];
  /** Line and column of the first finding. */
  readonly at?: string;
  /** Text of the first finding: in its message, label, notes, help or the title of a fix. */
  readonly telling?: RegExp;
  /** Text that stands in none of them. */
  readonly notTelling?: RegExp;
  /** The text of the layer that has findings, its `version` left out, once the safe fixes are applied; `"same"` when they change nothing. */
  readonly fixed?: string;
  /** The same with all fixes that are the only one of their finding. */
  readonly mended?: string;
}

const VERSION = "version: 3\n";

function textOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  if (written.startsWith("#!")) return written.slice(written.indexOf("\n") + 1);
  const [, lead = "", body = ""] = /^\n?( *)(.*)$/s.exec(written) ?? [];
  return VERSION + body.replaceAll(`\n${lead}`, "\n").replace(/\s*$/, "\n");
}

export function rows(table: Readonly<Record<string, Row>>): void {
  test.each(Object.entries(table))("%s", (_, row) => {
    const [global, project] = [textOf(row.global), textOf(row.project)];
    const at = layered({
      global,
      project,
      format: global?.startsWith("{") ? "json" : "yaml",
      ...(row.files && { files: row.files }),
    });
    const options = { ...row.options, ...(row.catalog && { catalog: row.catalog }) };
    const result = at.lint(options);
    expect(at.said(result)).toEqual(row.says);
    const first = result.diagnostics.find((one) => !isAside(one));
    const told = [
      first?.message,
      first?.label,
      first?.help,
      ...(first?.notes ?? []),
      ...(first?.fixes ?? []).map(({ title }) => title),
    ];
    if (row.at !== undefined) expect(`${first?.range.start.line}:${first?.range.start.column}`).toBe(row.at);
    if (row.telling !== undefined) expect(told.join("\n")).toMatch(row.telling);
    if (row.notTelling !== undefined) expect(told.join("\n")).not.toMatch(row.notTelling);
    const after = (unsafe: boolean): string => {
      const { fixed } = fix({ host: at.host, ...options, unsafe });
      const now = fixed.map(({ text }) => text.replace(VERSION, "")).join("---\n");
      return fixed.length === 0 ? "same" : now.trimEnd();
    };
    if (row.fixed !== undefined) expect(after(false)).toBe(row.fixed.trim());
    if (row.mended !== undefined) expect(after(true)).toBe(row.mended.trim());
  });
}
