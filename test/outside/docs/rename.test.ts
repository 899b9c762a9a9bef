/** The picture of a rename in docs/editors.md: the screen of a real Neovim, with the lines that the page shows for it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { screensPicture } from "../../generate/picture.js";
import { home } from "../../lsp/server.js";
import { GLOBAL, PROJECT } from "../../lsp/texts.js";
import { linesUnder, placesOf } from "../lsp/real.js";

const PICTURE = "docs/rename.svg";

const OWN = `version: 3
providers:
  lab:
    kind: { type: custom_beta_compatible }
    url: https://llm.lab.example/v1
    auth: { type: static_key, key: "\${LAB_KEY}" }
models:
  lab/big: { provider: lab, class: full, context_window: 200000 }
`;

const THEIRS = `version: 3
models:
  lab/quick: { provider: lab, class: mini, context_window: 64000 }
defaults:
  mini: lab/quick
`;

/** The look of the picture, and a rename that waits for the server; no part of it is needed to use that. */
const EXTRAS = `
vim.cmd("syntax on")
vim.o.number, vim.o.ruler, vim.o.showcmd, vim.o.laststatus, vim.o.shortmess = true, false, false, 2, "aoOtTIcF"
vim.opt.fillchars = { eob = " " }
vim.api.nvim_create_autocmd("BufWinEnter", {
  callback = function() vim.fn.matchadd("IncSearch", [=[\\v(^  |provider: )\\zs(lab|acme)\\ze[:,]]=]) end,
})
function Rename()
  vim.wait(100000, function()
    local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
    return client and client.initialized
  end)
  vim.lsp.buf.rename()
end
`;

/** The screen of a terminal in which Neovim shows both files. */
class Screen {
  readonly #socket: string;

  constructor(neovim: string, directory: string) {
    this.#socket = join(directory, "tmux");
    const [lines = "", earlier = ""] = linesUnder("Neovim and the server");
    const { stdout } = spawnSync(neovim, ["--version"], { encoding: "utf8" });
    const [, minor = ""] = /^NVIM v0\.(\d+)/.exec(stdout) ?? [];
    writeFileSync(join(directory, "init.lua"), (Number(minor) >= 11 ? lines : earlier) + EXTRAS);
    const bin = join(directory, "bin");
    mkdirSync(bin);
    symlinkSync(resolve("bin/agentcfg.cjs"), join(bin, "agentcfg"));
    const words = [neovim, "--clean", "-n", "-u", join(directory, "init.lua"), join(directory, GLOBAL)];
    const windows = ["+belowright split .agent/config.yaml", "+wincmd k", "+resize 8"];
    this.#tmux(["new-session", "-d", "-x", "84", "-y", "16", "-c", join(directory, "work"), ...words, ...windows], {
      HOME: directory,
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      TERM: "screen-256color",
      LANG: "C.UTF-8",
    });
    onTestFinished(() => void this.#tmux(["kill-server"]));
  }

  type(...keys: readonly string[]): void {
    this.#tmux(["send-keys", ...keys]);
  }

  /** The screen with its colours, once it shows a text. */
  async showing(text: string): Promise<string> {
    for (;;) {
      if (this.#tmux(["capture-pane", "-p"]).includes(text)) return this.#tmux(["capture-pane", "-p", "-e"]);
      await sleep(50);
    }
  }

  #tmux(words: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
    return spawnSync("tmux", ["-S", this.#socket, "-f", "/dev/null", ...words], { env, encoding: "utf8" }).stdout;
  }
}

/** The text of a picture, line by line, without its colours. */
function textIn(picture: string): readonly string[] {
  return [...picture.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, pieces = ""]) =>
    pieces.replaceAll(/<[^>]*>/g, "").trimEnd(),
  );
}

test("docs/rename.svg shows what Neovim shows: the name changes in both files", { timeout: 120_000 }, async () => {
  const [neovim] = placesOf("nvim");
  if (neovim === undefined || placesOf("tmux").length === 0) {
    console.warn("the picture was not compared: there is no nvim or no tmux in PATH");
    expect(existsSync(PICTURE)).toBe(true);
    return;
  }
  const screen = new Screen(neovim, home({ [GLOBAL]: OWN, [PROJECT]: THEIRS }));
  await screen.showing("mini: lab/quick");
  screen.type(":3", "Enter", "w", ":lua Rename()", "Enter");
  await screen.showing("New Name: lab");
  screen.type("-N", "3", "BSpace");
  screen.type("acme");
  const asked = await screen.showing("New Name: acme");
  screen.type("Enter");
  const done = await screen.showing("provider: acme, class: mini");
  const picture = screensPicture("a provider is renamed in an editor, in both files", {
    "the provider `lab` gets a new name:": asked,
    "both files have the new name:": done,
  });
  if (!existsSync(PICTURE)) writeFileSync(PICTURE, picture);
  expect(textIn(readFileSync(PICTURE, "utf8"))).toEqual(textIn(picture));
});
