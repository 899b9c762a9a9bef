/** The pictures of terminals, as a real Chromium draws them: each character stands in its column. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { browserAt, browserPath, PLACES } from "./browser.js";

/** The first column and the width of each, in units of the picture. */
const [MARGIN, CHARACTER] = [20, 8.4];

/** Runs in the page: of each line the characters that are not drawn or stand in another column. */
const ASTRAY = `[...document.querySelectorAll("text")].map((line) =>
  [...line.textContent].filter((_, index) => {
    if (index >= line.getNumberOfChars()) return true;
    return Math.abs((line.getStartPositionOfChar(index).x - ${MARGIN}) / ${CHARACTER} - index) > 0.2;
  }))`;

test.each(["docs/lint.svg", "docs/rename.svg"])(
  "each character of %s stands in its column, blanks at the beginning included",
  async (picture) => {
    const path = browserPath();
    if (path === undefined) {
      console.warn(
        `the picture was not looked at: no Chromium at ${PLACES.join(", ")}; CHROMIUM_PATH names another place`,
      );
      expect(PLACES.filter((place) => existsSync(place))).toEqual([]);
      return;
    }
    const page = await (await browserAt(path)).newPage();
    await page.setContent(readFileSync(picture, "utf8"));
    const lines = await page.evaluate<readonly (readonly string[])[]>(ASTRAY);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.flat()).toEqual([]);
  },
);
