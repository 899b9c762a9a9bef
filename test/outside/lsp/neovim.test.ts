/** The lines of the page about editors for Neovim, in a real Neovim without its window. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { home } from "../../lsp/server.js";
import { GLOBAL, PROJECT } from "../../lsp/texts.js";
import { linesUnder, placesOf, runEditor } from "./real.js";

const PROVIDERS = `version: 3
providers:
  mine: { kind: { type: custom_beta_compatible }, url: "https://models.example/v1", auth: { type: no_auth } }
`;
const MODELS = `version: 3
models:
  big: { provider: mien, class: full, context_window: 1000 }
`;

test("findings, hover, definition, edits that are not saved, a fix and a rename", { timeout: 120_000 }, () => {
  const [place] = placesOf("nvim");
  if (place === undefined) {
    console.warn("Neovim was not tried: there is no nvim in PATH");
    expect(placesOf("nvim")).toEqual([]);
    return;
  }
  const directory = home({ [GLOBAL]: PROVIDERS, [PROJECT]: MODELS, "work/agentcfg/policy.yaml": "alow: {}\n" });
  const [, minor = ""] = /^NVIM v0\.(\d+)/.exec(execFileSync(place, ["--version"], { encoding: "utf8" })) ?? [];
  const [lines = "", earlier = ""] = linesUnder("Neovim and the server");
  writeFileSync(join(directory, "init.lua"), Number(minor) >= 11 ? lines : earlier);
  const words = [
    "--headless",
    "--clean",
    "-n",
    "-u",
    join(directory, "init.lua"),
    "-S",
    resolve("test/outside/lsp/neovim.lua"),
  ];
  expect(runEditor(directory, place, words).stdout).toBe("10 of 10 seen\n");
});
