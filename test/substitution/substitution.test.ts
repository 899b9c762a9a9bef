/** Attacks through `${NAME}`, `${NAME:-command}` and `$(command)`, against a real shell (section B). */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { LoadResult } from "../../src/toolkit/load.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import type { JsonObject } from "../arbitrary/plain.js";
import { expectUnseen, layered } from "../machine/layered.js";
import { render } from "../report/sound.js";
import { rows } from "./rows.js";

describe.each(FORMAT_NAMES)("%s", (format) => {
  test.each(rows.map((row) => [`${row.id} ${row.what}`, row] as const))("%s", async (_, row) => {
    const at = layered({ ...row, format });
    const linted = at.lint();
    const result = await at.load(row.commandTimeoutMs === undefined ? {} : { commandTimeoutMs: row.commandTimeoutMs });
    const said = row.said ?? [];
    expect({ load: at.said(result, row.about), lint: at.said(linted, row.about) }).toEqual({
      load: said,
      lint: row.linted ?? said,
    });
    expect(result.ok).toBe(row.config !== undefined);
    if (row.config === undefined) expect(result.config).toBeUndefined();
    else expect(result.config).toMatchObject(row.config);
    expect(at.ran()).toBe(false);
    for (const text of row.unseen ?? []) for (const shown of [linted, result]) expectUnseen(text, shown);
  });
});

const textOf = ({ config }: LoadResult): unknown => config?.tui?.["text"];

/** A global layer in which commands run, with these texts. */
const texts = (text: string, ...more: readonly string[]): JsonObject => ({
  config_command_substitution: true,
  tui: { text, more },
});

test.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
  "${%s} is not set in an object that inherits it",
  async (name) => {
    const at = layered({ format: "yaml", global: texts(`\${${name}}`) });
    const result = await at.load({ unset: "keep" });
    expect(textOf(result)).toBe(`\${${name}}`);
    expect(result.unresolved.map(({ path }) => path)).toEqual(["/tui/text"]);
  },
);

/** The diagnostics of loading about commands that failed. */
const reasons = ({ diagnostics }: LoadResult): readonly string[] =>
  diagnostics.filter(({ rule }) => rule === "substitution/failed").map(({ message }) => message);

/** Processes with this text among their arguments. */
const processesWith = (text: string): readonly string[] =>
  spawnSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((args) => args.includes(text));

test("B04 a command that may run does run, or no other test here proves anything", async () => {
  const at = layered({ global: texts("$(touch M)") });
  expect(textOf(await at.load())).toBe("");
  expect(at.ran()).toBe(true);
});

test.each([
  ["a command that is longer than the system takes", `$(: ${"x".repeat(300_000)}; echo y)`, {}],
  ["a variable that is longer than the system takes", "$(echo y)", { LONG: "x".repeat(300_000) }],
] as const)("%s fails, and nothing else does", async (_, text, env) => {
  const result = await layered({ global: texts(text), env }).load();
  expect(result.ok).toBe(false);
  expect(reasons(result)).toEqual([expect.stringContaining("the shell could not be started")]);
});

test("B17 a command runs once for each load, and for nothing else", async () => {
  const at = layered({ global: texts("$(echo x >>log; echo y)") });
  const log = (): string => at.read("~/.config/agent/log");
  const result = await at.load();
  for (let count = 0; count < 5; count += 1) expect(textOf(result)).toBe("y");
  for (const _ of [JSON.stringify(result), inspect(result), result.origin("tui.text")]) expect(log()).toBe("x\n");
  render(at.lint());
  expect(log()).toBe("x\n");
  await at.load();
  expect(log()).toBe("x\nx\n");
});

test("B18 equal commands run once, in the order of the document, and share the result", async () => {
  const one = "$(echo one >>log; wc -l <log)";
  const at = layered({ global: texts(one, "$(echo two >>log; cat log)", `[${one}]`, one) });
  const { config } = await at.load();
  expect(config?.tui).toMatchObject({ text: "1", more: ["one\ntwo", "[1]", "1"] });
  expect(at.read("~/.config/agent/log")).toBe("one\ntwo\n");
});

test("B18 what a project has to leave out makes no command run again", async () => {
  const at = layered({
    global: { config_command_substitution: true, tui: { theme: "$(echo x >>log; echo light)" } },
    project: { tui: { theme: "${BAD}", "alt-screen": "$(touch M)" }, defaults: { full: "${SET:=x}" } },
    env: { BAD: "blue" },
  });
  const { config } = await at.load();
  expect(config?.tui?.theme).toBe("light");
  expect(at.read("~/.config/agent/log")).toBe("x\n");
  expect(at.ran()).toBe(false);
});

describe("B19 nothing of a command outlives it", () => {
  test.each([
    ["B19 when it takes too long", "sleep N & sleep N", "it took longer than 200 ms"],
    ["B19 when it takes too long and ignores signals", "trap '' TERM INT HUP; sleep N & sleep N; sleep N", "200 ms"],
    ["B19 when only a child is left that holds the output", "sleep N & echo x", "it took longer than 200 ms"],
    ["B19 when a child is left that closed its output", "sleep N >/dev/null 2>&1 & echo x", undefined],
    ["B19 when it fails", "sleep N >/dev/null 2>&1 & exit 3", "exit code 3"],
    ["B20 when it prints without end", "sleep N & yes N", "it printed more than 1048576 bytes"],
  ])("%s", async (_, command, reason) => {
    const unique = `600.${randomInt(1e9)}`;
    const at = layered({ global: texts(`$(${command.replaceAll("N", unique)})`) });
    const result = await at.load({ commandTimeoutMs: reason?.endsWith("200 ms") ? 200 : 60_000 });
    expect(reasons(result)).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)]);
    expect(textOf(result)).toBe(reason === undefined ? "x" : undefined);
    // A killed process takes a moment to be gone.
    await expect.poll(() => processesWith(unique), { timeout: 30_000 }).toEqual([]);
  });
});

test.each(["yes", "head -c 50000000 /dev/zero", "head -c 1048577 /dev/zero | tr '\\0' x"])(
  "B20 output has a limit: %s",
  async (command) => {
    const before = process.memoryUsage().rss;
    const result = await layered({ global: texts(`$(${command})`) }).load();
    expect(reasons(result)).toEqual([expect.stringContaining("more than 1048576 bytes")]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  },
);

test("B20 as much output as may be", async () => {
  const result = await layered({ global: texts("$(head -c 1048576 /dev/zero | tr '\\0' x)") }).load();
  expect(String(textOf(result)).length).toBe(1024 * 1024);
});

test("B31 a value has a limit", async () => {
  const global = { tui: { text: "${A}".repeat(20_000) } };
  const at = layered({ global, env: { A: "CANARY".repeat(20_000) } });
  const before = process.memoryUsage().rss;
  const result = await at.load();
  expect(reasons(result)).toEqual(["`tui.text` would grow beyond 1 MiB"]);
  expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024);
  expectUnseen("CANARY", result);
});

test("B32 what starts with a dash is a command", async () => {
  const result = await layered({ global: texts("$(-n x)") }).load();
  expect(reasons(result)).toEqual([expect.stringContaining("exit code 127")]);
});

test("B12 a default that is no command ends with exit code 127", async () => {
  const result = await layered({ global: texts("${PORT:-8080}") }).load();
  expect(reasons(result)).toEqual([expect.stringContaining("exit code 127")]);
  expect(JSON.stringify(result.config ?? null)).not.toContain("8080");
});

test("B21 the exit code is shown and the output is not", async () => {
  const result = await layered({ global: texts("$(printf sk-CAN; printf ARY; exit 7)") }).load();
  expect(reasons(result)).toEqual(["the command in `tui.text` failed: exit code 7"]);
  expectUnseen("sk-CAN", result);
});

test("B10 variables that are not set are reported all at once, each at its place, before anything runs", async () => {
  const at = layered({ global: texts("$(touch M)", "${A}", "x${B}y${C}"), project: { tui: { theirs: "${D}" } } });
  const result = await at.load();
  expect(at.said(result)).toEqual([
    "project error substitution/unset-variable ${D}",
    "global error substitution/unset-variable ${A}",
    "global error substitution/unset-variable ${B}",
    "global error substitution/unset-variable ${C}",
  ]);
  expect([result.ok, at.ran()]).toEqual([false, false]);
});

test.each(["${X;touch M}", "${X:-}", "$((1+1))", "$(touch M"])(
  "B10 a mistake of a project never passes off the global layer as resolved: %s",
  async (text) => {
    const at = layered({
      global: texts("$(echo mine)", "${K}"),
      project: { tui: { theirs: text } },
      env: { K: "key" },
    });
    const result = await at.load();
    expect(at.said(result)).toContain(`project error substitution/syntax ${text}`);
    expect([
      [false, undefined, undefined],
      [true, "mine", ["key"]],
    ]).toContainEqual([result.ok, textOf(result), result.config?.tui?.["more"]]);
  },
);

test.each(["$(touch M)", "${X:-touch M}", "$$(touch M)", "${BAD}"])(
  "B01 a project's text that does not fit costs that value alone: %s",
  async (theme) => {
    const at = layered({ global: { tui: { theme: "light" } }, project: { tui: { theme } }, env: { BAD: "blue" } });
    const { ok, config, diagnostics } = await at.load();
    expect([ok, config?.tui?.theme]).toEqual([true, "light"]);
    expect(diagnostics.some(({ layer, severity }) => layer === "project" && severity === "error")).toBe(true);
  },
);

test.each(["$(touch M)", "${X:-touch M}", "$$(touch M)", "${BAD}", "${ODD}"])(
  "B04 a text of the global layer that does not fit is an error, and not just no configuration: %s",
  async (theme) => {
    const at = layered({ global: { tui: { theme } }, env: { BAD: "blue", ODD: "$(touch M)" } });
    const { ok, diagnostics } = await at.load();
    expect(ok).toBe(false);
    expect(diagnostics.some(({ layer, severity }) => layer === "global" && severity === "error")).toBe(true);
  },
);

describe("B35 where a command runs (S21)", () => {
  test("B35 in the directory of the file that wrote it", async () => {
    const at = layered({ global: texts("$(pwd -P)"), project: {} });
    expect(textOf(await at.load())).toMatch(/\/home\/\.config\/agent$/);
  });

  test.each([".", "", ":", ".:", "bin", "./bin:../repo", "/usr/bin:.", ":/usr/bin", "/usr/bin::/bin"])(
    "B35 without relative entries in PATH: %j",
    async (path) => {
      // Nothing but the shell itself is found by such a PATH, so the file is made without `touch`.
      const evil = "#!/bin/sh\n: >M\n";
      const directories = ["~/.config/agent", ".", ".agent", "~/.config/agent/bin"];
      const at = layered({
        global: texts("$(evil)"),
        project: {},
        files: Object.fromEntries(directories.map((directory) => [`${directory}/evil`, evil])),
        env: { PATH: path },
      });
      for (const directory of directories) chmodSync(at.path(`${directory}/evil`), 0o755);
      expect(reasons(await at.load())).toEqual([expect.stringContaining("exit code 127")]);
      expect(at.ran()).toBe(false);
    },
  );

  test("B35 with the usual directories where there is no PATH", async () => {
    const at = layered({ global: texts('$(printf %s "$PATH")') });
    expect(textOf(await at.load({ env: { HOME: at.home } }))).toMatch(/^(?:\/[a-z]+)+(?::(?:\/[a-z]+)+)+$/);
  });

  test("B35 with the caller's environment and nothing of the process", async () => {
    process.env["AGENTCFG_CANARY"] = "CANARY";
    try {
      const at = layered({ global: texts('$(printf "$OWN,$AGENTCFG_CANARY")'), env: { OWN: "own" } });
      expect(textOf(await at.load())).toBe("own,");
    } finally {
      delete process.env["AGENTCFG_CANARY"];
    }
  });

  test("B25 without input and without a terminal", async () => {
    expect(textOf(await layered({ global: texts("$(cat; tty </dev/tty; echo done)") }).load())).toBe("done");
  });
});
