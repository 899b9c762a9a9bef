/** Puts the script and the style of a page into one file of HTML. */
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

/** The page of a hub (P-S71). */
export function bundlePage() {
  return onePage("src/agent/fleet/watch/page", "dist/hub-page.html");
}

/** `place`: the directory of `main.ts`, `page.css` and `page.html`. `policy`: its Content-Security-Policy, by its script and its style. */
export async function onePage(place, file, { plugins = [], policy } = {}) {
  const shared = { bundle: true, minify: true, write: false, charset: "ascii", legalComments: "none" };
  const made = await Promise.all([
    build({
      ...{
        ...shared,
        entryPoints: [`${place}/main.ts`],
        platform: "browser",
        format: "iife",
        target: "es2022",
        plugins,
      },
    }),
    build({ ...shared, entryPoints: [`${place}/page.css`], target: ["chrome110", "firefox110", "safari16"] }),
  ]);
  const [script, style] = made.map(({ outputFiles: [file] }) => file.text.trim());
  // The end tag of either would end it early.
  if (/<\/(?:script|style)|<!--/i.test(script + style)) throw new Error("the page's script or style holds a tag");
  const html = readFileSync(`${place}/page.html`, "utf8")
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace("<script></script>", () => `<script>${script}</script>`)
    .replace('content=""', () => `content="${policy?.(script, style)}"`);
  writeFileSync(file, html);
}
