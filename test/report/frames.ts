/** Reads pretty output back, line by line, and expects each diagnostic to have the form of one. */
import { expect } from "vitest";
import { columnsOf } from "../../src/text/width.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";

const MOST_SHOWN = 200;

/** Every line of a diagnostic is of exactly one of these kinds. */
const KINDS: readonly (readonly [kind: string, form: RegExp])[] = [
  ["head", /^(error|warning|info)\[[a-z]+\/[a-z-]+\]: ./u],
  ["place", /^ *(-->|:::) .+:\d+:\d+$/u],
  ["bar", /^ +\|$/],
  ["source", /^ *\d+ \|( .*)?$/u],
  ["marks", /^ +\| *(\^+|-+)( .*)?$/u],
  ["remark", /^ += ./u],
];

/** The order of the kinds: places with their frames or labels, then remarks. No empty bar ends a diagnostic. */
const FORM = /^head( place( bar source marks bar| remark)?)* place( bar source marks( bar( remark)+)?|( remark)*)$/;

/** Expects `pretty` to be the diagnostics, up to the number that is shown. */
export function expectFrames(
  pretty: string,
  diagnostics: readonly Diagnostic[],
  textOf: (file: string) => string,
): void {
  const blocks = pretty === "" ? [] : pretty.replace(/\n$/, "").split("\n\n");
  const rest = diagnostics.length - MOST_SHOWN;
  if (rest > 0) expect(blocks.pop()).toMatch(new RegExp(`^${rest} more not shown`));
  expect(blocks).toHaveLength(Math.min(diagnostics.length, MOST_SHOWN));
  for (const block of blocks) expectBlock(block.split("\n"), textOf);
}

function expectBlock(block: readonly string[], textOf: (file: string) => string): void {
  const kinds = block.map((line, index) => kindOf(line, index) ?? line);
  expect(kinds.join(" ")).toMatch(FORM);
  for (const [index, kind] of kinds.entries()) {
    if (kind === "source") expectMarks(block.slice(index - 2, index + 3), textOf);
  }
}

function kindOf(line: string, index: number): string | undefined {
  return KINDS.find(([kind, form]) => (kind === "head") === (index === 0) && form.test(line))?.[0];
}

/** The frame's bars stand in one column, the source line is the one named, and the marks lie under its text. */
function expectMarks(frame: readonly string[], textOf: (file: string) => string): void {
  const [place = "", bar = "", source = "", marks = "", end = bar] = frame;
  const column = bar.indexOf("|");
  expect([source, marks, end].map((line) => line.indexOf("|"))).toEqual([column, column, column]);
  const [, file = "", line] = /(?:-->|:::) (.+):(\d+):\d+$/.exec(place) ?? [];
  const number = Number(line);
  expect(Number(source.slice(0, column))).toBe(number);
  const { index = 0, 0: run = "" } = /[\^-]+/.exec(marks) ?? {};
  expect(index).toBeGreaterThanOrEqual(column + 2);
  // White space at the end of a line can be marked, but is not printed.
  if (/\s$/.test(textOf(file).split(/\r\n|\n|\r/)[number - 1] ?? "")) return;
  expect(run.length).toBeLessThanOrEqual(Math.max(columnsOf(source) - index, 1));
}
