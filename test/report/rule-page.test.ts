/** The parts of a rule's page, written by a person or by the generator. */
import { expect, test } from "vitest";
import { parsePage } from "../../src/toolkit/judge/report/rule-page.js";

const BEGUN = `# effect/thing

a thing without effect

Why it is there.
In two lines.

And what to do.

## Reported

A remark.

\`config.yaml\`:

\`\`\`yaml
a: 1
\`\`\`

## Fine

\`config.yaml\`:

\`\`\`yaml
b: 1
\`\`\`
`;

const GENERATED = BEGUN.replace(
  "# effect/thing\n\na thing without effect\n",
  "# effect/thing\n\n<!-- A note. -->\n\na thing without effect\n\n- Severity: warning\n- Fix: none\n",
);

test("a page that was just begun is a summary, prose and cases", () => {
  expect(parsePage(BEGUN)).toEqual({
    id: "effect/thing",
    summary: "a thing without effect",
    facts: [],
    why: "Why it is there.\nIn two lines.\n\nAnd what to do.",
    cases: [
      expect.objectContaining({
        kind: "reported",
        remark: "A remark.",
        files: [{ name: "config.yaml", text: "a: 1\n", is: "file" }],
      }),
      expect.objectContaining({
        kind: "fine",
        remark: "",
        files: [{ name: "config.yaml", text: "b: 1\n", is: "file" }],
      }),
    ],
  });
});

test("what is generated around it changes none of that", () => {
  const { why, cases } = parsePage(BEGUN);
  expect(parsePage(GENERATED)).toEqual({
    id: "effect/thing",
    summary: "a thing without effect",
    facts: ["Severity: warning", "Fix: none"],
    why,
    cases,
  });
});
