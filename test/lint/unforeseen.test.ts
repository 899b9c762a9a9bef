/** An exception that nobody foresaw is a diagnostic that names the stage, and quotes nothing (S39). */
import { expect, test } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import { memoryHost } from "../machine/memory.js";
import { render } from "../report/sound.js";

const SECRET = "canary";

/** Throws when something looks into it for the second time: the first look is of the options. */
const broken = (): Catalog => {
  let looks = 0;
  return {
    get models() {
      looks += 1;
      if (looks === 2) throw new Error(SECRET);
      return {};
    },
  };
};

/** A text whose format is none when something looks at it again. */
const withoutFormat = (text: string): LintText => {
  let looks = 0;
  return {
    ...{ file: "a.yaml", text },
    get format() {
      looks += 1;
      return looks === 1 ? "yaml" : ("toml" as Format);
    },
  };
};

test("reading", () => {
  const result = lint({ texts: [withoutFormat(`x: ${SECRET}`)] });
  expect(result.diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
    ["layer/unreadable", "reading the global config failed unexpectedly"],
  ]);
  expect(JSON.stringify(render(result))).not.toContain(SECRET);
});

test("fixing changes nothing then", () => {
  const { fixed, after } = fix({ texts: [withoutFormat("teleemtry: {}")] });
  expect([fixed, after.summary.errors]).toEqual([[], 1]);
});

test("checking", () => {
  const result = lint({ texts: [{ file: "a.yaml", text: `tui: {x: ${SECRET}}` }], catalog: broken() });
  expect(result.diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
    ["layer/unreadable", "checking the global config failed unexpectedly"],
  ]);
  expect(JSON.stringify(render(result))).not.toContain(SECRET);
});

const GLOBAL = "~/.config/agent/config.yaml";

test("loading: without a project nothing is loaded", async () => {
  const result = await load({ host: memoryHost({ files: { [GLOBAL]: "tui: {x: 1}\n" } }), catalog: broken() });
  expect(result.ok).toBe(false);
  expect(result.diagnostics.map(({ message }) => message)).toEqual(["loading the global config failed unexpectedly"]);
});

test("loading: a broken project is left out", async () => {
  const files = { [GLOBAL]: "tui: {x: 1}\n", ".agent/config.yaml": "tui: {x: 2}\n" };
  const result = await load({ host: memoryHost({ files }), catalog: broken() });
  expect(result.config?.tui).toMatchObject({ x: 1 });
  expect(result.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([
    "loading the project config failed unexpectedly",
  ]);
});
