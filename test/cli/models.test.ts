/** `models`, `--catalog`, and `explain` of a rule, as a user calls them. */
import { describe, expect, test } from "vitest";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { example } from "../machine/examples.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { runIn } from "../machine/run.js";

const V = "version: 3\n";
const USER = "~/.config/agent/config.yaml";

const workstation = (): Machine => machine(example("workstation", "global.yaml", "project.yaml"));

describe("models", () => {
  // Spec 2.4: the threshold is what the output leaves of the window, at most: (196608 - 32768) / 196608 = 0.83, and 0.83 of it.
  test("as they will behave, in a table", async () => {
    expect(await workstation().run(["models"])).toEqual({
      code: 0,
      stderr: "",
      stdout: `model                      provider  class  window   output  compacts at  efforts               from    default for
lab/qwen-32b-coder         lab       full   196,608  32,768  163,184      thinking none         global  full, mini
lab/qwen-32b-coder-vision  lab       full   147,456  ?       126,812      ?                     global
den/gemma-12b              den       mini   131,072  16,384  104,857      low medium high none  global  nano(none)
hosted/hf:acme/GLM-5.2     hosted    full   512,000  ?       491,520      -                     global
`,
    });
  });

  test("a secret word that is a number, a key or a word of ours cuts into none of them", async () => {
    const words = ["true", "1000", "models", "enabled", "window", "acme"];
    const text = `${V}permissions: { secret_words: ${JSON.stringify(words)} }
providers: { acme: { kind: { type: catalog, name: a } } }
models: { acme/m: { provider: acme, context_window: 1000 } }
`;
    const { stdout } = await machine({ [GLOBAL]: text }).run(["models", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      models: [
        { name: "<redacted>/m", enabled: true, provider: { value: "<redacted>" }, contextWindow: { value: 1000 } },
      ],
    });
    const table = (await machine({ [GLOBAL]: text }).run(["models"])).stdout;
    expect(table).toMatch(/^model +provider +class +window /);
    expect(table).toContain(" 1,000 ");
    expect(table).not.toContain("acme");
  });

  test("--origin says where each fact is written, or why it is not known", async () => {
    const blocks = (await workstation().run(["models", "--origin"])).stdout.split("\n\n");
    expect(blocks.map((block) => block.split("\n")[0])).toEqual([
      ...["lab/qwen-32b-coder", "lab/qwen-32b-coder-vision", "den/gemma-12b", "hosted/hf:acme/GLM-5.2"],
    ]);
    // Its provider and class are its parent's, its window is its own (S14).
    expect(blocks[1]).toBe(`lab/qwen-32b-coder-vision
  provider     lab                   ${USER}:41:15
  class        full                  ${USER}:40:12
  window       147,456               ${USER}:51:21
  output       ?                     the agent derives it from the window
  compacts at  126,812               computed from window, class and output
  efforts      ?                     not set
  from         global
  default for`);
    expect(blocks[2]).toContain(`  compacts at  104,857               ${USER}:67:27\n`);
    expect(blocks[2]).toContain(`  efforts      low medium high none  ${USER}:59:7\n`);
  });

  test("as JSON", async () => {
    const { models, version } = JSON.parse((await workstation().run(["models", "--format", "json"])).stdout);
    expect(version).toBe(1);
    expect(models).toHaveLength(4);
    expect(models[0]).toEqual({
      name: "lab/qwen-32b-coder",
      configured: true,
      from: `${USER}:38:5`,
      enabled: true,
      slots: [
        { slot: "full", fallback: false },
        { slot: "mini", fallback: false },
      ],
      provider: { value: "lab", from: `${USER}:41:15` },
      class: { value: "full", from: `${USER}:40:12` },
      contextWindow: { value: 196608, from: `${USER}:45:21` },
      outputLimit: { value: 32768, from: `${USER}:46:33` },
      compactsAt: { value: { tokens: 163184 }, why: expect.any(String) },
      efforts: { value: ["thinking", "none"], from: `${USER}:43:7` },
    });
    expect(models[2]).toMatchObject({
      slots: [{ slot: "nano", effort: "none", fallback: false }],
      compactsAt: { value: { tokens: 104857 }, from: `${USER}:67:27` },
      efforts: { value: ["low", "medium", "high", "none"] },
    });
    expect(models[3]).toMatchObject({
      outputLimit: { why: expect.any(String) },
      compactsAt: { why: expect.any(String) },
      efforts: { value: [] },
    });
  });

  test("of both layers, with the slots that fall back", async () => {
    const place = machine(example("team", "global.jsonc", "project.json"));
    const [, row = ""] = (await place.run(["models"])).stdout.split("\n");
    expect(row.split(/ {2,}/)).toEqual([
      ...["gateway/large", "gateway", "full", "400,000", "64,000", "336,000", "?", "global project"],
      "full, mini (falls back), nano (falls back)",
    ]);
    expect((await place.run(["models", "--origin"])).stdout).toContain(
      "output       64,000                .agent/config.json:4:54\n",
    );
  });

  test("with a catalog: what an entry does not set, and what its parent has", async () => {
    const place = machine({
      [GLOBAL]: `${V}providers: { alpha: { kind: { type: catalog, name: alpha } } }
models:
  alpha-5: { max_output_tokens_per_turn: 1000 }
  mine: { inherits: alpha-4 }
  off: { enabled: false }
`,
      "catalog.yaml": `models:
  alpha-5: { provider: alpha, class: full, context_window: 10000 }
  alpha-4: { provider: alpha, class: mini, context_window: 5000 }
`,
    });
    const rows = async (...flags: string[]): Promise<readonly (readonly string[])[]> =>
      (await place.run(["models", ...flags])).stdout
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((row) => row.split(/ {2,}/));
    expect(await rows("--catalog", "catalog.yaml")).toEqual([
      ["alpha-5", "alpha", "full", "10,000", "1,000", "7,500", "?", "catalog global"],
      ["mine", "alpha", "mini", "5,000", "?", "3,750", "?", "catalog"],
      ["off (disabled)", "?", "?", "?", "?", "?", "?", "global"],
      ["alpha-4", "alpha", "mini", "5,000", "?", "3,750", "?", "catalog"],
    ]);
    expect(await rows()).toEqual([
      ["alpha-5", "?", "?", "?", "1,000", "?", "?", "global"],
      ["mine", "?", "?", "?", "?", "?", "?", "global"],
      ["off (disabled)", "?", "?", "?", "?", "?", "?", "global"],
    ]);
    expect((await place.run(["models", "--catalog", "catalog.yaml", "--origin"])).stdout).toContain(
      "  window       10,000                the catalog\n",
    );
    const [first] = JSON.parse(
      (await place.run(["models", "--catalog", "catalog.yaml", "--format", "json"])).stdout,
    ).models;
    expect(first.contextWindow).toEqual({ value: 10000, from: "catalog" });
  });

  test("of which nothing is known: the layers of their entries", async () => {
    const place = machine({
      [GLOBAL]: `${V}models:\n  a: { enabled: false }\n  b: { supports_vision: true }\n  c: {}\n`,
      [PROJECT]: `${V}models: { b: { enabled: false }, d: { enabled: false } }\n`,
    });
    const [, ...rows] = (await place.run(["models"])).stdout.trimEnd().split("\n");
    expect(rows.map((row) => [row.split(/ {2,}/)[0], row.split(/ {2,}/)[7]])).toEqual([
      ["a (disabled)", "global"],
      ["b (disabled)", "global project"],
      ["c", "global"],
      ["d (disabled)", "project"],
    ]);
    const { models } = JSON.parse((await place.run(["models", "--format", "json"])).stdout);
    expect(models.map(({ from }: { from: string }) => from)).toEqual([
      ...[`${USER}:3:6`, `${USER}:4:6`, `${USER}:5:6`, ".agent/config.yaml:2:37"],
    ]);
  });

  test("that only `defaults` names: what is known of them, and where to learn the rest", async () => {
    const place = machine({
      [GLOBAL]: `${V}providers: { alpha: { kind: { type: catalog, name: alpha } } }\ndefaults: { full: "alpha-5(low)", nano: alpha-1 }\n`,
      "catalog.yaml": "models: { alpha-5: { provider: alpha, class: full, context_window: 10000 } }\n",
    });
    const rows = async (...flags: string[]): Promise<readonly string[]> =>
      (await place.run(["models", ...flags])).stdout.trimEnd().split("\n").slice(1);
    expect((await rows()).map((row) => row.split(/ {2,}/))).toEqual([
      ["alpha-5", "?", "?", "?", "?", "?", "?", "not configured", "full(low), mini(low) (falls back)"],
      ["alpha-1", "?", "?", "?", "?", "?", "?", "not configured", "nano"],
    ]);
    expect((await rows("--origin")).join("\n")).toContain("name it with `--catalog`");
    expect((await rows("--catalog", "catalog.yaml"))[0]?.split(/ {2,}/)).toEqual([
      ...["alpha-5", "alpha", "full", "10,000", "?", "7,500", "?", "catalog", "full(low), mini(low) (falls back)"],
    ]);
  });

  test("a share of the window is counted in whole tokens", async () => {
    const place = machine({
      [GLOBAL]: `${V}models:
  a: { context_window: 200000, compaction_threshold: 0.58 }
  b: { context_window: 100, compaction_threshold: 0.29 }
  c: { context_window: 100, max_output_tokens_per_turn: 71 }
`,
    });
    const { models } = JSON.parse((await place.run(["models", "--format", "json"])).stdout);
    expect(models.map(({ compactsAt }: { compactsAt: { value: unknown } }) => compactsAt.value)).toEqual([
      { tokens: 116000 },
      { tokens: 29 },
      { tokens: 29 },
    ]);
  });

  test("names of a stranger: nothing invisible", async () => {
    const place = machine({
      [PROJECT]: `${V}models: { "\\e[2K\\u202e": { provider: "\\e[2K", context_window: 5000 } }\n`,
    });
    for (const flags of [[], ["--origin"], ["--format", "json"]]) {
      const { stdout } = await place.run(["models", ...flags]);
      expect(stdout).not.toMatch(/[\u001b\u202e]/);
      expect(stdout).toMatch(/\\x1b\[2K|\\u001b\[2K/);
    }
  });

  test("words that are declared secret are not shown", async () => {
    const place = machine({
      [GLOBAL]: `${V}permissions: { secret_words: [hunter22] }\nmodels: { m: { provider: hunter22, context_window: 5000 } }\n`,
    });
    expect((await place.run(["show", "models"])).stdout).not.toContain("hunter22");
    for (const flags of [[], ["--origin"], ["--format", "json"]])
      expect((await place.run(["models", ...flags])).stdout).not.toContain("hunter22");
  });

  test("where there are none, and where nothing can be read", async () => {
    const none = machine({ [GLOBAL]: V });
    expect(await none.run(["models"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "no models are configured, and `defaults` names none: the agent chooses\n",
    });
    expect(JSON.parse((await none.run(["models", "--format", "json"])).stdout)).toEqual({ version: 1, models: [] });
    expect(await machine({}).run(["models"])).toMatchObject({ code: 3, stdout: "" });
    expect(await machine({ [GLOBAL]: "a: [\n", [PROJECT]: V }).run(["models"])).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("--catalog", () => {
  const place = (catalog: string, file = "catalog.yaml"): Machine =>
    machine({
      [GLOBAL]: `${V}providers: { alpha: { kind: { type: catalog, name: alpha } } }\ndefaults: { full: alpha-5 }\n`,
      [file]: catalog,
    });

  test.each([
    ["a list", "- a\n"],
    ["a text", '"models"\n'],
    ["broken YAML", "models: {\n"],
    ["two documents", "models: {}\n---\nmodels: {}\n"],
    ["another key", "modles: {}\n"],
    ["a model's field of a wrong type", "models: { m: { context_window: many } }\n"],
    ["a model's field that there is not", "models: { m: { contxt: 5 } }\n"],
    ["a model out of range", "models: { m: { compaction_threshold: 2 } }\n"],
    ["a model that is nothing", "models: { m: null }\n"],
    ["models that are a list", "models: []\n"],
    ["a provider's field that is no text", "providers: { p: { url: 5 } }\n"],
    ["a provider that is a text", "providers: { p: https://p.example }\n"],
    ["providers that are a list", "providers: []\n"],
    ["a reserved name", "models: { __proto__: { class: full } }\n"],
  ])("%s is none", async (_, catalog) => {
    const { run } = place(catalog);
    for (const command of [["lint"], ["models"]]) {
      expect(await run([...command, "--catalog", "catalog.yaml"])).toEqual({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^agentcfg: cannot use the catalog catalog\.yaml: .+\n$/),
      });
    }
  });

  test("neither is what cannot be read", async () => {
    const { run } = place("", "sub/catalog.yaml");
    expect(await run(["lint", "--catalog", "none.yaml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no such file"),
    });
    expect(await run(["lint", "--catalog", "sub"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("directory"),
    });
    const large = place(`#${"x".repeat(1024 * 1024)}`);
    expect(await large.run(["lint", "--catalog", "catalog.yaml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("1 MiB"),
    });
  });

  test.each([
    [
      "catalog.yaml",
      "models: { alpha-5: { class: full, context_window: 10000 } }\nproviders: { alpha: { url: https://alpha.example } }\n",
    ],
    ["catalog.json", '{ "models": { "alpha-5": { "class": "full", "context_window": 10000 } } }'],
    ["catalog.jsonc", '{ "models": { "alpha-5": { "class": "full" } }, } // all of it'],
  ])("%s makes an unknown model an error, and knows its own", async (file, catalog) => {
    const { run, path } = place(catalog, file);
    // Without one, it may well be a model of the catalog.
    expect((await run(["lint"])).code).toBe(0);
    expect(await run(["lint", "--catalog", file])).toMatchObject({ code: 0, stdout: "" });
    const other = machine({ [GLOBAL]: `${V}defaults: { full: alpha-6, mini: alpha-5 }\n` });
    const { code, stdout } = await other.run(["lint", "--catalog", path(file), "--format", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).diagnostics).toMatchObject([
      { rule: "reference/unknown-model", severity: "error", path: "/defaults/full" },
    ]);
    expect((await other.run(["lint"])).code).toBe(0);
  });

  test("an empty one knows no models", async () => {
    const { code, stdout } = await place("").run(["lint", "--catalog", "catalog.yaml", "--format", "concise"]);
    expect(code).toBe(1);
    expect(stdout).toContain("error[reference/unknown-model]");
  });

  test("a window that only the catalog knows is enough", async () => {
    const backend = "providers: { a: { kind: { type: custom_beta_compatible }, url: https://a.example/v1 } }\n";
    const lacking = machine({
      [GLOBAL]: `${V}${backend}models: { alpha-5: { provider: a, class: full } }\n`,
      "catalog.yaml": "models: { alpha-5: { provider: a, class: full, context_window: 10000 } }\n",
    });
    expect((await lacking.run(["lint", "--format", "concise"])).stdout).toContain(
      "error[model/missing-context-window]",
    );
    expect((await lacking.run(["lint", "--catalog", "catalog.yaml", "--format", "concise"])).stdout).not.toContain(
      "missing-context-window",
    );
  });
});

describe("explain a rule", () => {
  test("why it is there, what it reports, how that looks mended, and what is fine", async () => {
    const { code, stdout, stderr } = await runIn(["explain", "schema/unknown-key"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^warning\[schema\/unknown-key\]: .+$/);
    const parts = ["This is reported:", "    # config.yaml", "Fixed:", "This is fine:"].map((part) =>
      lines.indexOf(part),
    );
    expect(parts.every((at) => at > 0)).toBe(true);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    // Of the Markdown, only what reads well as text is left.
    expect(stdout).not.toMatch(/```|^#+ |<details>|<!--/m);
    expect(stdout).toContain("^^^^^^^^^ did you mean `max_tokens`?");
  });

  test("each of them, needing no configuration, without trailing white space or colour", async () => {
    for (const { id, severity } of rules.filter((_, index) => index % 12 === 0)) {
      const { code, stdout } = await runIn(["explain", id]);
      expect({ id, code }).toEqual({ id, code: 0 });
      expect(stdout.startsWith(`${severity}[${id}]: `)).toBe(true);
      expect(stdout).not.toMatch(/[ \t]\n|\u001b|undefined/);
      expect(stdout.endsWith("\n")).toBe(true);
    }
  });

  test("as JSON, the same that `rules` lists", async () => {
    const { code, stdout } = await runIn(["explain", "layer/global-only", "--format", "json"]);
    expect(code).toBe(0);
    const all = JSON.parse((await runIn(["rules", "--format", "json"])).stdout);
    expect(JSON.parse(stdout)).toEqual(all.find(({ id }: { id: string }) => id === "layer/global-only"));
    expect(JSON.parse(stdout)).toMatchObject({
      id: "layer/global-only",
      severity: "error",
      fixable: true,
      why: expect.any(String),
    });
  });

  test("one that there is not", async () => {
    const { code, stdout, stderr } = await machine({ [GLOBAL]: V }).run(["explain", "schema/unknown-kye"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("`schema/unknown-key`");
  });
});
