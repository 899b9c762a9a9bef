/** How much work an import is, counted in steps. */
import { expect, test } from "vitest";
import { importFrom } from "../../src/toolkit/import-from.js";
import { stepsOf } from "../steps.js";

test("work grows no faster than the text", async () => {
  const many = (count: number): string =>
    JSON.stringify({
      mcpServers: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `s${index}`,
          { command: "x", env: { TOKEN: `secret-${index}` }, cwd: "y" },
        ]),
      ),
    });
  const [less, more] = [await stepsOf(() => importFrom(many(200))), await stepsOf(() => importFrom(many(800)))];
  expect(more / less).toBeLessThan(6);
});
