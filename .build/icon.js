/** Draws the icon of the extension, `editors/vscode/icon.png`, from the SVG beside it. It needs the Chromium of the machine. */
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACE = "editors/vscode";

const { CHROMIUM_PATH: executablePath = "/usr/bin/chromium" } = process.env;
const browser = await chromium.launch({ executablePath, headless: true, chromiumSandbox: false });
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<body style="margin: 0">${readFileSync(`${PLACE}/icon.svg`, "utf8")}`);
await page.screenshot({ path: `${PLACE}/icon.png`, omitBackground: true });
await browser.close();
