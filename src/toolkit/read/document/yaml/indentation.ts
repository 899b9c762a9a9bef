/** Finds the line with the wrong indentation, which often is not the line where the parser stopped. */
import type { Token } from "./survey.js";

/** The start of a collection on a line: a list at each `-`, a mapping at a key. Columns count from the beginning of the line. */
interface Start {
  readonly column: number;
  readonly isList: boolean;
}

/** A line outside of brackets and multi-line texts. */
interface Line {
  readonly offset: number;
  readonly indent: number;
  /** Empty for a line without an entry. */
  readonly starts: readonly Start[];
  /** Whether the value begins on a later line. */
  readonly isOpen: boolean;
}

interface Level extends Start {
  readonly line: number;
}

/** A change of one line's indentation. */
export interface Shift {
  /** The offset of the line's first token. */
  readonly offset: number;
  readonly from: number;
  readonly to: number;
  /** Another line that may be the wrong one. */
  readonly other?: number;
}

/** The number of lines below a mistake that must fit. */
const REACH = 40;

/** The number of lines above a mistake that the search covers. */
const FAR = 400;

/** Changes of one line's indentation with which all lines around it fit, the likeliest first. */
export function shifts(tokens: readonly Token[]): readonly Shift[] {
  const all = linesOf(tokens);
  const step = usualStep(all);
  const stop = walk(all);
  if (stop === undefined) return [];
  const levels: Level[] = [];
  walk(all.slice(0, stop), levels);
  const suspectsAbove = levels.slice(-4).flatMap(({ line }) => [line, line - 1]);
  const suspects = [...new Set([stop, stop - 1, ...suspectsAbove])].filter((index) => index >= Math.max(stop - FAR, 0));
  const top = all.slice(0, Math.min(...suspects) + 1).findLastIndex(({ indent }) => indent === 0);
  if (top < stop - FAR) return [];
  const lines = all.slice(Math.max(top, 0), stop + REACH);
  const columns = new Set(
    suspects.flatMap((index) => [-step, 0, step].map((more) => (all[index]?.indent ?? 0) + more)),
  );
  const ways = suspects.flatMap((index) => {
    const line = all[index];
    if (line === undefined) return [];
    const { offset, indent: from } = line;
    return Array.from(columns).flatMap((to) => {
      const shifted = lines.with(index - Math.max(top, 0), { ...line, indent: to });
      if (to < 0 || to === from || walk(shifted) !== undefined) return [];
      return [{ shift: { offset, from, to }, rank: oddness(shifted, step) * 100 + Math.abs(to - from) }];
    });
  });
  const [first, ...rest] = ways.toSorted((a, b) => a.rank - b.rank || b.shift.offset - a.shift.offset);
  if (first === undefined) return [];
  const other = rest.find(({ rank, shift }) => rank === first.rank && shift.offset !== first.shift.offset);
  return [{ ...first.shift, ...(other && { other: other.shift.offset }) }, ...rest.map(({ shift }) => shift)];
}

/** The first line that fits no open collection, and the first line of the list in its column, if any. */
export function wrongLine(tokens: readonly Token[]): { readonly wrong: Line; readonly list?: number } | undefined {
  const lines = linesOf(tokens);
  const stop = walk(lines);
  const wrong = lines[stop ?? -1];
  if (stop === undefined || wrong === undefined) return undefined;
  const levels: Level[] = [];
  walk(lines.slice(0, stop), levels);
  const level = levels.find(({ column, isList }) => isList && column === wrong.indent);
  const list = lines[level?.line ?? -1]?.offset;
  return { wrong, ...(list !== undefined && { list }) };
}

function linesOf(tokens: readonly Token[]): readonly Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at] as Token;
    let end = at + 1;
    while (end < tokens.length && tokens[end]?.isFirst === false) end += 1;
    if (!first.isInFlow || first.isOutermost) lines.push(lineOf(first, tokens.slice(at, end)));
    at = end;
  }
  return lines;
}

function lineOf(first: Token, tokens: readonly Token[]): Line {
  const dashes = tokens.findIndex(({ mark }) => mark !== "-");
  const content = dashes === -1 ? [] : tokens.slice(dashes);
  const colon = content.findIndex(({ mark, isInFlow }) => mark === ":" && !isInFlow);
  const value = content.slice(colon + 1);
  const isEntry = colon !== -1;
  const column = ({ offset }: Token): number => offset - first.offset;
  const lists = tokens.slice(0, tokens.length - content.length).map((dash) => ({ column: column(dash), isList: true }));
  const key = content.slice(0, isEntry ? 1 : 0).map((token) => ({ column: column(token), isList: false }));
  const isOpen = (isEntry || first.mark === "-") && value.every(({ mark }) => mark === "&");
  return { offset: first.offset, indent: first.indent, starts: [...lists, ...key], isOpen };
}

/** Reads lines up to the first one that does not fit, and returns its index; `levels` then holds the open collections. */
function walk(lines: readonly Line[], levels: Level[] = []): number | undefined {
  for (const [index, line] of lines.entries()) {
    if (!fits(levels, lines[index - 1], line, index)) return index;
    const [, ...inner] = line.starts;
    for (const { column, isList } of inner) levels.push({ column: line.indent + column, isList, line: index });
  }
  return undefined;
}

/** Whether a line fits. Opens and closes levels up to the column of the line. */
function fits(levels: Level[], above: Line | undefined, { indent, starts: [start] }: Line, line: number): boolean {
  if (start === undefined) return indent > (levels.at(-1)?.column ?? -1);
  const { isList } = start;
  const depth = levels.length;
  while ((levels.at(-1)?.column ?? -1) > indent) levels.pop();
  const top = levels.at(-1);
  const isInside = levels.length === depth && (above === undefined || above.isOpen);
  if (top?.column === indent && top.isList === isList) return true;
  if (top?.column === indent && top.isList) {
    levels.pop();
    const outer = levels.at(-1);
    return outer?.column === indent && !outer.isList;
  }
  levels.push({ column: indent, isList, line });
  return isInside;
}

/** For each line: how much deeper it is than the key above it whose value it is or should be. */
function steps(lines: readonly Line[]): readonly (readonly [deeper: number, line: Line])[] {
  return lines.flatMap((line, index) => {
    const above = lines[index - 1];
    const key = above?.starts.at(-1);
    return above?.isOpen === true && key !== undefined
      ? [[line.indent - above.indent - key.column, line] as const]
      : [];
  });
}

function usualStep(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const [deeper, { starts }] of steps(lines))
    if (starts[0]?.isList === false && deeper > 0) counts.set(deeper, (counts.get(deeper) ?? 0) + 1);
  const [most] = Array.from(counts).toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 2;
}

/** The number of values that are missing, or not as deep as most values. */
function oddness(lines: readonly Line[], step: number): number {
  return steps(lines).filter(([deeper, { starts }]) => deeper !== step && !(starts[0]?.isList && deeper === 0)).length;
}
