/** The playground in a real Chromium without a network, opened from a disk. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync, gzipSync } from "node:zlib";
import axe, { type AxeResults } from "axe-core";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { EXAMPLES } from "../../../src/playground/examples.js";
import { aBrowser, closeBrowser } from "../docs/browser.js";

const IN_JSON = "Two files in JSON, one over the other";

const LIMIT = { timeout: 180_000 };

const directory = mkdtempSync(join(tmpdir(), "playground-"));
const file = join(directory, "index.html");

beforeAll(async () => {
  const { bundlePlayground } = await import(pathToFileURL(".build/playground.js").href);
  await bundlePlayground(file);
}, 60_000);

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await closeBrowser();
});

interface Opened {
  readonly page: Page;
  readonly own: Locator;
  readonly project: Locator;
  /** The texts of the findings. */
  readonly findings: () => Promise<readonly string[]>;
  /** What the browser complained about, and addresses other than the page's that it asked for. */
  readonly complaints: string[];
}

/** Undefined where there is no browser. */
async function opened(fragment = "", options: BrowserContextOptions = {}): Promise<Opened | undefined> {
  const browser = await aBrowser();
  if (browser === undefined) return undefined;
  const context = await browser.newContext({ offline: true, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const address = pathToFileURL(file).href;
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address) complaints.push(request.url());
  });
  await page.goto(`${address}${fragment}`);
  await page.locator("#summary:not(:empty)").waitFor();
  return {
    page,
    own: page.getByRole("textbox", { name: /yours/ }),
    project: page.getByRole("textbox", { name: /repository's/ }),
    findings: () => page.locator("#findings li").allInnerTexts(),
    complaints,
  };
}

/** The selected text of the focused field. */
function selected(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)",
  );
}

/** The part of the address behind `#`, once it is another one. */
async function changedHash(page: Page, before: string): Promise<string> {
  await page.waitForURL(({ hash }) => hash !== before);
  return new URL(page.url()).hash;
}

/** The part of the address behind `#`, once there is one. */
function firstHash(page: Page): Promise<string> {
  return changedHash(page, "");
}

test("is at most 200 kB, compressed", () => {
  expect(gzipSync(readFileSync(file)).length).toBeLessThanOrEqual(200_000);
});

test("finds mistakes while they are typed, and its links lead to them", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  await it.own.fill("");
  await it.project.fill("version: 3\ntui:\n  thme: dark\n");
  await it.page.getByRole("button", { name: ".agent/config.yaml:3:3" }).click();
  expect(await it.findings()).toHaveLength(1);
  expect(await selected(it.page)).toBe("thme");
  await it.page.keyboard.type("theme");
  await it.page.locator("#findings:empty").waitFor({ state: "attached" });
  expect(await it.page.locator("#summary").innerText()).toBe("no mistakes found");
  expect(it.complaints).toEqual([]);
});

test("a click fixes a mistake, as if it were typed: it can be undone", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  await it.own.fill("");
  const text = "version: 3\ntui:\n  thme: dark\n";
  await it.project.fill(text);
  await it.page.getByRole("button", { name: "Fix: write theme" }).click();
  expect(await it.project.inputValue()).toBe("version: 3\ntui:\n  theme: dark\n");
  await it.page.keyboard.press("Control+z");
  expect(await it.project.inputValue()).toBe(text);
  await it.page.getByRole("button", { name: "Apply the safe fixes (1)" }).click();
  expect(await it.project.inputValue()).toBe("version: 3\ntui:\n  theme: dark\n");
  expect(it.complaints).toEqual([]);
});

test("shows what is in effect, with its origin", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  await it.own.fill("version: 3\ntui: { theme: light }\n");
  await it.project.fill("version: 3\ntui: { theme: dark }\n");
  const row = it.page.locator("#effective tr", { hasText: "tui.theme" }).filter({ hasText: "dark" });
  await row.waitFor();
  expect(await it.page.locator("#effective tr.lost").innerText()).toMatch(/"light".*global line 2/s);
  expect(await it.page.locator("#effective s").allInnerTexts()).toEqual(['"light"']);
  await row.getByRole("button", { name: "line 2" }).click();
  expect(await selected(it.page)).toBe("dark }");
});

test("a value of yours that holds until you vouch for the project is not struck through", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  await it.own.fill("version: 3\nagent_behavior: { shell: { command: powershell } }\n");
  await it.project.fill("version: 3\nagent_behavior: { shell: { command: bash } }\n");
  await it.page.locator("#effective tr.lost", { hasText: "in effect until you vouch for the project" }).waitFor();
  expect(await it.page.locator("#effective s").count()).toBe(0);
});

test("the address holds both files, and a visit to it shows them", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  const before = await firstHash(it.page);
  await it.page.getByLabel("Example").selectOption({ label: IN_JSON });
  const { pair } = EXAMPLES.find(({ title }) => title === IN_JSON) ?? {};
  const hash = await changedHash(it.page, before);
  const again = await opened(hash);
  expect(await again?.own.inputValue()).toBe(pair?.global.text);
  expect(await again?.page.getByLabel("written in").first().inputValue()).toBe("jsonc");
  expect(await again?.page.getByLabel("Example").locator("option:checked").innerText()).toBe(IN_JSON);
});

test("the first visit names its example, and an edit leaves it, so that it can be chosen again", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  const example = it.page.getByLabel("Example");
  const [first] = EXAMPLES;
  expect(await example.locator("option:checked").innerText()).toBe(first?.title);
  await it.project.fill("version: 3\n");
  await expect.poll(() => example.locator("option:checked").innerText()).toBe("choose…");
  await example.selectOption({ label: first?.title ?? "" });
  expect(await it.project.inputValue()).toBe(first?.pair.project.text);
});

test.each([
  ["cut", "#1.7Vbb"],
  ["made by hand", `#1.${deflateRawSync("{}").toString("base64url")}`],
  ["two megabytes", `#1.${"A".repeat(1_900_000)}`],
  ["of another page", "#findings-title"],
])("an address that is %s is a line, and the page works", LIMIT, async (_, fragment) => {
  const it = await opened(fragment);
  if (it === undefined) return;
  expect(await it.page.locator("#notice").innerText()).toMatch(/^This address .*\.$/);
  await it.own.fill("version: 3\nmodles: {}\n");
  await it.page.locator("#findings li").waitFor();
  expect(it.complaints).toEqual([]);
});

test("a damaged address that is opened later leaves the texts", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  const before = await firstHash(it.page);
  await it.own.fill("version: 3\ntui: { theme: dark }\n");
  const own = await changedHash(it.page, before);
  await it.page.evaluate("location.hash = '#1.7Vbb'");
  await it.page.locator("#notice:not(:empty)").waitFor();
  expect(await it.own.inputValue()).toBe("version: 3\ntui: { theme: dark }\n");
  expect(await changedHash(it.page, "#1.7Vbb")).toBe(own);
});

test("of several addresses in a row, the last one is shown", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  const before = await firstHash(it.page);
  const fragment = (text: string): string =>
    `1.${deflateRawSync(JSON.stringify(["yaml", text, "yaml", ""])).toString("base64url")}`;
  const slow = fragment(`version: 3\n${"# slow\n".repeat(100_000)}`);
  for (const text of ["a: 1\n", "b: 1\n"])
    await it.page.evaluate(`location.hash = "${slow}"; location.hash = "${fragment(text)}"`);
  const hash = await changedHash(it.page, before);
  const ofLast = it.page.locator("#findings li", { hasText: "unknown key b" });
  await ofLast.waitFor();
  expect(await it.own.inputValue()).toBe("b: 1\n");
  expect(hash).not.toBe(before);
  await it.page.goBack();
  await it.page.goForward();
  await ofLast.waitFor();
  expect(it.complaints).toEqual([]);
});

test("texts that are too long for an address leave no older one there", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  await firstHash(it.page);
  await it.own.fill(`version: 3\n# ${"x".repeat(1_100_000)}\n`);
  await it.page.getByText("The files are too long for an address.").waitFor();
  expect(new URL(it.page.url()).hash).toBe("");
  await it.page.getByRole("button", { name: "Copy the address" }).click();
  expect(await it.page.locator("#notice").innerText()).toBe("The files are too long for an address.");
  await it.own.fill("version: 3\n");
  await firstHash(it.page);
  expect(await it.page.locator("#notice").innerText()).toBe("");
});

test("thousands of findings and values are drawn by a click", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  const entries = Array.from({ length: 1000 }, (_, index) => `  a/m${index}: { provider: a }\n`);
  await it.project.fill("");
  await it.own.fill(`version: 3\nmodels:\n${entries.join("")}`);
  const more = it.page.getByRole("button", { name: /^Show \d+ more findings$/ });
  await more.waitFor();
  expect(await it.page.locator("#findings > li").count()).toBe(200);
  await more.click();
  expect(await it.page.locator("#findings > li").count()).toBeGreaterThanOrEqual(1000);
  await it.page.getByRole("button", { name: /^Show \d+ more values$/ }).click();
  expect(await it.page.locator("#effective tbody tr").count()).toBeGreaterThanOrEqual(1000);
  expect(await more.count()).toBe(0);
  expect(it.complaints).toEqual([]);
});

const KEY = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a";

test("a secret stands in its own text alone: not in findings, values, address or marks", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  const before = await firstHash(it.page);
  await it.own.fill(`version: 3\n# ${KEY}\nproviders: { a: { auth: { type: static_key, key: ${KEY} } } }\n${KEY}: 1\n`);
  await it.page.locator("#findings li.error").first().waitFor();
  const hash = await changedHash(it.page, before);
  const again = await opened(hash);
  const shared = (await again?.own.inputValue()) ?? "";
  expect(shared).toContain("<redacted>");
  expect(shared).not.toContain(KEY);
  expect(await it.page.locator(".answers").innerHTML()).not.toContain(KEY);
  expect(await it.page.title()).not.toContain(KEY);
});

const HOSTILE = [
  "</style><script>throw 1</script>",
  "<img src=x onerror=alert(1)>",
  "javascript:alert(1)",
  "\u202eevil\u2066",
  "a\u0000b",
  "\ud800",
  `"'\``,
  "long".repeat(25_000),
];

test.each(HOSTILE.map((name) => [name.slice(0, 40), name] as const))("the name %j is text", LIMIT, async (_, name) => {
  const it = await opened();
  if (it === undefined) return;
  const quoted = JSON.stringify(name);
  await it.own.fill(
    `version: 3\ntui: { ${quoted}: 1 }\nproviders: { ${quoted}: { kind: { type: catalog }, url: ${quoted} } }\n`,
  );
  await it.page.locator("#findings li").first().waitFor();
  expect(await it.page.locator("script, img, style").count()).toBe(2);
  expect(await it.page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(it.complaints).toEqual([]);
});

test("the keyboard reaches everything, and leaves a text", LIMIT, async () => {
  const it = await opened();
  if (it === undefined) return;
  const reached: string[] = [];
  for (let press = 0; press < 40; press += 1) {
    await it.page.keyboard.press("Tab");
    reached.push(
      await it.page.evaluate<string>(
        "(({ id, textContent, localName }) => id || (localName === 'body' ? '' : textContent))(document.activeElement)",
      ),
    );
  }
  expect(reached).toEqual(
    expect.arrayContaining([
      "example",
      "copy",
      "global-format",
      "global-text",
      "project-format",
      "project-text",
      "fix-all",
      "Fix: write theme",
    ]),
  );
});

test.each(
  (["light", "dark"] as const).flatMap((colorScheme) => [400, 900, 1600].map((width) => [colorScheme, width] as const)),
)("axe finds nothing, %s at %d pixels, and nothing is cut off", LIMIT, async (colorScheme, width) => {
  const it = await opened("", { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  if (it === undefined) return;
  await it.page.locator("#findings li").first().waitFor();
  await it.page.addScriptTag({ content: axe.source });
  const { violations } = await it.page.evaluate<AxeResults>(`axe.run({ resultTypes: ["violations"] })`);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])).toEqual([]);
  expect(await it.page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
});
