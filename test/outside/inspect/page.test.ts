/** The page of `inspect` in a real Chromium without a network: it asks for nothing, says nothing, runs nothing, and everybody can read it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe, { type AxeResults } from "axe-core";
import fc from "fast-check";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { printable } from "../../../src/text/escape.js";
import { pairArbitrary } from "../../arbitrary/pair.js";
import { slowCases } from "../../cases.js";
import { pageOn } from "../../inspect/pages.js";
import { example } from "../../machine/examples.js";
import { type Files, machine } from "../../machine/machine.js";
import { GLOBAL, globalFile, PROJECT, projectFile } from "../../machine/names.js";
import { aBrowser, closeBrowser } from "../docs/browser.js";

const LIMIT = { timeout: 300_000 };
const V = "version: 3\n";

afterAll(closeBrowser);

const directory = mkdtempSync(join(tmpdir(), "inspect-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Opened {
  readonly page: Page;
  /** Messages on the console, exceptions, and addresses besides that of the page. */
  readonly said: readonly string[];
  /** Shows another markup in its place. */
  readonly show: (markup: string) => Promise<void>;
}

async function aPage(running: Browser, options: BrowserContextOptions = {}): Promise<Opened> {
  const file = join(directory, "page.html");
  const context = await running.newContext({ offline: true, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const said: string[] = [];
  page.on("pageerror", ({ message }) => said.push(message));
  page.on("console", (message) => said.push(message.text()));
  page.on("dialog", (dialog) => said.push(dialog.message()));
  const address = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url() !== address) said.push(request.url());
  });
  const show = async (markup: string): Promise<void> => {
    writeFileSync(file, markup);
    await page.goto(address);
  };
  return { page, said, show };
}

async function opened(running: Browser, markup: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const one = await aPage(running, options);
  await one.show(markup);
  return one;
}

const withoutPolicy = (markup: string): string =>
  markup.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");

/** Runs in the page: elements and attributes that could run code or fetch something. */
const ACTIVE = `[...document.querySelectorAll("*")].flatMap((one) => [
  ...(/^(?:script|img|iframe|object|embed|link|form|svg|video|audio|base)$/.test(one.localName) ? [one.localName] : []),
  ...[...one.attributes].filter(({ name, value }) => /^on|^style$|^src/.test(name) || (name === "href" && !value.startsWith("#"))).map(({ name }) => name),
])`;

async function isQuiet({ page, said, show }: Opened, files: Files): Promise<void> {
  const markup = pageOn(machine(files));
  for (const one of [markup, withoutPolicy(markup)]) {
    await show(one);
    expect(await page.evaluate(ACTIVE)).toEqual([]);
    expect(said).toEqual([]);
  }
}

const HOSTILE: readonly string[] = [
  ...["</style><script>alert(1)</script>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>"],
  ...["--><svg onload=alert(1)>", "javascript:alert(1)", `" onmouseover="alert(1)" x='`, "</title><base href=//x>"],
  ...["<style>@import '//x'</style>", "url(//x)", "&lt;script&gt;", "a\\u0000b", "\\u001b[31m", "\\u202e", "\\ud800"],
  ...["</code></td></tr></table><form action=//x>", "x".repeat(100_000)],
];

test(
  "hostile names and values ask for nothing, say nothing and run nothing, with the policy and without",
  LIMIT,
  async () => {
    const running = await aBrowser();
    if (running === undefined) return;
    const page = await aPage(running);
    for (const text of HOSTILE) {
      const quoted = text.includes("\\u") ? `"${text}"` : JSON.stringify(text);
      const global = `{"version": 3, "plugins": {${quoted}: ${quoted}}, "models": {${quoted}: {"class": ${quoted}}}}`;
      const project = `{"version": 3, "plugins": {${quoted}: 1}, "mcp_servers": {${quoted}: {"transport": "stdio", "command": ${quoted}, "args": [${quoted}]}}, ${quoted}: 1}`;
      await isQuiet(page, { [globalFile("json")]: global, [projectFile("json")]: project });
      await isQuiet(page, {
        [globalFile("json")]: `{"version": 3}`,
        [PROJECT]: `${V}a: ${text.slice(0, 50)}\n  b: [\n`,
      });
    }
  },
);

test("so do generated pairs", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const page = await aPage(running);
  await fc.assert(
    fc.asyncProperty(pairArbitrary, ({ global, project }) =>
      isQuiet(page, { [globalFile(global.format)]: global.text, [projectFile(project.format)]: project.text }),
    ),
    { numRuns: slowCases(60), endOnFailure: true },
  );
});

/** Long enough that a browser lays out its parts when somebody comes to them. */
const LONG: Files = {
  [GLOBAL]: `${V}mcp_servers:\n${Array.from({ length: 120 }, (_, n) => `  s${n}: { transport: stdio, command: serve-${n} }\n`).join("")}`,
};

const EXAMPLES: readonly (readonly [string, Files])[] = [
  ["team", example("team", "global.jsonc", "project.json")],
  ["twelve-mistakes", example("twelve-mistakes", "global.yaml", "project.yaml")],
  ["workstation", example("workstation", "global.yaml", "project.yaml")],
  ["a file that cannot be used", { [GLOBAL]: "a: [\n", [PROJECT]: V }],
];

test.each(EXAMPLES)("axe finds nothing, light and dark, at 400, 900 and 1,600 pixels: %s", LIMIT, async (_, files) => {
  const running = await aBrowser();
  if (running === undefined) return;
  const markup = pageOn(machine(files));
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [400, 900, 1600]) {
      const viewport = { width, height: 900 };
      const { page, said } = await opened(running, markup, { colorScheme, viewport, bypassCSP: true });
      await page.evaluate(axe.source);
      // With every detail open.
      await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(said).toEqual([]);
      await page.context().close();
    }
});

test.each(EXAMPLES)(
  "no part of a table is cut off, on a phone, in a narrow window and on paper: %s",
  LIMIT,
  async (_, files) => {
    const running = await aBrowser();
    if (running === undefined) return;
    const { page } = await opened(running, pageOn(machine(files)));
    for (const [width, media] of [
      [400, "screen"],
      [900, "screen"],
      [718, "print"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ media });
      expect(await page.evaluate(HIDDEN_WIDTHS), `${width}, ${media}`).toEqual([]);
    }
  },
);

/** Runs in the page: the tables that are wider than the space that they have. */
const HIDDEN_WIDTHS = `[...document.querySelectorAll(".wide")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)`;

test("the keyboard alone: to a line of a source, to the meaning of a key, and to another filter", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const { page } = await opened(running, pageOn(machine(example("team", "global.jsonc", "project.json"))));
  const focused = (): Promise<string> => page.evaluate("document.activeElement.textContent.trim()");
  const tabTo = async (text: string): Promise<void> => {
    for (let tabs = 0; tabs < 200 && !(await focused()).startsWith(text); tabs += 1) await page.keyboard.press("Tab");
    expect(await focused()).toContain(text);
  };
  await tabTo("project 4:54");
  await page.keyboard.press("Enter");
  expect(await page.locator(":target").textContent()).toContain("max_output_tokens_per_turn");
  await page.goto(page.url().replace(/#.*/, ""));
  await tabTo("default_permission_matcher");
  await page.keyboard.press("Enter");
  expect(await page.locator("details[open] #m1, details[open] small").first().isVisible()).toBe(true);
  await page.locator("#show-all").focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.locator("#values tr:visible", { hasText: "alt-screen" }).count()).toBe(0);
  expect(await page.locator("#values tr:visible", { hasText: "max_output_tokens_per_turn" }).count()).toBe(1);
});

test("on a long page, a link reaches its line, a search finds what is far below, and axe nothing", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const { page } = await opened(running, pageOn(machine(LONG)), { bypassCSP: true });
  const skipped = `[...document.querySelectorAll(".part, .source")].map((one) => getComputedStyle(one).contentVisibility)`;
  expect(new Set(await page.evaluate<string[]>(skipped))).toEqual(new Set(["auto"]));
  await page.evaluate(axe.source);
  expect((await page.evaluate<AxeResults>("axe.run()")).violations.map(({ id }) => id)).toEqual([]);
  expect(await page.evaluate(`find("serve-119")`)).toBe(true);
  await page.evaluate(`location.hash = "#g100"`);
  const line = page.locator(":target");
  await expect.poll(() => line.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(720);
  expect(await line.textContent()).toContain("serve-97");
  await page.emulateMedia({ media: "print" });
  expect(new Set(await page.evaluate<string[]>(skipped))).toEqual(new Set(["visible"]));
});

test("what a person reads is what the terminal prints: no character acts", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const { page } = await opened(
    running,
    pageOn(machine({ [globalFile("json")]: '{"version": 3, "plugins": {"a\\u202eb": "c\\u0000d"}}' })),
  );
  const text = await page.locator("#values").innerText();
  expect(text).toContain(printable("a\u202eb"));
  expect(text).toContain(printable("c\0d"));
});
