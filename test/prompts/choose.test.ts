/** The facet of a name, the one that a session begins with, and the colours and the system prompt of one (spec 2.5, P-S36, P-S78). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { colorsOfName } from "../../src/agent/session/prompts/attributes.js";
import { beginningFacet, facetFor } from "../../src/agent/session/prompts/choose.js";
import type { Prompts } from "../../src/agent/session/prompts/prompt.js";
import { systemPrompt } from "../../src/agent/session/prompts/system-prompt.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { promptsOf } from "./bench.js";

const withReview = (): Promise<Prompts> => promptsOf({ ".agent/facets/review.md": "Review." });
const MISSING = "active_session";

describe("a facet by name", () => {
  test("is found, or the names that are close are suggested", async () => {
    const prompts = await withReview();
    expect(facetFor(prompts, "review")).toMatchObject({ kind: "found", facet: { name: "review" } });
    expect(facetFor(prompts, "reveiw")).toEqual({
      ...{ kind: "unknown", suggestions: ["review"] },
      message: "no facet is called `reveiw`; did you mean `review`?",
    });
    expect(facetFor(prompts, "toString")).toEqual({
      ...{ kind: "unknown", suggestions: [] },
      message: "no facet is called `toString`; there are `execute`, `plan` and `review`",
    });
  });

  test("a long or hostile name makes a short message", async () => {
    for (const wanted of ["x".repeat(10_000), "\u001b[31m\n", ""]) {
      const chosen = facetFor(await promptsOf({}), wanted);
      const message = chosen.kind === "unknown" ? chosen.message : "";
      expect(message).toMatch(/^no facet is called `[^\n\u001b]*$/);
      expect(message.length).toBeLessThan(250);
    }
  });
});

describe("a session begins with", () => {
  const session = { default_facet: "plan", default_exec_facet: "review" };
  test.each([
    ["`--facet`", { flag: "execute", session, isExec: false }, "execute"],
    ["`default_facet`", { flag: undefined, session, isExec: false }, "plan"],
    ["`default_exec_facet` for `agent exec`", { flag: undefined, session, isExec: true }, "review"],
    ["`execute` where nothing is set", { flag: undefined, session: undefined, isExec: false }, "execute"],
    ["`execute` where null is set", { flag: undefined, session: { default_facet: null }, isExec: false }, "execute"],
    [
      "`execute` for `agent exec` where only the other default is set",
      { flag: undefined, session: { default_facet: "plan" }, isExec: true },
      "execute",
    ],
  ] as const)("%s", async (_, beginning, name) => {
    const chosen = beginningFacet(await withReview(), beginning);
    expect(chosen).toMatchObject({ kind: "found", facet: { name } });
    expect(chosen).not.toHaveProperty("warning");
  });

  test("a wrong `--facet` is an error, and a default that is not there a warning", async () => {
    const prompts = await promptsOf({});
    expect(beginningFacet(prompts, { flag: "review", session, isExec: false }).kind).toBe("unknown");
    expect(beginningFacet(prompts, { flag: undefined, session, isExec: true })).toMatchObject({
      ...{ kind: "found", facet: { name: "execute" } },
      warning: `\`${MISSING}.default_exec_facet\`: no facet is called \`review\`; there are \`execute\` and \`plan\`; the session begins with \`execute\``,
    });
  });
});

describe("the system prompt", () => {
  const facet = { body: "You review." };
  const mine = { file: "AGENTS.md", text: "Use tabs.\n", origin: "global" } as const;
  const theirs = { file: "AGENTS.md", text: "Use spaces.", origin: "project" } as const;

  test("is the facet, and the instructions under headings that name their files", () => {
    expect(systemPrompt(facet, [])).toBe("You review.");
    expect(systemPrompt(facet, [mine, theirs])).toBe(
      [
        "You review.",
        "# Instructions from the user, for every project (AGENTS.md)",
        "Use tabs.",
        "# Instructions from this project (AGENTS.md)",
        "Use spaces.",
      ].join("\n\n"),
    );
  });

  test("keeps its limit: instructions are cut at a line, with a remark", () => {
    const long = { ...mine, text: "ein Satz 😀\n".repeat(20_000) };
    const text = systemPrompt(facet, [long, theirs]);
    expect(text.length).toBeLessThanOrEqual(limits.systemPromptCharacters);
    expect(text).toMatch(/ein Satz 😀\n\n\[The rest of this file is left out: it is too long\.\]$/u);
  });

  test("of any lengths is whole text within its limit", () => {
    const length = fc.integer({ min: 0, max: 2 * limits.systemPromptCharacters });
    fc.assert(
      fc.property(
        fc.array(length, { maxLength: 3 }),
        length,
        fc.constantFrom("a", "\n", "😀", "ab\n"),
        (all, own, unit) => {
          const textOf = (count: number): string => unit.repeat(Math.floor(count / unit.length));
          const body = textOf(Math.min(own, limits.promptFileBytes));
          const text = systemPrompt(
            { body },
            all.map((count) => ({ ...mine, text: textOf(count) })),
          );
          expect(text.length).toBeLessThanOrEqual(limits.systemPromptCharacters);
          expect(text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: cases(400) },
    );
  });
});

/** WCAG 2, written anew from its definition. */
function contrast(color: string, background: string): number {
  const luminance = (text: string): number =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const share = Number.parseInt(text.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
      return sum + weight * (share > 0.04045 ? ((share + 0.055) / 1.055) ** 2.4 : share / 12.92);
    }, 0.05);
  const [a, b] = [luminance(color), luminance(background)];
  return Math.max(a / b, b / a);
}

describe("the colours of a name", () => {
  test("are the same every time, and differ between names", () => {
    expect(colorsOfName("plan")).toEqual(colorsOfName("plan"));
    expect(colorsOfName("plan")).not.toEqual(colorsOfName("execute"));
    const names = Array.from({ length: 40 }, (_, index) => colorsOfName(`facet ${index}`).light);
    expect(new Set(names).size).toBeGreaterThan(25);
  });

  test("can be read on their backgrounds", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const { light, dark } = colorsOfName(name);
        for (const background of ["#ffffff", "#f5f5f5"])
          expect(contrast(light, background)).toBeGreaterThanOrEqual(4.5);
        for (const background of ["#000000", "#242424"]) expect(contrast(dark, background)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: cases(4000) },
    );
  });
});
