/** How much work the output of a command is, counted in steps (section B). */
import { expect, test } from "vitest";
import { load } from "../../src/toolkit/load.js";
import { spell } from "../machine/layered.js";
import { memoryHost } from "../machine/memory.js";
import { globalFile } from "../machine/names.js";
import { stepsOf } from "../steps.js";

const CONFIG = { version: 3, config_command_substitution: true, tui: { text: "$(a)" } };

test("B20 twice as many empty lines take twice the work", async () => {
  const work = (lines: number): Promise<number> =>
    stepsOf(async () => {
      const files = { [globalFile("json")]: spell(CONFIG, "json") };
      const host = memoryHost({ files, answer: () => `${"\n".repeat(lines)}x${"\n".repeat(lines)}` });
      const { config } = await load({ host });
      expect(String(config?.tui?.["text"]).length).toBe(lines + 1);
    });
  expect(await work(8000)).toBeLessThanOrEqual(2.1 * (await work(4000)));
});
