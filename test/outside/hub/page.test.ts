/** The page of a hub in a real Chromium (P-S71): what a person sees and can do, and what the page must not do. */
import { readFileSync, statSync } from "node:fs";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { PAGE_FILE, pageOf } from "../../../src/agent/fleet/hub/page.js";
import { ScriptedHub, TOKEN } from "../../hub/scripted-hub.js";
import { asks, failed, NOW, PROJECTS, rowOf, TROUBLED, TWENTY, WAITING } from "../../hub/twenty.js";
import { aBrowser, closeBrowser } from "../docs/browser.js";

const LIMIT = { timeout: 180_000 };

afterAll(closeBrowser);

interface Opened {
  readonly page: Page;
  /** What the browser complained about, violations of the policy included. Connections that fail are none. */
  readonly errors: string[];
  /** Addresses that were asked for, besides those of the hub. */
  readonly strangers: string[];
}

/** The page with the focus where a person finds it. */
async function opened(hub: ScriptedHub, running: Browser, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await running.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  const strangers: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    const isConnection = /Failed to load resource|ERR_(?:CONNECTION|EMPTY|INCOMPLETE)/.test(message.text());
    if (message.type() === "error" && !isConnection) errors.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(hub.url)) strangers.push(request.url());
  });
  await page.clock.setFixedTime(NOW);
  await page.goto(hub.url);
  return { page, errors, strangers };
}

async function enter(page: Page, token = TOKEN): Promise<void> {
  await page.locator("#token").fill(token);
  await page.keyboard.press("Enter");
}

async function watched(page: Page): Promise<void> {
  await enter(page);
  await page.locator("#connection", { hasText: "Live" }).waitFor();
  await page.locator("li").first().waitFor();
}

const titles = (page: Page, group = ""): Promise<readonly string[]> =>
  page.locator(`${group} li .title`).allTextContents();

test(
  "twenty sessions: the three that wait come first, an event moves a row to the top, and the title counts",
  LIMIT,
  async () => {
    const running = await aBrowser();
    if (running === undefined) return;
    const hub = await ScriptedHub.start(PROJECTS, TWENTY);
    const { page, errors, strangers } = await opened(hub, running);
    await watched(page);
    expect(await page.locator("h2").allTextContents()).toEqual([
      "Waiting for you (3)",
      "Busy (5)",
      "Idle (6)",
      "Not running (6)",
    ]);
    expect((await titles(page)).slice(0, 4)).toEqual([
      "The migration would lock the table for an hour: now, or tonight at two?",
      "May I delete the old product images?",
      "Which tax rate applies to gift cards?",
      "Tests for the coupon code",
    ]);
    expect(await page.title()).toBe("(3) Sessions");
    expect(await page.locator("#waits").textContent()).toMatch(/^3 wait for you: The migration/);

    const asks = rowOf(4, {
      ...WAITING,
      title: "Rename which customer table?",
      updated_at: "2026-11-25T10:00:00.000Z",
      context: { used: 4_700, window: 16_000 },
    });
    hub.upsert(asks);
    await page.locator("#waits", { hasText: "4 wait for you: Rename which customer table?" }).waitFor();
    expect((await titles(page))[0]).toBe("Rename which customer table?");
    expect(await page.title()).toBe("(4) Sessions");

    await page.locator("summary").first().click();
    const facts = page.locator("li").first().locator("dl");
    await facts.waitFor();
    expect(await facts.locator("dd:visible").allTextContents()).toEqual([
      ...["20261125-100400-9f3a1c20", "/home/me/src/billing", "sonnet", "4.7k/16k", "0", "2026-11-25T10:00:00.000Z"],
      "agent attach 20261125-100400-9f3a1c20",
    ]);
    hub.tell({ kind: "session_removed", session_id: asks.session_id });
    await page.locator("#waits", { hasText: "3 wait for you" }).waitFor();
    expect(errors).toEqual([]);
    expect(strangers).toEqual([]);
  },
);

test(
  "a session that waits for its provider says until when and why, and no longer once it goes on",
  LIMIT,
  async () => {
    const running = await aBrowser();
    if (running === undefined) return;
    const hub = await ScriptedHub.start(PROJECTS, TWENTY);
    const { page, errors } = await opened(hub, running, { timezoneId: "Asia/Tokyo" });
    await watched(page);
    const busy = { state: "running", busy: true, title: "Bump everything" };
    const retry = { until: "2026-11-25T12:07:00.000Z", attempt: 2, of: 4, why: "the provider `lab` is overloaded" };
    hub.upsert(rowOf(4, { ...busy, retry }));
    const row = page.locator(".busy li", { hasText: "Bump everything" });
    await row.waitFor();
    // By the clock of whoever looks at it.
    expect(await row.locator(".detail").textContent()).toBe("waits until 21:07: the provider `lab` is overloaded");
    hub.upsert(rowOf(4, busy));
    await row.locator(".detail").waitFor({ state: "hidden" });
    expect(errors).toEqual([]);
  },
);

test(
  "after a bad morning: which failed and why, which crashed, what somebody is asked and since when",
  LIMIT,
  async () => {
    const running = await aBrowser();
    if (running === undefined) return;
    const hub = await ScriptedHub.start(PROJECTS, TROUBLED);
    const { page, errors } = await opened(hub, running);
    await watched(page);
    const rows = (selector: string): Promise<readonly string[]> => page.locator(`${selector} .title`).allTextContents();
    expect(await rows(".idle li:has(.ended)")).toEqual([
      "Rename the customer table",
      "用語集を翻訳して、章ごとに確認する",
      "Add an index for the monthly report",
      "Dark colours for the shopping basket",
    ]);
    expect(await page.locator(".idle .ended").allTextContents()).toEqual(["failed", "failed", "failed", "interrupted"]);
    expect(await rows('li:has([data-word="crashed"])')).toEqual([
      "Bump the linter",
      "Upgrade the payment library to version 4",
    ]);
    expect(await page.locator("#counts").textContent()).toContain(
      "6 idle (4 failed) · 6 not running (2 crashed, 1 failed)",
    );
    expect(await page.locator(".waiting .detail:visible").allTextContents()).toEqual([
      "rm -r public/images/2019",
      "May it be 7 or 19 per cent?",
    ]);
    expect(await page.locator("#waits").textContent()).toContain("(rm -r public/images/2019)");
    await page.locator("summary", { hasText: "public/images" }).click();
    const facts = page.locator("details[open] dd:visible");
    await facts.first().waitFor();
    expect(await facts.allTextContents()).toEqual(
      expect.arrayContaining(["rm -r public/images/2019", "2026-11-25T10:30:00.000Z"]),
    );
    hub.upsert(rowOf(4, { state: "running", busy: true, title: "Rename the customer table" }));
    await page.locator(".busy .title", { hasText: "Rename the customer table" }).waitFor();
    expect(await page.locator(".idle .ended").count()).toBe(3);
    expect(errors).toEqual([]);
  },
);

test("every state is shown whole", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const hub = await ScriptedHub.start(PROJECTS, []);
  const { page } = await opened(hub, running);
  const stopped = { running: false, state: "stopped" as const };
  for (const [index, outcome] of (["interrupted", "failed"] as const).entries())
    hub.upsert(rowOf(index, { ...stopped, last_turn: { prompt_id: "p", outcome } }));
  hub.upsert(rowOf(2, { running: false, state: "crashed" }));
  await watched(page);
  await page.locator("li").nth(2).waitFor();
  const texts = await page.locator(".state").allTextContents();
  expect(texts.toSorted()).toEqual(["crashed", "stoppedfailed", "stoppedinterrupted"]);
  const cut = `[...document.querySelectorAll(".state")].filter((one) => one.scrollWidth > one.clientWidth).length`;
  expect(await page.evaluate<number>(cut)).toBe(0);
});

test(
  "a wrong token says so and can be corrected; a right one is in no address, storage, cookie or history",
  LIMIT,
  async () => {
    const running = await aBrowser();
    if (running === undefined) return;
    const hub = await ScriptedHub.start(PROJECTS, TWENTY);
    const { page, errors } = await opened(hub, running);
    const entries = await page.evaluate<number>("history.length");
    await enter(page, "wrong");
    await page.locator("#refusal", { hasText: "The hub does not know this token." }).waitFor();
    expect(await page.locator("#token").inputValue()).toBe("");
    expect(await page.locator("li").count()).toBe(0);
    hub.refuses = 403;
    await enter(page);
    await page.locator("#refusal", { hasText: "This token may not see the fleet" }).waitFor();
    hub.refuses = undefined;
    await watched(page);
    const kept = await page.evaluate<Record<string, unknown>>(`(async () => ({
      local: localStorage.length, session: sessionStorage.length, cookie: document.cookie,
      databases: (await indexedDB.databases()).length, caches: (await caches.keys()).length,
      address: location.href, state: history.state, entries: history.length, field: document.querySelector("input").value,
    }))()`);
    expect(kept).toEqual({
      ...{ local: 0, session: 0, cookie: "", databases: 0, caches: 0, state: null, field: "" },
      ...{ address: `${hub.url}/`, entries },
    });
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.content()).not.toContain(TOKEN);
    expect(hub.asked.filter((line) => line.includes(TOKEN))).toEqual([]);
    await page.locator("#leave").click();
    await page.locator("#token").waitFor();
    expect(await page.content()).not.toContain("gift cards");
    expect(await page.title()).toBe("Sessions");
    await watched(page);
    await page.reload();
    await page.locator("#token").waitFor();
    expect(await page.locator("li").count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

test("a cut connection, a hub that is away, one that begins anew and one that talks nonsense", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const hub = await ScriptedHub.start(PROJECTS, TWENTY);
  const { page, errors } = await opened(hub, running);
  await watched(page);
  const catalogs = (): number => hub.asked.filter((line) => line.includes("/catalog")).length;
  const before = catalogs();
  await hub.stop();
  const connection = page.locator("#connection");
  await connection.filter({ hasText: "Connection lost: the hub cannot be reached." }).waitFor();
  expect(await connection.textContent()).toMatch(/Trying again by itself; the rows are as they were\.$/);
  expect(await page.locator(".waiting .stale").count()).toBe(3);
  expect(await page.locator(".over .stale").count()).toBe(0);
  hub.upsert(rowOf(4, { ...WAITING, title: "Meanwhile" }));
  await hub.listen();
  await page.locator(".waiting .title", { hasText: "Meanwhile" }).waitFor();
  expect(catalogs()).toBe(before);
  expect(await page.locator(".waiting .stale").count()).toBe(0);

  hub.upsert(rowOf(40, { title: "Before the reset" }));
  await page.locator(".title", { hasText: "Before the reset" }).waitFor();
  hub.reset();
  await expect.poll(catalogs, { timeout: 60_000 }).toBeGreaterThan(before);
  await connection.filter({ hasText: "Live" }).waitFor();
  expect(await titles(page, ".idle")).toContain("Before the reset");

  for (const nonsense of [
    "{",
    "null",
    '{"event":"frame"}',
    '{"event":"frame","records":[{"kind":"session_upserted"}]}',
  ]) {
    const then = catalogs();
    hub.say(nonsense);
    await expect.poll(catalogs, { timeout: 60_000 }).toBeGreaterThan(then);
    await connection.filter({ hasText: "Live" }).waitFor();
  }
  hub.say({ event: "later", version: 1 });
  hub.tell({ kind: "of_tomorrow" } as never);
  hub.upsert(rowOf(41, { title: "After a message of tomorrow" }));
  await page.locator(".title", { hasText: "After a message of tomorrow" }).waitFor();
  expect(errors).toEqual([]);
});

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "\u202egnp.exe and the rest",
  "\u2067שלום\u2066",
  "a\u0000b\x1b[2J",
  "x".repeat(20_000),
];

test("hostile titles stay text, and those from right to left turn nothing beside them", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const sessions = HOSTILE.flatMap((text, index) => [
    rowOf(index, {
      ...asks("question", text, 1),
      title: text,
      model: text,
      project_id: "none",
      project: `/${text.replaceAll("/", "")}`,
    }),
    rowOf(index + 10, { state: text, facet: text }),
    rowOf(index + 20, { ...failed(text), title: "Idle" }),
  ]);
  const hub = await ScriptedHub.start([], sessions);
  const { page, errors } = await opened(hub, running, { viewport: { width: 320, height: 700 } });
  page.on("dialog", () => errors.push("a dialog"));
  await watched(page);
  for (const summary of await page.locator("summary").all()) await summary.click();
  expect((await titles(page, ".waiting")).toSorted()).toEqual(HOSTILE.map((text) => text.slice(0, 500)).toSorted());
  expect(await page.locator("main img, main script").count()).toBe(0);
  const isolated = await page.evaluate<string[]>(
    `[...document.querySelectorAll(".title")].map((one) => getComputedStyle(one).unicodeBidi)`,
  );
  expect(new Set(isolated)).toEqual(new Set(["isolate"]));
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(320);
  expect(errors).toEqual([]);
});

test.each(["light", "dark"] as const)(
  "%s: axe finds nothing, at 320 pixels and wide, and nothing is cut off",
  LIMIT,
  async (colorScheme) => {
    const running = await aBrowser();
    if (running === undefined) return;
    const hub = await ScriptedHub.start(PROJECTS, TROUBLED);
    // The policy of the page lets no tool of a test in.
    const { page, errors } = await opened(hub, running, { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
    const violations = async (): Promise<readonly string[]> => {
      await page.addScriptTag({ content: axe.source });
      const found = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ["violations"] })`);
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    };
    await enter(page, "wrong");
    await page.locator("#refusal", { hasText: "token" }).waitFor();
    expect(await violations()).toEqual([]);
    await watched(page);
    await page.locator("summary").nth(1).click();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violations()).toEqual([]);
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    }
    await hub.stop();
    await page.locator("#connection", { hasText: "lost" }).waitFor();
    expect(await violations()).toEqual([]);
    const ground = await page.evaluate<string>("getComputedStyle(document.documentElement).backgroundColor");
    expect(ground).toBe(colorScheme === "dark" ? "rgb(20, 22, 26)" : "rgb(255, 255, 255)");
    expect(errors).toEqual([]);
  },
);

test("the keyboard alone: token, rows, details; the focus is seen and stays with a row that moves", LIMIT, async () => {
  const running = await aBrowser();
  if (running === undefined) return;
  const hub = await ScriptedHub.start(PROJECTS, TWENTY);
  const { page, errors } = await opened(hub, running);
  await page.keyboard.type(TOKEN);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("li").first().waitFor();
  const focused = (): Promise<string> => page.evaluate<string>("document.activeElement.textContent");
  expect(await focused()).toBe("Forget the token");
  await page.keyboard.press("Tab");
  expect(await focused()).toMatch(/^waitingThe migration/);
  const outline = await page.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle");
  expect(outline).toBe("solid");
  for (let row = 0; row < 8; row += 1) await page.keyboard.press("Tab");
  expect(await focused()).toMatch(/^idleRename the customer table/);
  await page.keyboard.press("Enter");
  expect(await page.locator("details[open] .command").textContent()).toBe("agent attach 20261125-100400-9f3a1c20");
  hub.upsert(rowOf(4, { ...WAITING, title: "Rename which table?" }));
  await page.locator(".waiting .title", { hasText: "Rename which table?" }).waitFor();
  expect(await focused()).toMatch(/^waitingRename which table\?/);
  expect(await page.locator(".waiting details[open]").count()).toBe(1);
  expect(errors).toEqual([]);
});

test(
  "ten thousand sessions, of which most do not run: the newest of those are listed, and the rest are counted",
  LIMIT,
  async () => {
    const running = await aBrowser();
    if (running === undefined) return;
    const many = Array.from({ length: 10_000 }, (_, index) =>
      rowOf(index, { session_id: `s-${index}`, state: "stopped", running: false, finalized: true }),
    );
    const hub = await ScriptedHub.start([], [...many, rowOf(1, WAITING)]);
    hub.pageSize = 2000;
    const { page, errors } = await opened(hub, running);
    await watched(page);
    expect(await page.locator("li").count()).toBe(201);
    expect(await page.locator(".over .more").textContent()).toBe("and 9800 older ones, which `agent sessions` lists");
    expect(errors).toEqual([]);
  },
);

test("the page is small, alone, and lets nothing run but what is in it", () => {
  const html = readFileSync(PAGE_FILE, "utf8");
  expect(statSync(PAGE_FILE).size).toBeLessThan(80_000);
  const forbidden =
    /https?:\/\/|\b(?:innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|localStorage|sessionStorage|document\.cookie)/;
  expect(html.match(forbidden)?.[0]).toBeUndefined();
  const headers = new Map(pageOf(html).headers);
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; connect-src 'self'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'$/,
  );
  expect(headers.has("set-cookie")).toBe(false);
  expect(() => pageOf("<html></html>")).toThrow("has no script");
});
