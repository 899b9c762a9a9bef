/** Completion in a text that is readable, and in one with a mistake somewhere else. */
import { expect, test } from "vitest";
import { type Asked, labels } from "./ask.js";
import { MISTAKES, type Mistake } from "./mistakes.js";
import { GLOBAL, QUESTIONS, type Question } from "./questions.js";

type Spelling = "yaml" | "json";
type Where = "other" | "sibling";

function withMistake(text: string, where: Where | undefined, mistake: Mistake | undefined, spelling: Spelling): string {
  const lines = text.split("\n").flatMap((line, index, all) => {
    if (line !== "@other" && line !== "@sibling") return [line];
    if (mistake === undefined || line !== `@${where}`) return [];
    const near = all.slice(index + 1).find((next) => next.trim() !== "") ?? "";
    const before = all[index - 1] ?? "";
    const isHead = /[:{]$/.test(before);
    const indent = /^ */.exec(isHead ? `${/^ */.exec(before)?.[0]}  ` : spelling === "json" ? near : before)?.[0] ?? "";
    return [mistake[spelling](indent)];
  });
  return lines.join("\n");
}

function wrongIn(
  { has, lacks, isProject, ...question }: Question,
  asked: Pick<Asked, "text" | "format">,
): readonly string[] {
  const scope = isProject ? "project" : "global";
  const found = labels({ ...asked, scope, global: GLOBAL });
  void question;
  return [
    ...has.filter((label) => !found.includes(label)).map((label) => `${label} is missing`),
    ...lacks.filter((label) => found.includes(label)).map((label) => `${label} is wrong`),
    ...(new Set(found).size < found.length ? ["a label is there twice"] : []),
  ];
}

const SPELLINGS: readonly Spelling[] = ["yaml", "json"];

test.each(SPELLINGS)("every question has its answer in %s", (spelling) => {
  const wrong = QUESTIONS.flatMap((question) => {
    const text = withMistake(question[spelling], undefined, undefined, spelling);
    return wrongIn(question, { text, format: spelling }).map((what) => `${question.about}: ${what}`);
  });
  expect(wrong).toEqual([]);
});

const CASES = SPELLINGS.flatMap((spelling) =>
  MISTAKES.flatMap((mistake) =>
    (["other", "sibling"] as const).map((where) => ({ spelling, mistake, where, title: `${mistake.about}, ${where}` })),
  ),
);

test.each(CASES)("in $spelling, with a mistake: $title", ({ spelling, mistake, where }) => {
  const wrong = QUESTIONS.flatMap((question) => {
    const text = withMistake(question[spelling], where, mistake, spelling);
    return wrongIn(question, { text, format: spelling }).map((what) => `${question.about}: ${what}`);
  });
  expect(wrong).toEqual([]);
});
