/** Puts the script and the style of the hub's page into one file, `dist/hub-page.html` (P-S71). */
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const PLACE = "src/agent/fleet/watch/page";

export async function bundlePage() {
  const shared = { bundle: true, minify: true, write: false, charset: "ascii", legalComments: "none" };
  const made = await Promise.all([
    build({ ...shared, entryPoints: [`${PLACE}/main.ts`], platform: "browser", format: "iife", target: "es2022" }),
    build({ ...shared, entryPoints: [`${PLACE}/page.css`], target: ["chrome110", "firefox110", "safari16"] }),
  ]);
  const [script, style] = made.map(({ outputFiles: [file] }) => file.text.trim());
  // The end tag of either would end it early.
  if (/<\/(?:script|style)|<!--/i.test(script + style)) throw new Error("the page's script or style holds a tag");
  const html = readFileSync(`${PLACE}/page.html`, "utf8")
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace("<script></script>", () => `<script>${script}</script>`);
  writeFileSync("dist/hub-page.html", html);
}
