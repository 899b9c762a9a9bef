/** The conversation with tool servers of docs/agent.md, in a real pseudo-terminal: one server is a package of npm, the other one wants a login. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { endDaemons } from "../../agent/process.js";
import { Emulator } from "../../keys/emulator.js";
import { isThere } from "../../machine/required.js";

const hasPython = isThere("python3", "--version");
if (!hasPython) console.warn("the conversation of docs/agent.md was not tried: there is no python3");

const [, part = ""] =
  /^## A conversation with tool servers\n([\s\S]*?)^## /m.exec(readFileSync("docs/agent.md", "utf8")) ?? [];
const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(part) ?? [];
const [, conversation = ""] = /```text\n([\s\S]*?)```/.exec(part) ?? [];

/** Wide enough for each line of the conversation. */
const COLUMNS = 400;

/** Where a person types: the text before that, and the rest of the line. */
const TYPED = /^(> |.*\[n\]o: |a number, or your own words: )(.*)$/;

/** The block's commands on a terminal, in this clone and with a home of its own. */
class Screen {
  shown = "";
  #looked = 0;
  #tell = (): void => {};
  readonly ended: Promise<unknown>;
  readonly #child;
  #isOver = false;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "agent-conversation-"));
    // npm has a line of its own at its end, where it finds a newer npm.
    const npm = { npm_config_update_notifier: "false", npm_config_progress: "false" };
    const env = { PATH: process.env["PATH"], HOME: folder, TERM: "xterm", ...npm };
    const here = script.replaceAll(/\b\w+\.url\b/g, (name) => join(folder, name));
    const whole = `set -euo pipefail\ntrap 'kill $(jobs -p)' EXIT\n${here}`;
    const words = [resolve("test/outside/agent/on_terminal.py"), String(COLUMNS), "/bin/bash", "--norc", "-c", whole];
    this.#child = spawn("python3", words, { env });
    this.ended = new Promise((end) => this.#child.once("close", end)).then((code) => {
      this.#isOver = true;
      this.#tell();
      return code;
    });
    for (const output of [this.#child.stdout, this.#child.stderr])
      output.setEncoding("utf8").on("data", (text) => {
        this.shown += String(text);
        this.#tell();
      });
    onTestFinished(async () => {
      this.#child.stdin.end();
      await this.ended;
      endDaemons(join(folder, ".local/state/agent"));
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** Resolves when this stands below everything that was looked for before. */
  async sees(text: string): Promise<void> {
    while (!this.shown.includes(text, this.#looked)) {
      if (this.#isOver) throw new Error(`it has ended: ${this.shown}`);
      await new Promise<void>((go) => {
        this.#tell = go;
      });
    }
    this.#looked = this.shown.indexOf(text, this.#looked) + text.length;
  }

  type(line: string): void {
    this.#child.stdin.write(`${line}\r`);
  }

  /** What a person sees on it. */
  get lines(): readonly string[] {
    const emulator = new Emulator(COLUMNS);
    emulator.write(this.shown.replaceAll("\r\n", "\n"));
    return emulator.text.split("\n");
  }
}

describe.runIf(hasPython)("the conversation", () => {
  test("shows what stands on the page", async () => {
    const screen = new Screen();
    const lines = conversation.trimEnd().split("\n");
    for (const line of lines) {
      const [, label, typed] = TYPED.exec(line) ?? [];
      if (label === undefined) await screen.sees(line.split("…")[0] ?? "");
      else {
        await screen.sees(label);
        screen.type(typed ?? "");
      }
      if (line.startsWith("http:")) await browse(screen);
    }
    expect(await screen.ended).toBe(0);
    const from = screen.lines.indexOf(lines[0] ?? "");
    expect(`${screen.lines.slice(from).join("\n")}\n`).toMatch(patternOf(conversation));
  });
});

/** Follows the address of a login, as a browser does. */
async function browse(screen: Screen): Promise<void> {
  await screen.sees("\n");
  const [address = ""] = /http:\S+\/authorize\S+/.exec(screen.shown) ?? [];
  expect(await (await fetch(address)).text()).toContain("You are logged in");
}

/** A line of `…` stands for any lines that the page leaves out, and one at the end of a line for the rest of it. */
function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/^…\n/gm, "(?:.*\\n)+").replaceAll("…", ".*")}$`);
}
