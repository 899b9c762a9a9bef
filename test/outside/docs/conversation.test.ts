/** The conversations of docs/agent.md and of the README, in a real pseudo-terminal. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { endDaemons } from "../../agent/process.js";
import { Emulator } from "../../keys/emulator.js";
import { isThere } from "../../machine/required.js";
import { inOneRead } from "../agent/screen.js";

const hasPython = isThere("python3", "--version");
if (!hasPython) console.warn("the conversations of the pages were not tried: there is no python3");

interface Example {
  readonly script: string;
  /** What stands on the terminal. */
  readonly conversation: string;
}

/** The blocks below a heading of a page. */
function exampleOf(page: string, heading: string): Example {
  const [, part = ""] = readFileSync(page, "utf8").split(`\n## ${heading}\n`);
  const [own = ""] = part.split("\n## ");
  const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(own) ?? [];
  const [, conversation = ""] = /```text\n([\s\S]*?)```/.exec(own) ?? [];
  return { script, conversation };
}

/** Wide enough for each line of the conversation. */
const COLUMNS = 400;

/** Where a person types: the text before that, and the rest of the line. */
const TYPED = /^(> |.*\[n\]o: |a number, or your own words: )(.*)$/;

/** The block's commands on a terminal, with a home of their own. `npx agent` needs this clone. */
class Screen {
  readonly folder = mkdtempSync(join(tmpdir(), "agent-conversation-"));
  shown = "";
  #looked = 0;
  #tell = (): void => {};
  readonly ended: Promise<unknown>;
  readonly #child;
  #isOver = false;

  constructor(script: string) {
    const { folder } = this;
    const bin = join(folder, "bin");
    mkdirSync(bin);
    symlinkSync(resolve("bin/agent.cjs"), join(bin, "agent"));
    // npm has a line of its own at its end, where it finds a newer npm.
    const npm = { npm_config_update_notifier: "false", npm_config_progress: "false" };
    const env = { PATH: `${bin}:${process.env["PATH"]}`, HOME: folder, TERM: "xterm", ...npm };
    const isInClone = script.includes("npx agent");
    const here = isInClone
      ? script.replaceAll(/\b\w+\.url\b/g, (name) => join(folder, name))
      : script.replaceAll(/\b(?:fixtures|docs)\//g, (name) => `${resolve(name)}/`);
    const whole = `set -euo pipefail\ntrap 'kill $(jobs -p)' EXIT\n${here}`;
    const words = [resolve("test/outside/agent/on_terminal.py"), String(COLUMNS), "/bin/bash", "--norc", "-c", whole];
    this.#child = spawn("python3", words, { env, cwd: isInClone ? "." : folder });
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
    this.#child.stdin.write(inOneRead(`${line}\r`));
  }

  /** What a person sees on it. */
  get lines(): readonly string[] {
    const emulator = new Emulator(COLUMNS);
    emulator.write(this.shown.replaceAll("\r\n", "\n"));
    return emulator.text.split("\n");
  }
}

/** Types what stands on the page, and expects the rest of it. */
async function talk({ script, conversation }: Example): Promise<Screen> {
  const screen = new Screen(script);
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
  return screen;
}

describe.runIf(hasPython)("the conversation", () => {
  test("with tool servers shows what stands on the page", async () => {
    await talk(exampleOf("docs/agent.md", "A conversation with tool servers"));
  });

  test("of the README, after a job that makes a test pass: bytes, records and rules are those that were asked for", async () => {
    const { folder } = await talk(exampleOf("README.md", "The agent"));
    const there = (name: string): string => readFileSync(join(folder, "mice", name), "utf8");
    const before = (name: string): string => readFileSync(join("fixtures/mice", name), "utf8");
    const after = before("repository/lines.js").replace(".length;", ".length - 1;");
    expect(there("repository/lines.js")).toBe(after);
    for (const name of ["lines.test.js", "package.json"].map((file) => `repository/${file}`))
      expect(there(name)).toBe(before(name));
    const records = there("run.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const diffs = records.flatMap(({ item }) => item?.tool?.diff ?? []);
    expect(diffs).toMatchObject([
      { path: join(folder, "mice/repository/lines.js"), old: before("repository/lines.js"), new: after },
    ]);
    expect(records.at(-1)).toMatchObject({ event: "result", outcome: "completed", denied: [] });
    expect(there("permissions.yaml")).toBe('version: 1\nallow:\n  - { tool: shell, command: "npm test" }\n');
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
