/** `lint --fix`, `--unsafe-fixes` and `--diff`, as a user calls them. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeLayer } from "../../src/cli/write.js";
import { unifiedDiff } from "../../src/service/diff.js";
import { readInputs } from "../../src/toolkit/lint.js";
import { cases } from "../cases.js";
import { example } from "../machine/examples.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { asNobody } from "../machine/nobody.js";
import { BIN, type Run, runIn } from "../machine/run.js";
import { patched } from "./patch.js";

const V = "version: 3\n";

/** The findings of a run with `--format concise`, as `file:line rule`. */
const findings = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/^([^:]*):(\d+):\d+: \w+\[([^\]]*)\].*$/, "$1:$2 $3"));

describe("--fix", () => {
  const USER = `# mine
providers:
  acme:
    kind: { type: custom_beta_compatable } # ours
    url: https://api.acme.example/v1/chat/completions
    auth: { type: static_key, key: "\${ACME_KEY}" }
`;
  const THEIRS = '\ufeff{\r\n\t"version": 3, // three\r\n\t"models": { "m": { "context_window": "5", }, },\r\n}';

  test("writes both layers, keeps the mode and every other byte, and has nothing to do the second time", async () => {
    const place = machine({ [GLOBAL]: USER, ".agent/config.jsonc": THEIRS });
    chmodSync(place.path(GLOBAL), 0o640);
    chmodSync(place.path(".agent/config.jsonc"), 0o600);
    const first = await place.run(["lint", "--fix"]);
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^~\/\.config\/agent\/config\.yaml: 3 fixes applied\n\.agent\/config\.jsonc: 1 fix applied\n/,
      ),
    });
    const fixed = [
      `version: 3\n${USER.replace("compatable", "compatible").replace("/chat/completions", "")}`,
      THEIRS.replace('"5"', "5"),
    ];
    expect([place.read(GLOBAL), place.read(".agent/config.jsonc")]).toEqual(fixed);
    expect(statSync(place.path(GLOBAL)).mode & 0o777).toBe(0o640);
    expect(statSync(place.path(".agent/config.jsonc")).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.path(".agent"))).toEqual(["config.jsonc"]);

    const times = [GLOBAL, ".agent/config.jsonc"].map((file) => statSync(place.path(file)).mtimeMs);
    const second = await place.run(["lint", "--fix"]);
    expect(second.code).toBe(0);
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).not.toContain("applied");
    expect([GLOBAL, ".agent/config.jsonc"].map((file) => statSync(place.path(file)).mtimeMs)).toEqual(times);
  });

  test("J01 references and commands stay as they are written, and nothing runs", async () => {
    const text = `config_command_substitution: true
providers:
  p:
    kind: { type: catlog, name: a }
    url: "$(touch ran)\${K}"
    auth: { type: static_key, key: '$(touch "ran")\${K:-touch ran}' }
`;
    const place = machine({ [GLOBAL]: text });
    await place.run(["lint", "--fix"], { K: "sk-CANARY" });
    expect(place.read(GLOBAL)).toBe(`version: 3\n${text.replace("catlog", "catalog")}`);
    for (const directory of [place.repository, place.home, place.path("~/.config/agent")])
      expect(readdirSync(directory)).not.toContain("ran");
  });

  test("repairs the slips of twelve-mistakes that have a fix, and reports the rest, now and the next time", async () => {
    const place = machine(example("twelve-mistakes", "global.yaml", "project.yaml"));
    const user = place.read(GLOBAL);
    const before = place.read(PROJECT);
    const expected = before
      .replace("fulll", "full")
      .replace("custom_beta_compatable", "custom_beta_compatible")
      .replace("acmee", "acme")
      .replace("comand", "command")
      .replace("secret_word:", "secret_words:")
      .replace("updates: null\n", "");
    const rest = [
      // Its kind is known now, and so are the keys that it lacks.
      "5 provider/missing-url",
      "8 provider/missing-url",
      "13 model/output-exceeds-max",
      "14 model/missing-context-window",
      "16 schema/unknown-value",
      "17 schema/out-of-range",
      "22 schema/out-of-range",
      "27 substitution/in-project",
      // `secret_words` is known now, and so are its words.
      "29 secret/weak-word",
    ].map((line) => `${PROJECT}:${line}`);
    const first = await place.run(["lint", "--fix", "--format", "concise"]);
    expect(findings(first.stdout)).toEqual(rest);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain(`${PROJECT}: 6 fixes applied\n`);
    expect([place.read(GLOBAL), place.read(PROJECT)]).toEqual([user, expected]);
    expect((await place.run(["lint", "--fix", "--format", "concise"])).stdout).toBe(first.stdout);
    expect((await place.run(["lint", "--format", "concise"])).stdout).toBe(first.stdout);
    expect(place.read(PROJECT)).toBe(expected);
  });

  test("--unsafe-fixes goes with --fix, and applies what may not have been meant", async () => {
    const place = machine(example("twelve-mistakes", "global.yaml", "project.yaml"));
    const before = place.read(PROJECT);
    expect(await place.run(["lint", "--unsafe-fixes"])).toMatchObject({ code: 2, stdout: "" });
    expect(place.read(PROJECT)).toBe(before);
    const { stdout } = await place.run(["lint", "--fix", "--unsafe-fixes", "--format", "concise"]);
    expect(stdout).not.toContain("output-exceeds-max");
    expect(place.read(PROJECT)).toContain("max_output_tokens_per_turn: 4096\n");
  });

  test("leaves alone what is suppressed, and the other layer when one file is named", async () => {
    const user = "version: 2\n";
    const theirs = `${V}tui: {}\ndefaults:\n  fulll: m # agentcfg-ignore schema/unknown-key -- of another tool\n  minni: n\n`;
    const place = machine({ [GLOBAL]: user, [PROJECT]: theirs });
    await place.run(["lint", "--fix", PROJECT]);
    expect([place.read(GLOBAL), place.read(PROJECT)]).toEqual([user, theirs.replace("minni", "mini")]);
    await place.run(["lint", "--fix", "--no-ignores", PROJECT]);
    expect(place.read(PROJECT)).toContain("  full: m # agentcfg-ignore");
  });

  test("S10 never writes a file of a newer version", async () => {
    const text = "version: 4\ndefaults: { fulll: m }\n";
    const place = machine({ [GLOBAL]: text });
    expect((await place.run(["lint", "--fix"])).code).toBe(1);
    expect(place.read(GLOBAL)).toBe(text);
  });

  test.each([
    ["everything is mended", "version: 2\n", 0],
    ["something is left", "version: 2\ntui: { theme: dark }\ndaemon: { log_level: loud }\n", 1],
    ["nothing can be read", "tui: [\n", 1],
  ])("exit code: %s", async (_, text, code) => {
    const place = machine({ [GLOBAL]: text });
    expect((await place.run(["lint", "--fix"])).code).toBe(code);
    // A file that has other mistakes gets no version.
    expect(place.read(GLOBAL)).toBe(code === 0 ? text.replace("version: 2", "version: 3") : text);
  });

  test("exit code: no configuration, and a file that does not exist", async () => {
    expect(await machine({}).run(["lint", "--fix"])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("no configuration found"),
    });
    const place = machine({ [GLOBAL]: V, "a.yaml": "version: 2\n" });
    expect(await place.run(["lint", "--fix", "none.yaml", "a.yaml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot read none.yaml"),
    });
    expect(place.read("a.yaml")).toBe(V);
  });

  test("a file that is named twice is written once, and that is no conflict", async () => {
    const place = machine({ "a.yaml": "version: 2\n" });
    const { code, stdout } = await place.run(["lint", "--fix", "a.yaml", "./a.yaml", "--format", "concise"]);
    expect(place.read("a.yaml")).toBe(V);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });

  test("the JSON report is about the files as they are now", async () => {
    const place = machine({
      [GLOBAL]: "version: 3\ndaemon: { log_level: loud }\nupdates: {}\n",
      [PROJECT]: "version: 2\nupdates: null\n",
    });
    const { code, stdout } = await place.run(["lint", "--fix", "--format", "json"]);
    expect(code).toBe(1);
    const report = JSON.parse(stdout);
    const isReport = new Ajv2020.default().compile(JSON.parse(readFileSync("schema/report.schema.json", "utf8")));
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    expect(report).toMatchObject({
      summary: { errors: 1, warnings: 0, infos: 0 },
      diagnostics: [
        {
          rule: "schema/unknown-value",
          path: "/daemon/log_level",
          range: { start: { line: 2, column: 22, offset: 32 } },
        },
      ],
    });
    const digest = (file: string): string =>
      createHash("sha256")
        .update(readFileSync(place.path(file)))
        .digest("hex");
    expect(report.layers.map(({ sha256 }: { sha256: string }) => sha256)).toEqual([digest(GLOBAL), digest(PROJECT)]);
  });
});

describe("files that cannot be written", () => {
  test("a symbolic link is refused; the other layer is written, and the report fits what is there now", async () => {
    const place = machine({ [GLOBAL]: "version: 2\n", "real.yaml": "version: 2\n" });
    mkdirSync(place.path(".agent"));
    symlinkSync("../real.yaml", place.path(PROJECT));
    const { code, stdout, stderr } = await place.run(["lint", "--fix", "--format", "concise"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`cannot write ${PROJECT}: it is a symbolic link`),
    });
    expect([place.read(GLOBAL), place.read("real.yaml")]).toEqual([V, "version: 2\n"]);
    expect(stdout).toBe((await place.run(["lint", "--format", "concise"])).stdout);
  });

  test("J03 what another program wrote meanwhile is not lost", async () => {
    const place = machine({ [GLOBAL]: "version: 2\n" });
    const [layer] = readInputs({ host: place.host }).groups.flat();
    if (layer === undefined) return expect.fail("no layer was read");
    writeFileSync(place.path(GLOBAL), "version: 2\n# theirs\n");
    let said = "";
    const output = {
      write: (text: string, done?: () => void): void => {
        said += text;
        done?.();
      },
    };
    const terminal = {
      argv: [],
      directory: ".",
      host: place.host,
      stdin: process.stdin,
      stdout: output,
      stderr: output,
    };
    expect(await writeLayer(terminal, layer, V, "done")).toBe(2);
    expect(said).toContain("it changed meanwhile");
    expect(place.read(GLOBAL)).toBe("version: 2\n# theirs\n");
  });

  test("a directory that may not be written to", () => {
    const place = machine({ [PROJECT]: "version: 2\n" });
    chmodSync(place.path(".agent"), 0o555);
    const { code, stderr } = asNobody(place, ["lint", "--fix"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`cannot write ${PROJECT}: permission denied`),
    });
    expect(place.read(PROJECT)).toBe("version: 2\n");
    expect(readdirSync(place.path(".agent"))).toEqual([basename(PROJECT)]);
    chmodSync(place.path(".agent"), 0o755);
  });

  test("a name that leaves no room for a file beside it", async () => {
    const name = `${"x".repeat(250)}.yaml`;
    const place = machine({ [name]: "version: 2\n" });
    expect(await place.run(["lint", "--fix", name])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("name is too long"),
    });
    expect(place.read(name)).toBe("version: 2\n");
    expect(readdirSync(place.repository).sort()).toEqual([".git", name]);
  });
});

describe("--fix of standard input", () => {
  const run = (input: string | Uint8Array, ...flags: string[]): Promise<Run> =>
    runIn(["lint", "-", "--fix", ...flags], { input });

  test("the mended text is standard output, the report standard error", async () => {
    expect(
      await run("\ufeffversion: 3\r\ndaemon: { log_level: inf, max_tool_turns: many } # mine", "--format", "concise"),
    ).toEqual({
      code: 1,
      stdout: "\ufeffversion: 3\r\ndaemon: { log_level: info, max_tool_turns: many } # mine",
      stderr: expect.stringMatching(
        /^<stdin>: 1 fix applied\n<stdin>:2:\d+: error\[schema\/wrong-type\]: [^\n]*\n1 error in <stdin> \(global\)\n$/,
      ),
    });
  });

  test("a text without mistakes, or with some that have no fix, comes out as it went in", async () => {
    expect(await run("version: 3\n")).toMatchObject({ code: 0, stdout: "version: 3\n" });
    expect(await run("a: [\n")).toMatchObject({
      code: 1,
      stdout: "a: [\n",
      stderr: expect.stringContaining("syntax/yaml"),
    });
  });

  test("what is no text, or more than is read, is not handed on", async () => {
    for (const input of [new Uint8Array([0x61, 0xff]), new Uint8Array(3_000_000).fill(0x61)])
      expect(await run(input)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("cannot fix <stdin>"),
      });
  });

  test("files beside it are written as ever", async () => {
    const place = machine({ "a.yaml": "version: 2\n" });
    const done = spawnSync(process.execPath, [BIN, "lint", "-", "a.yaml", "--fix"], {
      ...{ cwd: place.repository, env: { HOME: place.home }, input: "version: 1\n", encoding: "utf8" },
    });
    expect(done).toMatchObject({ status: 0, stdout: "version: 3\n" });
    expect(place.read("a.yaml")).toBe(V);
  });
});

describe("--diff", () => {
  const many = (end: string): string => Array.from({ length: 12 }, (_, index) => `# ${index}${end}`).join("");
  test.each([
    ["one change", 1, "version: 2\n"],
    [
      "far from each other",
      3,
      `version: 2\n${many("\n")}defaults: { fulll: m }\nfacets:\n  a: { source: a.md }\n${many("\n")}daemon:\n  log_level: inof\n`,
    ],
    ["sharing their context", 1, `version: 2\n# 1\n# 2\n# 3\n# 4\n# 5\n# 6\ndefaults: { fulll: m }\n`],
    ["just too far apart", 2, `version: 2\n# 1\n# 2\n# 3\n# 4\n# 5\n# 6\n# 7\ndefaults: { fulll: m }\n`],
    ["no line break at the end, far away", 1, `version: 2\n${many("\n")}# end`],
    ["no line break at the end, where the change is", 1, "# start\nversion: 2"],
    ["a line that comes first", 1, "# mine\ntui: {}"],
    ["CRLF", 2, `version: 2\r\n${many("\r\n")}defaults: { fulll: m }\r\n`],
    ["a byte order mark", 1, "\ufeffversion: 2\n"],
  ])("writes nothing and shows what --fix does: %s", async (_, hunks, text) => {
    const place = machine({ [GLOBAL]: text });
    const { code, stdout } = await place.run(["lint", "--diff"]);
    expect(code).toBe(1);
    expect(place.read(GLOBAL)).toBe(text);
    expect(stdout.match(/^@@ /gm)).toHaveLength(hunks);
    expect(stdout).toMatch(/^--- ~\/\.config\/agent\/config\.yaml\n\+\+\+ ~\/\.config\/agent\/config\.yaml\n@@ /);
    await place.run(["lint", "--fix"]);
    expect(place.read(GLOBAL)).not.toBe(text);
    expect(patched(text, stdout)).toBe(place.read(GLOBAL));
  });

  test("shows both layers, and no secret", async () => {
    const user = `version: 2
providers:
  p: { kind: { type: catalog, name: a }, auth: { type: static_key, key: sk-CANARY } }
permissions: { secret_words: [hunter22] }
plugins: { a: { token: CANARY, text: hunter22 } }
`;
    const place = machine({
      [GLOBAL]: user,
      [PROJECT]: "version: 2\nplugins: { b: hunter22 }\ntelemetry: { endpoint: https://me:CANARY@otel.example }\n",
    });
    const { code, stdout, stderr } = await place.run(["lint", "--diff"]);
    expect(code).toBe(1);
    expect(stdout.match(/^--- .*$/gm)).toEqual(["--- ~/.config/agent/config.yaml", `--- ${PROJECT}`]);
    expect(stdout).toMatch(/\nThis is not a patch: .*\n$/);
    expect(stdout + stderr).not.toMatch(/CANARY|hunter22/);
    expect(stdout.match(/^[-+](?![-+]).*$/gm)).toEqual([
      ...["-version: 2", "+version: 3"],
      ...["-version: 2", "+version: 3", "-telemetry: { endpoint: https://<redacted>@otel.example }"],
    ]);
    expect([place.read(GLOBAL), place.read(PROJECT)]).toEqual([
      user,
      "version: 2\nplugins: { b: hunter22 }\ntelemetry: { endpoint: https://me:CANARY@otel.example }\n",
    ]);
  });

  test.each([
    ["LF", "version: 3\nmcp_servers:\n  f: { transport: stdio, comand: files-mcp, env: { TOKEN: $(cat ~/.netrc) } }\n"],
    ["CRLF", "version: 2\r\n# \ttabs\r\ntui: { density: compact }\r\n"],
    ["a byte order mark", "\ufeffversion: 2\n"],
    ["no line break at the end", "tui: {}\nversion: 2"],
  ])("is a patch that other programs apply: %s", async (_, text) => {
    const place = machine({ [PROJECT]: text });
    const { stdout } = await place.run(["lint", "--diff"]);
    expect(stdout).not.toContain("not a patch");
    for (const [program, ...args] of [
      ["patch", "-p0", "--binary", "--dry-run"],
      ["git", "apply", "-p0", "--check"],
      ["git", "apply", "-p0"],
    ] as const) {
      const { status } = spawnSync(program, args, { cwd: place.repository, input: stdout, encoding: "utf8" });
      expect([program, status]).toEqual([program, 0]);
    }
    const byOthers = place.read(PROJECT);
    writeFileSync(place.path(PROJECT), text);
    await place.run(["lint", "--fix"]);
    expect(byOthers).toBe(place.read(PROJECT));
  });

  test("shows what a fix touches", async () => {
    const place = machine({ [GLOBAL]: `${V}mcp_servers: { f: { transport: stdio, comand: files-mcp } }\n` });
    const { stdout } = await place.run(["lint", "--diff"]);
    expect(stdout.match(/^[-+](?![-+]).*$/gm)).toEqual([
      "-mcp_servers: { f: { transport: stdio, comand: files-mcp } }",
      "+mcp_servers: { f: { transport: stdio, command: files-mcp } }",
    ]);
  });

  test("control characters of a text do not reach the terminal", async () => {
    const place = machine({ [GLOBAL]: "version: 2\n# \u202e\u0085\n" });
    const { stdout } = await place.run(["lint", "--diff"]);
    expect(stdout).toContain(" # \\u{202e}\\x85\n");
    expect(stdout).toMatch(/\nThis is not a patch: .*\n$/);
  });

  test("with --unsafe-fixes, they are shown, too; with nothing to show there is nothing to fail on", async () => {
    const text = `${V}daemon: { max_tool_turns: 0, log_level: info }\n`;
    const place = machine({ [GLOBAL]: text });
    expect(await place.run(["lint", "--diff"])).toMatchObject({ code: 0, stdout: "" });
    expect(await place.run(["lint", "--diff", "--unsafe-fixes"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("+daemon: { log_level: info }\n"),
    });
    expect(place.read(GLOBAL)).toBe(text);
  });

  test("of standard input", async () => {
    expect(await runIn(["lint", "-", "--diff"], { input: "version: 2\n" })).toMatchObject({
      code: 1,
      stdout: "--- <stdin>\n+++ <stdin>\n@@ -1,1 +1,1 @@\n-version: 2\n+version: 3\n",
    });
  });

  test.each([
    ["--fix", ["--fix"], /--fix.*--diff/],
    ["another format", ["--format", "json"], /--format/],
    ["another format for people", ["--format", "concise"], /--format/],
  ])("with %s is wrong usage, and nothing is written", async (_, flags, said) => {
    const place = machine({ [GLOBAL]: "version: 2\n" });
    const run = await place.run(["lint", "--diff", ...flags]);
    expect(run).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(said) });
    expect(place.read(GLOBAL)).toBe("version: 2\n");
  });

  test("without a configuration says so", async () => {
    expect(await machine({}).run(["lint", "--diff"])).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("no configuration found"),
    });
  });

  test("any two texts: the diff makes one of the other", () => {
    const line = fc.constantFrom("a\n", "b\n", "c\n", "\n", "- a\n", "\\ a\n", "@@ -1,1 +1,1 @@\n");
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("", "", "a", "end"))
      .map(([lines, end]) => lines.join("") + end);
    const edited = text.chain((before) =>
      fc.array(fc.tuple(fc.nat(30), fc.nat(2), fc.array(line, { maxLength: 2 })), { maxLength: 4 }).map((edits) => ({
        before,
        after: edits
          .reduce<string[]>(
            (lines, [at, count, fresh]) => lines.toSpliced(at, count, ...fresh),
            before.split(/(?<=\n)/),
          )
          .join(""),
      })),
    );
    fc.assert(
      fc.property(fc.oneof(edited, fc.record({ before: text, after: text })), ({ before, after }) => {
        const diff = unifiedDiff("f", before, after);
        expect(diff === "").toBe(before === after);
        if (diff !== "") expect(patched(before, diff)).toBe(after);
      }),
      { numRuns: cases(3000) },
    );
  });
});
