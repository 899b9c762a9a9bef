/** `agentcfg schema --editor` and `--associate`: the printed text, the written files, and the files that stay as they are. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type ParseError, parse as parseJsonc } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { EDITOR_NAMES } from "../../src/service/associate/editors.js";
import { editorSchema } from "../../src/toolkit/read/schema/editor/schema.js";
import { jsonArbitrary } from "../arbitrary/config.js";
import { cases } from "../cases.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { asNobody } from "../machine/nobody.js";
import { type Run, runHere } from "../machine/run.js";

const schemaText = readFileSync("schema/config.schema.json", "utf8");
const OURS = editorSchema(schemaText, "project", "07");

const SCHEMA = ".agent/config.schema.json";
const SETTINGS = ".vscode/settings.json";
const LINE = "# yaml-language-server: $schema=./config.schema.json";
const YAML_GLOBS = ["**/.agent/config.yaml", "**/.agent/config.yml"];
const WANTED = {
  "yaml.schemas": { "./.agent/config.schema.json": YAML_GLOBS },
  "json.schemas": [
    { fileMatch: ["**/.agent/config.json", "**/.agent/config.jsonc"], url: "./.agent/config.schema.json" },
  ],
};

const associate = (place: Machine, editor = "vscode", ...more: string[]): Promise<Run> =>
  place.run(["schema", "--associate", editor, ...more]);

/** Everything there is, by name: contents of files, places that links lead to. */
function contents(directory: string, below = ""): Readonly<Record<string, string>> {
  const all = readdirSync(join(directory, below)).flatMap((name) => {
    const at = join(below, name);
    const stat = lstatSync(join(directory, at));
    if (stat.isSymbolicLink()) return [[at, readlinkSync(join(directory, at))]];
    return stat.isDirectory()
      ? [[`${at}/`, ""], ...Object.entries(contents(directory, at))]
      : [[at, readFileSync(join(directory, at), "latin1")]];
  });
  return Object.fromEntries(all);
}

/** Says a sentence, exits 2, and leaves every byte as it was. */
async function refused(files: Files, sentence: string, editor = "vscode"): Promise<void> {
  const place = machine(files);
  const before = contents(place.root);
  expect(await associate(place, editor)).toEqual({ code: 2, stdout: "", stderr: `agentcfg: ${sentence}\n` });
  expect(contents(place.root)).toEqual(before);
}

test("what is written can be read by everybody who may read the rest: both files are committed", async () => {
  const place = machine({ ".agent/config.yaml": "version: 3\n" });
  await associate(place);
  const mode = (name: string): number => lstatSync(place.path(name)).mode & 0o777;
  expect([mode(SCHEMA), mode(SETTINGS)]).toEqual([0o666 & ~process.umask(), 0o666 & ~process.umask()]);
});

describe("schema --editor", () => {
  test.each(["global", "project"] as const)(
    "%s prints the schema of that layer, in draft 07 unless it is said",
    async (scope) => {
      const { run } = machine({});
      expect(await run(["schema", "--editor", scope])).toEqual({
        ...{ code: 0, stderr: "" },
        stdout: editorSchema(schemaText, scope, "07"),
      });
      const { stdout } = await run(["schema", "--editor", scope, "--draft", "2020-12"]);
      expect(stdout).toBe(editorSchema(schemaText, scope, "2020-12"));
    },
  );

  test.each(["--editor", "--associate"])("%s takes no other word", async (option) => {
    expect(await machine({}).run(["schema", option, "ed"])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("VS Code", () => {
  test("everything is written where nothing was, and nothing the second time", async () => {
    const place = machine({ [PROJECT]: "version: 3\n" });
    expect(await associate(place)).toEqual({
      ...{ code: 0, stdout: "" },
      stderr: `${SCHEMA}: written\n${SETTINGS}: written\n${PROJECT}: begins with \`${LINE}\`\n`,
    });
    expect(place.read(SCHEMA)).toBe(OURS);
    expect(JSON.parse(place.read(SETTINGS))).toEqual(WANTED);
    expect(place.read(PROJECT)).toBe(`${LINE}\nversion: 3\n`);
    const before = contents(place.root);
    expect(await associate(place)).toEqual({
      ...{ code: 0, stdout: "" },
      stderr: `${SCHEMA}: up to date\n${SETTINGS}: already names the schema\n${PROJECT}: already names a schema\n`,
    });
    expect(contents(place.root)).toEqual(before);
  });

  test("without a configuration it is said how one begins", async () => {
    const place = machine({});
    const { code, stderr } = await associate(place);
    expect(code).toBe(0);
    expect(stderr).toContain(LINE);
    expect(stderr).toContain('"$schema": "./config.schema.json"');
    expect(readdirSync(place.path(".agent"))).toEqual(["config.schema.json"]);
  });

  test("a configuration in JSON needs nothing but the setting", async () => {
    const place = machine({ ".agent/config.json": '{"version":3}' });
    expect((await associate(place)).code).toBe(0);
    expect(place.read(".agent/config.json")).toBe('{"version":3}');
  });

  test("from a directory inside, the nearest configuration and the settings of the repository", async () => {
    const place = machine(
      { "packages/a/.agent/config.yaml": "version: 3\n", "packages/a/src/": "" },
      { cwd: "packages/a/src" },
    );
    expect((await associate(place)).code).toBe(0);
    expect(place.read("packages/a/.agent/config.schema.json")).toBe(OURS);
    const path = "./packages/a/.agent/config.schema.json";
    expect(JSON.parse(place.read(SETTINGS))).toMatchObject({
      "yaml.schemas": { [path]: ["**/packages/a/.agent/config.yaml", "**/packages/a/.agent/config.yml"] },
      "json.schemas": [{ url: path }],
    });
  });

  test("two projects below one root, each with the schema beside it", async () => {
    const both = { "packages/a/.agent/config.json": "{}", "packages/b/.agent/config.json": "{}" };
    const place = machine(both, { cwd: "packages/a" });
    expect((await associate(place)).code).toBe(0);
    const host = { ...place.host, cwd: place.path("packages/b") };
    expect((await runHere(["schema", "--associate", "vscode"], host)).code).toBe(0);
    expect(JSON.parse(place.read(SETTINGS))["json.schemas"]).toEqual(
      ["a", "b"].map((name) => ({
        fileMatch: [`**/packages/${name}/.agent/config.json`, `**/packages/${name}/.agent/config.jsonc`],
        url: `./packages/${name}/.agent/config.schema.json`,
      })),
    );
  });

  test.each<readonly [what: string, before: string, after: string]>([
    ["an empty object", "{}", '{ "yaml.schemas": Y, "json.schemas": [J] }'],
    ["nothing", "", '{\n  "yaml.schemas": Y\n}'],
    [
      "comments, a trailing comma, CRLF and a byte order mark",
      '\ufeff// mine\r\n{\r\n\t"a.b": 1, // one\r\n}\r\n',
      '\ufeff// mine\r\n{\r\n\t"a.b": 1, // one\r\n\t"yaml.schemas": Y,\r\n\t"json.schemas": [J],\r\n}\r\n',
    ],
    [
      "schemas of its user's",
      '{\n  "json.schemas": [\n    { "url": "./a.json" } // a\n  ],\n  "yaml.schemas": { "./b.json": "*.yaml" }\n}\n',
      '{\n  "json.schemas": [\n    { "url": "./a.json" }, // a\n    J\n  ],\n  "yaml.schemas": { "./b.json": "*.yaml", K: G }\n}\n',
    ],
    ["settings without a line break at the end", '{"a": 1}', '{"a": 1, "yaml.schemas": Y, "json.schemas": [J]}'],
  ])("in %s, every other byte stays", async (what, before, after) => {
    const place = machine({ [SETTINGS]: before });
    expect((await associate(place)).code).toBe(0);
    const list = `[${YAML_GLOBS.map((glob) => JSON.stringify(glob)).join(", ")}]`;
    const item =
      '{ "fileMatch": ["**/.agent/config.json", "**/.agent/config.jsonc"], "url": "./.agent/config.schema.json" }';
    const expected = after
      .replace("K: G", `"./.agent/config.schema.json": ${list}`)
      .replace("Y", `{ "./.agent/config.schema.json": ${list} }`)
      .replace("J", item);
    if (what === "nothing") expect(JSON.parse(place.read(SETTINGS))).toEqual(WANTED);
    else expect(place.read(SETTINGS)).toBe(expected);
  });

  test("in comments alone, they stay", async () => {
    const place = machine({ [SETTINGS]: "// nothing yet" });
    expect((await associate(place)).code).toBe(0);
    expect(place.read(SETTINGS)).toMatch(/^\/\/ nothing yet\n\{\n/);
    expect(parseJsonc(place.read(SETTINGS))).toEqual(WANTED);
  });

  test("what its user made of the setting stays", async () => {
    const own =
      '{"yaml.schemas":{"./.agent/config.schema.json":"*.x"},"json.schemas":[{"url":"./.agent/config.schema.json"}]}';
    const place = machine({ [SETTINGS]: own });
    expect((await associate(place)).stderr).toContain(`${SETTINGS}: already names the schema`);
    expect(place.read(SETTINGS)).toBe(own);
  });

  test("whatever the settings are, no byte goes and nothing else changes its meaning", async () => {
    const settings = fc.dictionary(fc.string({ maxLength: 6 }), jsonArbitrary, { maxKeys: 4 });
    const style = fc.record({
      indent: fc.constantFrom(0, 2, "\t"),
      lineBreak: fc.constantFrom("\n", "\r\n"),
      mark: fc.constantFrom("", "\ufeff"),
      comment: fc.constantFrom("", "// { mine }\n", '/* " */ '),
      end: fc.constantFrom("", "\n", "\n// end"),
    });
    let merged = 0;
    await fc.assert(
      fc.asyncProperty(settings, style, async (data, { indent, lineBreak, mark, comment, end }) => {
        const text = `${mark}${`${comment}${JSON.stringify(data, null, indent)}${end}`.replaceAll("\n", lineBreak)}`;
        const place = machine({ [SETTINGS]: text });
        const { code } = await associate(place);
        const after = place.read(SETTINGS);
        if (code === 2) {
          expect(after).toBe(text);
          return;
        }
        merged += 1;
        expect(isWithin(text, after)).toBe(true);
        const errors: ParseError[] = [];
        expect(parseJsonc(after.replace("\ufeff", ""), errors, { allowTrailingComma: true })).toEqual({
          ...JSON.parse(JSON.stringify(data)),
          ...WANTED,
        });
        expect(errors).toEqual([]);
      }),
      { numRuns: cases(300) },
    );
    expect(merged).toBeGreaterThan(cases(200));
  });
});

/** Whether a text becomes another one by insertions alone. */
function isWithin(text: string, longer: string): boolean {
  let at = 0;
  for (const unit of longer) if (text.startsWith(unit, at)) at += unit.length;
  return at === text.length;
}

describe("settings that cannot be merged: nothing at all is written", () => {
  const cannot = `cannot write ${SETTINGS}: `;

  test.each<readonly [what: string, settings: string | Uint8Array, why: string]>([
    ["a bracket too few", '{ "a": 1', "there is a mistake in it"],
    ["a comma too few", '{ "a": 1 "b": 2 }', "there is a mistake in it"],
    ["a name twice", '{ "a": 1, "a": 2 }', "there is a mistake in it"],
    ["a list", "[]", "there is a mistake in it"],
    ["no list where one belongs", '{ "json.schemas": {} }', "something else stands where the schema belongs"],
    ["a number where a mapping belongs", '{ "yaml.schemas": 1 }', "something else stands where the schema belongs"],
    ["bytes of another encoding", new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), "it is not UTF-8"],
    ["a U+0000", "{}\0", "there is a mistake in it"],
    ["too much", " ".repeat(1024 * 1024 + 1), "it is too large"],
  ])("%s", async (_, settings, why) => {
    await refused({ [PROJECT]: "version: 3\n", [SETTINGS]: settings }, cannot + why);
  });

  test("a directory", () => refused({ [`${SETTINGS}/`]: "" }, `${cannot}it is a directory`));
  test("a link", () =>
    refused({ [SETTINGS]: { to: "../other.json" }, "other.json": "{}" }, `${cannot}it is a symbolic link`));
  test("a link to nothing", () => refused({ [SETTINGS]: { to: "nowhere" } }, `${cannot}it is a symbolic link`));
  test("a link around it", () =>
    refused({ ".vscode": { to: "other" }, "other/": "" }, `${cannot}it is reached through a symbolic link`));
  test("a file around it", () => refused({ ".vscode": "text" }, `${cannot}a part of its path is not a directory`));
});

describe("a schema file that is not ours: nothing at all is written", () => {
  const cannot = `cannot write ${SCHEMA}: `;
  const notOurs = `${cannot}it is not a schema that agentcfg wrote`;

  test.each<readonly [what: string, text: string]>([
    ["somebody else's schema", '{ "$id": "https://example.com/a.json" }'],
    ["a schema without a name", '{ "type": "object" }'],
    ["a name that is no text", '{ "$id": 1 }'],
    ["nothing", ""],
    ["a text", "mine"],
  ])("%s", (_, text) => refused({ [PROJECT]: "version: 3\n", [SCHEMA]: text }, notOurs));

  test("a directory", () => refused({ [`${SCHEMA}/`]: "" }, `${cannot}it is a directory`));
  test("a link", () =>
    refused({ [SCHEMA]: { to: "../other.json" }, "other.json": OURS }, `${cannot}it is a symbolic link`));
  test("a link around it", () =>
    refused({ ".agent": { to: "other" }, "other/": "" }, `${cannot}it is reached through a symbolic link`));
  test("a file around it", () => refused({ ".agent": "text" }, `${cannot}a part of its path is not a directory`));

  test("an older one of ours is brought up to date", async () => {
    const place = machine({ [SCHEMA]: editorSchema(schemaText, "global", "2020-12") });
    expect((await associate(place)).stderr).toContain(`${SCHEMA}: brought up to date\n`);
    expect(place.read(SCHEMA)).toBe(OURS);
  });
});

describe("the first line of a configuration", () => {
  test.each<readonly [what: string, before: string, after: string]>([
    ["nothing", "", `${LINE}\n`],
    ["a comment", "# mine\nversion: 3\n", `${LINE}\n# mine\nversion: 3\n`],
    ["CRLF and a byte order mark", "\ufeffversion: 3\r\n", `\ufeff${LINE}\r\nversion: 3\r\n`],
    ["a directive", "%YAML 1.2\n---\nversion: 3\n", `${LINE}\n%YAML 1.2\n---\nversion: 3\n`],
    [
      "a comment for us",
      "# agentcfg-ignore-file mcp/cleartext\nversion: 3\n",
      `${LINE}\n# agentcfg-ignore-file mcp/cleartext\nversion: 3\n`,
    ],
    ["a mistake", "version: [3\n", `${LINE}\nversion: [3\n`],
    [
      "a text that only looks like one",
      'plugins: { a: "# yaml-language-server: $schema=x" }\n',
      `${LINE}\nplugins: { a: "# yaml-language-server: $schema=x" }\n`,
    ],
  ])("comes before %s", async (_, before, after) => {
    const place = machine({ [PROJECT]: before });
    expect((await associate(place, "helix")).code).toBe(0);
    expect(place.read(PROJECT)).toBe(after);
  });

  test.each([
    "version: 3 # $schema of the agent\n",
    "# $schema is not needed here\nversion: 3\n",
    "version: 3\n# yaml-language-server: $schema=./config.schema.json\n",
    "#yaml-language-server: $schema=./config.schema.json\nversion: 3\n",
    "# $schema=./config.schema.json\nversion: 3\n",
  ])("comes where no language server reads one: %j", async (text) => {
    const place = machine({ [PROJECT]: text });
    expect((await associate(place, "helix")).code).toBe(0);
    expect(place.read(PROJECT)).toBe(`${LINE}\n${text}`);
  });

  test.each([
    "# yaml-language-server: $schema=https://example.com/a.json\nversion: 3\n",
    "# mine\n# $schema: ./mine.json\nversion: 3\n",
    "\ufeff# yaml-language-server: $schema=a.json\nversion: 3\n",
    "---\n# yaml-language-server: $schema=a.json\nversion: 3\n",
  ])("is left as it is where there is one: %j", async (text) => {
    const place = machine({ [PROJECT]: text });
    expect(await associate(place, "helix")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`${PROJECT}: already names a schema`),
    });
    expect(place.read(PROJECT)).toBe(text);
  });

  test.each<readonly [what: string, before: string, after: string]>([
    ["an empty object", "{}", '{ "$schema": "./config.schema.json" }'],
    ["keys", '{\n  "version": 3\n}\n', '{\n  "$schema": "./config.schema.json",\n  "version": 3\n}\n'],
  ])("is a key in JSON, before %s", async (_, before, after) => {
    const place = machine({ ".agent/config.json": before });
    expect((await associate(place, "emacs")).code).toBe(0);
    expect(place.read(".agent/config.json")).toBe(after);
    expect(place.lint().diagnostics.filter(({ rule }) => rule === "schema/unknown-key")).toEqual([]);
  });

  test("a key that is there stays", async () => {
    const place = machine({ ".agent/config.jsonc": '{"$schema": "x" /* mine */}' });
    expect((await associate(place, "zed")).code).toBe(0);
    expect(place.read(".agent/config.jsonc")).toBe('{"$schema": "x" /* mine */}');
  });

  test("is not put among bytes of another encoding", () =>
    refused({ [PROJECT]: new Uint8Array([0xff, 0xfe, 0x61, 0]) }, `cannot write ${PROJECT}: it is not UTF-8`));

  test("is not put into JSON that cannot be read", () =>
    refused(
      { ".agent/config.json": '{"a": ' },
      "cannot write .agent/config.json: it cannot be read as a configuration",
      "helix",
    ));

  test("is not written through a link", () =>
    refused(
      { [PROJECT]: { to: "../other.yaml" }, "other.yaml": "version: 3\n" },
      `cannot write ${PROJECT}: it is a symbolic link`,
    ));
});

describe("other editors", () => {
  test("Zed has settings of its own", async () => {
    const place = machine({ ".zed/settings.json": '{\n  // mine\n  "lsp": { "x": {} }\n}\n' });
    expect((await associate(place, "zed")).code).toBe(0);
    expect(place.read(".zed/settings.json")).toContain("// mine\n");
    expect(parseJsonc(place.read(".zed/settings.json"))).toEqual({
      lsp: {
        x: {},
        "yaml-language-server": { settings: { yaml: { schemas: { "./.agent/config.schema.json": YAML_GLOBS } } } },
      },
    });
  });

  test.each(["helix", "neovim", "emacs", "jetbrains"])(
    "what belongs into a file of %s is printed, and no such file is touched",
    async (editor) => {
      const place = machine({ [PROJECT]: "version: 3\n" });
      const { code, stdout, stderr } = await associate(place, editor);
      expect(code).toBe(0);
      expect(stdout).toContain(".agent/config.schema.json");
      for (const glob of YAML_GLOBS) expect(stdout).toContain(glob);
      expect(stderr).toMatch(/add this to \S.*:\n$/);
      expect(Object.keys(contents(place.repository))).toEqual([".agent/", SCHEMA, PROJECT, ".git/"]);
    },
  );

  test("for the global layer, its own file names the schema and no project is touched", async () => {
    const place = machine({ [GLOBAL]: "version: 3\n" });
    for (const editor of EDITOR_NAMES) {
      expect(await associate(place, editor, "--editor", "global")).toMatchObject({ code: 0, stdout: "" });
    }
    expect(place.read(GLOBAL)).toBe(`${LINE}\nversion: 3\n`);
    expect(place.read("~/.config/agent/config.schema.json")).toBe(editorSchema(schemaText, "global", "07"));
    expect(Object.keys(contents(place.repository))).toEqual([".git/"]);
  });

  test("without a home there is no place for the global one", async () => {
    const { run } = machine({});
    expect(await run(["schema", "--associate", "vscode", "--editor", "global"], { HOME: "" })).toEqual({
      ...{ code: 2, stdout: "" },
      stderr: "agentcfg: there is no home directory outside the project for a global config\n",
    });
  });
});

test("the name of a directory is data, wherever it is written", async () => {
  const name = 'a"\n::error::b\u202e\u009b2J}';
  for (const editor of EDITOR_NAMES) {
    const place = machine({ [`${name}/.agent/config.yaml`]: "version: 3\n" }, { cwd: name });
    const { code, stdout, stderr } = await associate(place, editor);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(/^::|[\u202e\u009b]/m);
    if (editor === "vscode")
      expect(Object.keys(JSON.parse(place.read(SETTINGS))["yaml.schemas"])).toEqual([`./${name}/${SCHEMA}`]);
  }
});

describe("directories that may not be written to", () => {
  const associateVscode = (place: Machine): Run => asNobody(place, ["schema", "--associate", "vscode"]);

  test("the one of the configuration: nothing is written", () => {
    const place = machine({ [PROJECT]: "version: 3\n" });
    chmodSync(place.path(".agent"), 0o555);
    const before = contents(place.root);
    expect(associateVscode(place)).toEqual({
      code: 2,
      stdout: "",
      stderr: [SCHEMA, SETTINGS, PROJECT].map((file) => `agentcfg: cannot write ${file}: permission denied\n`).join(""),
    });
    expect(contents(place.root)).toEqual(before);
    chmodSync(place.path(".agent"), 0o755);
  });

  test("the one of the settings: nothing is written", () => {
    const place = machine({ [PROJECT]: "version: 3\n" });
    mkdirSync(place.path(".vscode"), { mode: 0o555 });
    chmodSync(place.path(".agent"), 0o777);
    chmodSync(place.path(PROJECT), 0o666);
    const { code, stderr } = associateVscode(place);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `agentcfg: cannot write ${SETTINGS}: permission denied\n`,
    });
    expect(readdirSync(place.path(".agent"))).toEqual(["config.yaml"]);
    expect(place.read(PROJECT)).toBe("version: 3\n");
    expect(readdirSync(place.path(".vscode"))).toEqual([]);
  });
});

describe("a schema beside the configuration disturbs nothing", () => {
  const CONFIG = "version: 3\nmodles: {}\n";
  const withSchema: Files = {
    [PROJECT]: CONFIG,
    [GLOBAL]: "version: 3\n",
    [SCHEMA]: OURS,
    "~/.config/agent/config.schema.json": OURS,
  };
  const without: Files = { [PROJECT]: CONFIG, [GLOBAL]: "version: 3\n" };

  test.each([
    ["lint"],
    ["lint", ".agent"],
    ["lint", "."],
    ["lint", "--project", ".agent"],
    ["show", "--origin"],
    ["explain", "models"],
    ["upgrade", "--check"],
    ["review"],
    ["get", "version"],
  ])("%s %s", async (...args) => {
    const [beside, alone] = [machine(withSchema), machine(without)];
    expect(await beside.run(args)).toEqual(await alone.run(args));
  });

  test("nor where there is no configuration yet", async () => {
    const place = machine({ [SCHEMA]: OURS });
    expect((await place.run(["lint"])).code).toBe(3);
    expect((await place.run(["set", "--project", "tui.theme", "dark"])).code).toBe(0);
    expect(place.read(PROJECT)).toContain("theme: dark");
  });
});
