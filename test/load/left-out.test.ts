/** What is left of a project in which one value is wrong (S5, S12): everything but that value. */
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

test("of two spellings of a header in one file the first counts", async () => {
  const at = machine({
    [GLOBAL]: "providers: { acme: { kind: { type: catalog, name: alpha }, headers: { X-Team: ours } } }\n",
    [PROJECT]: "providers: { acme: { headers: { x-team: theirs, X-TEAM: again, X-Stage: test } } }\n",
  });
  const { config } = await at.load();
  expect(config?.providers?.["acme"]?.headers).toEqual({ "x-team": "theirs", "X-Stage": "test" });
});

test("an extension is handed no number that JSON cannot spell", async () => {
  const at = machine({
    [GLOBAL]: "plugins: { tracker: { limit: 10 } }\n",
    [PROJECT]: "plugins: { tracker: { limits: [.inf] }, reviewer: { limit: 5 } }\n",
  });
  const { config } = await at.load();
  expect(config?.plugins).toEqual({ tracker: { limit: 10 }, reviewer: { limit: 5 } });
});

test("a command that stays literal text is not said to stand for something else", async () => {
  const at = machine({
    [GLOBAL]: "tui: { theme: dark }\n",
    [PROJECT]: "tui: { theme: $(pick-theme) }\n",
  });
  const { config, diagnostics } = await at.load();
  expect(config?.tui?.theme).toBe("dark");
  expect(diagnostics.map(({ rule }) => rule)).toEqual([
    "schema/unknown-value",
    "substitution/in-project",
    "version/missing",
  ]);
});
