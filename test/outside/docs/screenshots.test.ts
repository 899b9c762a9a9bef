/**
 * Pictures of pages, as a real Chromium draws them today. A picture that is not there is drawn; `npm run pictures` draws all of them anew.
 * The text of each page stands in `fixtures/pictures`, and has to be that of today; its pixels are compared roughly, because other machines have other fonts.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { ScriptedHub, TOKEN } from "../../hub/scripted-hub.js";
import { NOW, PROJECTS, TROUBLED } from "../../hub/twenty.js";
import { machine } from "../../machine/machine.js";
import { aBrowser, closeBrowser } from "./browser.js";

const fixture = (name: string): string => readFileSync(`fixtures/readme/picture/${name}.yaml`, "utf8");

/** The names of a picture: not every machine has letters for the others. */
const IN_LATIN: Readonly<Record<string, string>> = {
  日本語の文書: "handbook",
  "用語集を翻訳して、章ごとに確認する": "Translate the glossary, chapter by chapter",
  "مراجعة الفصل الأول": "Review the first chapter",
};

function inLatin<Data>(data: Data): Data {
  const text = Object.entries(IN_LATIN).reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(data));
  expect(text).not.toMatch(/[^ -~\u2026]/);
  return JSON.parse(text);
}

/** Shows a page: what is in its window is the picture. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  inspect: async (page) => {
    const { spawn } = machine({
      "~/.config/agent/config.yaml": fixture("global"),
      ".agent/config.yaml": fixture("project"),
    });
    await page.setContent(spawn(["inspect", "--html", "-"]).stdout);
  },
  fleet: async (page) => {
    const hub = await ScriptedHub.start(inLatin(PROJECTS), inLatin(TROUBLED));
    await page.clock.setFixedTime(NOW);
    await page.goto(hub.url);
    await page.locator("#token").fill(TOKEN);
    await page.keyboard.press("Enter");
    await page.locator("li").first().waitFor();
    await page.evaluate("document.activeElement.blur()");
  },
};

afterAll(closeBrowser);

test.each(Object.entries(PAGES))(
  "docs/pictures/%s.png shows the page of today",
  { timeout: 120_000 },
  async (name, show) => {
    const browser = await aBrowser();
    if (browser === undefined) return;
    const [picture, text] = [`docs/pictures/${name}.png`, `fixtures/pictures/${name}.txt`];
    const page = await browser.newPage({ viewport: { width: 960, height: 900 }, colorScheme: "light" });
    await show(page);
    const drawn = await page.screenshot();
    const shown = `${await page.innerText("body")}\n`;
    await page.close();
    if (!existsSync(picture)) {
      for (const file of [picture, text]) mkdirSync(dirname(file), { recursive: true });
      writeFileSync(picture, drawn);
      writeFileSync(text, shown);
    }
    expect(shown).toBe(readFileSync(text, "utf8"));
    expect(await difference(browser, drawn, readFileSync(picture))).toBeLessThan(12);
  },
);

/** The mean difference of brightness, from 0 to 255, between the parts of two pictures. */
async function difference(browser: Browser, one: Buffer, other: Buffer): Promise<number> {
  const page = await browser.newPage();
  const [a, b] = [one, other].map((bytes) => JSON.stringify(`data:image/png;base64,${bytes.toString("base64")}`));
  const found = await page.evaluate<number>(`(async () => {
    const parts = async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(24, 24);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, 24, 24);
      const { data } = context.getImageData(0, 0, 24, 24);
      return Array.from({ length: 24 * 24 }, (_, index) => (data[index * 4] + data[index * 4 + 1] + data[index * 4 + 2]) / 3);
    };
    const [left, right] = [await parts(${a}), await parts(${b})];
    return left.reduce((sum, value, index) => sum + Math.abs(value - right[index]), 0) / left.length;
  })()`);
  await page.close();
  return found;
}
