/** docs/questions.md: every question has commands that answer it, and what they print. `--update` rewrites what they print. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { consolesIn, filesIn, withRealOutput } from "./examples.js";

const page = readFileSync("docs/questions.md", "utf8");
/** What stands before the first question is there for all of them. */
const [setting = "", ...questions] = page.split(/^(?=### )/m);

test("what the page says is printed is printed", async () => {
  expect(questions.length).toBeGreaterThan(15);
  const real = [setting];
  for (const question of questions)
    real.push(await withRealOutput(question, { ...filesIn(setting), ...filesIn(question) }, ["stdout", "stderr"]));
  await expect(real.join("")).toMatchFileSnapshot("../../docs/questions.md");
});

test("every question has a command that answers it, and is a question", () => {
  expect(questions.filter((question) => consolesIn(question).length === 0)).toEqual([]);
  expect(questions.filter((question) => !/^### .*\?\n/.test(question))).toEqual([]);
});
