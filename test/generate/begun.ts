/** What a page of a rule lacks while a person is still writing it; `npm run gen` says so. */
import type { Case, RulePage } from "../../src/toolkit/judge/report/rule-page.js";

const SHORTEST_PROSE = 60;
/** One line, short enough for lists, that does not end a sentence. */
const SUMMARY = /^.{0,119}[^.]$/;
const NAME = /^`[^`]+`:$/;

/** A sentence with its line for each block of a case that has no name; a report is a `text` block and needs none. */
export function unnamedBlocks(markdown: string): readonly string[] {
  const unnamed: string[] = [];
  let inCase = false;
  let isNamed = false;
  let inBlock = false;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (inBlock) inBlock = line !== "```";
    else if (/^#{2,3} /.test(line)) {
      inCase = /^#{2,3} (?:Reported|Fine)$/.test(line);
      isNamed = false;
    } else if (NAME.test(line)) isNamed = true;
    else if (line.startsWith("```")) {
      if (inCase && !isNamed && line !== "```text") {
        unnamed.push(`line ${index + 1}: this block has no name; write \`config.yaml\`: on a line above it`);
      }
      isNamed = false;
      inBlock = true;
    }
  }
  return unnamed;
}

/** A phrase for each thing that a page must have and does not have. */
export function lackingIn({ summary, cases, why }: RulePage): readonly string[] {
  const count = (kind: Case["kind"]): number => cases.filter((one) => one.kind === kind).length;
  return [
    ...(SUMMARY.test(summary) ? [] : ["a first line that says what is reported, without a full stop, above its prose"]),
    ...(["reported", "fine"] as const)
      .filter((kind) => count(kind) < 2)
      .map((kind) => `two cases that are ${kind}; it has ${count(kind)}`),
    ...(why.length > SHORTEST_PROSE ? [] : [`more than ${SHORTEST_PROSE} characters of prose; it has ${why.length}`]),
  ];
}
