/** The Chromium of the machine, for tests of what runs in a page. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { expect, onTestFinished } from "vitest";

/** Where it is looked for. */
export const PLACES: readonly string[] = [
  process.env["CHROMIUM_PATH"] ?? [],
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
].flat();

/** Undefined where there is none. */
export function browserPath(): string | undefined {
  return PLACES.find((path) => existsSync(path));
}

/** Alone on the machine: it asks nobody but the page's own address. */
const ALONE = "--disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update";

/** A browser with a profile of its own, until the test ends. */
export async function browserAt(executablePath: string): Promise<Browser> {
  const browser = await launched(executablePath);
  onTestFinished(() => browser.close());
  return browser;
}

/** A browser that its caller closes. */
function launched(executablePath: string): Promise<Browser> {
  return chromium.launch({
    ...{ executablePath, headless: true, chromiumSandbox: false, timeout: 60_000 },
    args: [...ALONE.split(" "), "--disable-sync", "--disable-dev-shm-usage"],
  });
}

let shared: Promise<Browser> | undefined;

/** One browser for all tests of a file, which closes it; undefined where there is none: then the test says that it was not run. */
export async function aBrowser(): Promise<Browser | undefined> {
  const path = browserPath();
  if (path !== undefined) {
    shared ??= launched(path);
    return shared;
  }
  console.warn(`the page was not tried: no Chromium at ${PLACES.join(", ")}; CHROMIUM_PATH names another place`);
  expect(PLACES.filter((place) => existsSync(place))).toEqual([]);
  return undefined;
}

export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}
