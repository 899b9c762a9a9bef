/** The lines of the page about editors for Emacs, in a real Emacs without its window. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { home } from "../../lsp/server.js";
import { GLOBAL, MODEL, PROJECT, PROVIDER } from "../../lsp/texts.js";
import { linesUnder, placesOf, runEditor } from "./real.js";

/** Emacs 28 has Eglot as a package, later ones bring it. */
const HAS_EGLOT = ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"];

test("findings and hover", { timeout: 120_000 }, () => {
  const [place] = placesOf("emacs");
  const status = place === undefined ? undefined : spawnSync(place, HAS_EGLOT).status;
  if (place === undefined || status !== 0) {
    console.warn("Emacs was not tried: there is no emacs in PATH that has Eglot");
    expect(status).not.toBe(0);
    return;
  }
  const directory = home({ [GLOBAL]: PROVIDER, [PROJECT]: MODEL.replace("mine", "mien") });
  const init = join(directory, "init.el");
  writeFileSync(init, `(package-initialize)\n${linesUnder("Emacs and the server").join("\n")}`);
  const { stdout, all } = runEditor(directory, place, [
    "--batch",
    "-l",
    init,
    "-l",
    resolve("test/outside/lsp/emacs.el"),
  ]);
  expect(all).toMatch(/^finding: .*mien/m);
  expect(stdout).toMatch(/^mode: agent-config-mode$/m);
  expect(all).toMatch(/^hover: .*provider/m);
});
