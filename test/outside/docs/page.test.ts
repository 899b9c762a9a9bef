/** `agentcfg/client` in a page of a real Chromium, behind a proxy on the page's own origin. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { place } from "../../agent/process.js";
import { Relay } from "../../docs/relay.js";
import { Session } from "../../docs/sessions.js";
import { browserAt, browserPath, PLACES } from "./browser.js";

const PAGE = `<!doctype html><meta charset="utf-8"><title>session</title><ol></ol><output></output>
<script type="module">
  import { daemon } from "/client.js";
  const show = ({ kind, text, index }) => {
    const line = document.createElement("li");
    line.dataset.index = index;
    line.textContent = kind + ": " + text;
    document.querySelector("ol").append(line);
  };
  const end = (text) => (document.querySelector("output").textContent = text);
  daemon({ url: location.origin + "/daemon", token: "of-the-page" })
    .follow({ apply: (change) => change.kind === "item" && show(change.item) })
    .then(() => end("stopped"), (error) => end(error.name + ": " + error.message));
</script>`;

const PAGES = {
  "/": { type: "text/html", body: PAGE },
  "/client.js": { type: "text/javascript", body: readFileSync("dist/client.js", "utf8") },
};

test("a page follows a session through a killed daemon and a cut network: each item once", {
  timeout: 180_000,
}, async () => {
  const path = browserPath();
  if (path === undefined) {
    console.warn(`the page was not tried: no Chromium at ${PLACES.join(", ")}; CHROMIUM_PATH names another place`);
    expect(PLACES.filter((place) => existsSync(place))).toEqual([]);
    return;
  }
  const session = await Session.start(place());
  const proxy = await Relay.start(session.target, PAGES);
  const page = await (await browserAt(path)).newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await session.prompt("one");
  await page.goto(proxy.origin);
  const shown = (): Promise<readonly string[]> => page.locator("li").allTextContents();
  const answered = (text: string): Promise<void> =>
    page.locator("li", { hasText: `assistant_message: ${text}` }).waitFor({ timeout: 0 });
  await answered("one");

  await session.kill();
  await session.continue();
  proxy.pointTo(session.target);
  await session.prompt("two");
  await answered("two");

  proxy.cut();
  await session.prompt("three");
  await answered("three");
  expect(await shown()).toEqual(
    ["one", "two", "three"].flatMap((text) => [`user_message: ${text}`, `assistant_message: ${text}`]),
  );

  await session.stop();
  await page.locator("output", { hasText: /./ }).waitFor({ timeout: 0 });
  expect(await page.locator("output").textContent()).toBe("stopped");
  expect(errors).toEqual([]);
});
