/** Completion in a text that is readable, and in one with a mistake somewhere else. */
import { expect, test } from "vitest";
import { decode } from "../../src/toolkit/read/document/encoding.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { labels } from "./ask.js";
import { MISTAKES, type Mistake } from "./mistakes.js";
import { GLOBAL, QUESTIONS, type Question } from "./questions.js";

const SPELLINGS = ["yaml", "json"] as const;
const PLACES = ["other", "sibling", "other-below", "sibling-below"] as const;

type Spelling = (typeof SPELLINGS)[number];

/** The text of a question with a mistake in one of its places, as deep as the lines around it. */
function withMistake(text: string, spelling: Spelling, place?: (typeof PLACES)[number], mistake?: Mistake): string {
  const lines = text.split("\n").flatMap((line, index, all) => {
    if (!line.startsWith("@")) return [line];
    if (mistake === undefined || line !== `@${place}`) return [];
    const above = all[index - 1] ?? "";
    const indent = /^ */.exec(above)?.[0] ?? "";
    return [mistake[spelling](/[:{]$/.test(above) ? `${indent}  ` : indent)];
  });
  return lines.join("\n");
}

/** The labels that are missing, and those that should be. */
function wrongIn({ about, has, lacks, isProject }: Question, text: string, format: Spelling): readonly string[] {
  const found = labels({ text, format, scope: isProject ? "project" : "global", global: GLOBAL });
  return [
    ...has.filter((label) => !found.includes(label)).map((label) => `${about}: ${label} is missing`),
    ...lacks.filter((label) => found.includes(label)).map((label) => `${about}: ${label} is wrong`),
    ...(new Set(found).size < found.length ? [`${about}: a label is there twice`] : []),
  ];
}

test.each(SPELLINGS)("each question has its answer in %s", (spelling) => {
  expect(QUESTIONS.length).toBe(25);
  const wrong = QUESTIONS.flatMap((one) => wrongIn(one, withMistake(one[spelling], spelling), spelling));
  expect(wrong).toEqual([]);
});

const CASES = SPELLINGS.flatMap((spelling) =>
  MISTAKES.flatMap((mistake) =>
    PLACES.map((place) => ({ spelling, mistake, place, title: `${spelling}, ${mistake.about}, ${place}` })),
  ),
);

test.each(CASES)("each question has its answer with a mistake elsewhere: $title", ({ spelling, mistake, place }) => {
  const wrong = QUESTIONS.flatMap((one) =>
    wrongIn(one, withMistake(one[spelling], spelling, place, mistake), spelling),
  );
  expect(wrong).toEqual([]);
});

test.each(CASES)("the mistake is one: $title", ({ spelling, mistake, place }) => {
  const question = QUESTIONS.find(({ about }) => about === "a truth value");
  const text = withMistake(question?.[spelling] ?? "", spelling, place, mistake).replace("¦", "true");
  const { text: read, problem } = decode(new TextEncoder().encode(text));
  const { problems } = parse({ file: "x", text: read }, spelling);
  expect(problem !== undefined || problems.length > 0 || mistake.about === "not UTF-8").toBe(true);
});
