/** Tabs before the content of a line: YAML forbids them, and they show all the same how deep the line is meant. */

interface Place {
  readonly text: string;
  readonly offset: number;
}

const TABBED = /^ *\t[ \t]*/gm;
const INDENTED = /^( +)[^\s#]/m;

const USUAL_STEP = 2;
const LARGEST_STEP = 8;

/** The same place of a text without tabs, if its line has some: each is as wide as the first line that is indented with spaces. */
export function withoutTabs(text: string, offset: number): Place {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  if (!/^ *\t/.test(text.slice(start, offset))) return { text, offset };
  const step = Math.min(INDENTED.exec(text)?.[1]?.length ?? USUAL_STEP, LARGEST_STEP);
  const spaced = (part: string): string => part.replace(TABBED, (indent) => indent.replaceAll("\t", " ".repeat(step)));
  return { text: spaced(text), offset: spaced(text.slice(0, offset)).length };
}
