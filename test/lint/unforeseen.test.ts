/** An exception that nobody foresaw is a diagnostic that names the stage, and quotes nothing (S39). */
import { expect, test } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import { memoryHost } from "../machine/memory.js";
import { render } from "../report/sound.js";

const SECRET = "canary";

/** Throws when something first looks into it. */
const broken = (): Catalog => {
  let isBroken = true;
  return {
    get models() {
      if (isBroken) {
        isBroken = false;
        throw new Error(SECRET);
      }
      return {};
    },
  };
};

const noFormat = "toml" as Format;

test("reading", () => {
  const result = lint({ texts: [{ file: "a.yaml", text: `x: ${SECRET}`, format: noFormat }] });
  expect(result.diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
    ["layer/unreadable", "reading the global config failed unexpectedly"],
  ]);
  expect(JSON.stringify(render(result))).not.toContain(SECRET);
});

test("fixing changes nothing then", () => {
  const { fixed, after } = fix({ texts: [{ file: "a.yaml", text: "teleemtry: {}", format: noFormat }] });
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
