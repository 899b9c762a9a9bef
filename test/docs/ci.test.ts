/** What people copy from docs/ci.md and docs/completion.md: it can be read, and names only what is there. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { completion } from "../../src/terminal/completion.js";
import { commandTable } from "../generate/shells/words.js";
import { machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";

const page = readFileSync("docs/ci.md", "utf8");
const table = await commandTable();
const hooks = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as readonly Readonly<Record<string, string>>[];
const action = parse(readFileSync("action.yml", "utf8"));

interface Block {
  readonly language: string;
  readonly text: string;
  readonly data: unknown;
}

const blocks: readonly Block[] = [...page.matchAll(/^```(yaml|json)\n(.*?)^```$/gms)].map(
  ([, language = "", text = ""]) => ({ language, text, data: language === "json" ? JSON.parse(text) : parse(text) }),
);

/** Every text in some data. */
function textsIn(data: unknown): readonly string[] {
  if (typeof data === "string") return [data];
  return typeof data === "object" && data !== null ? Object.values(data).flatMap(textsIn) : [];
}

/** Every value of a key, however deep. */
function valuesOf(data: unknown, key: string): readonly unknown[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(value, key)]);
}

/** The command lines of agentcfg in a text. */
const linesIn = (text: string): readonly string[] => text.match(/(?<=^|\s)agentcfg [a-z]+(?: .*)?$/gm) ?? [];

/** What a command line names that no command has. */
function unknownIn(line: string): readonly string[] {
  const [, name, ...words] = line.split(/\s+/);
  const entry = table.find((one) => one.name === name);
  if (entry === undefined) return [line];
  const known = entry.flags.flatMap(({ names }) => names);
  return words.filter((word) => word.startsWith("-") && !known.includes(word.split("=")[0] ?? ""));
}

describe("docs/ci.md", () => {
  test("has a block for each place, and every one can be read", () => {
    expect(blocks.map(({ language }) => language)).toEqual([...new Array(6).fill("yaml"), "json"]);
  });

  test("runs only commands with options that they have", () => {
    const lines = [
      ...blocks.flatMap(({ data }) => textsIn(data)),
      ...hooks.flatMap(({ entry = "" }) => [entry]),
    ].flatMap(linesIn);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.flatMap(unknownIn)).toEqual([]);
    expect(unknownIn("agentcfg lint --no-globe")).toEqual(["--no-globe"]);
    expect(unknownIn("agentcfg lnit")).toEqual(["agentcfg lnit"]);
  });

  test("names hooks that there are, with options that they have", () => {
    const used = blocks.flatMap(({ data }) => valuesOf(data, "hooks")).flat() as readonly {
      readonly id: string;
      readonly args?: readonly string[];
    }[];
    expect(used.map(({ id }) => id)).toEqual(hooks.map(({ id }) => id));
    for (const { args = [] } of used) expect(unknownIn(`agentcfg lint ${args.join(" ")}`)).toEqual([]);
  });

  test("gives the action inputs that it has, and describes them all", () => {
    const steps = blocks.flatMap(({ data }) => valuesOf(data, "steps")).flat() as readonly {
      readonly uses: string;
      readonly with?: object;
    }[];
    const own = steps.filter(({ uses }) => uses.startsWith("OWNER/"));
    const inputs = Object.keys(action.inputs);
    expect(own.length).toBeGreaterThan(1);
    expect(own.flatMap(({ with: given = {} }) => Object.keys(given)).filter((name) => !inputs.includes(name))).toEqual(
      [],
    );
    expect(inputs.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });

  test("pins the actions of others to a commit, and says which version that is", () => {
    const uses = [page, readFileSync("action.yml", "utf8")].flatMap((text) => text.match(/(?<=uses: ).*$/gm) ?? []);
    const others = uses.filter((one) => !one.startsWith("OWNER/"));
    expect(others.length).toBeGreaterThan(3);
    expect(others.filter((one) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([]);
  });
});

describe("a hook", () => {
  test.each(hooks.map((hook) => [hook["id"], hook] as const))(
    "%s is for the files of projects alone",
    (_, { files = "" }) => {
      const isFor = new RegExp(files);
      for (const ending of ["yaml", "yml", "json", "jsonc"]) {
        expect(`.agent/config.${ending}`).toMatch(isFor);
        expect(`packages/a b/.agent/config.${ending}`).toMatch(isFor);
      }
      for (const other of [
        "config.yaml",
        ".agent/config.toml",
        "x.agent/config.yaml",
        ".agent/config.yaml.bak",
        ".agent/my-config.yaml",
        ".agent/facets/config.yaml",
      ])
        expect(other).not.toMatch(isFor);
    },
  );

  const SLIPS = {
    "a section": "version: 3\nprovders: {}\n",
    "a key": "version: 3\ntui: { thme: dark }\n",
    "a guard": 'version: 3\npermisions: { secret_files: [".env"] }\n',
  };
  const entries = hooks.flatMap(({ id = "", entry = "" }) =>
    Object.entries(SLIPS).map(([what, text]) => [id, what, entry, text] as const),
  );

  test.each(entries)(
    "S42 %s keeps back a commit that misspells %s, and none that is right",
    async (_, __, entry, text) => {
      const [, ...words] = entry.split(" ");
      const at = machine({ [PROJECT]: text });
      expect(await at.run([...words, PROJECT])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("unknown-key"),
      });
      const right = machine({ [PROJECT]: "version: 3\ntui: { theme: dark }\n" });
      expect(await right.run([...words, PROJECT])).toMatchObject({ code: 0 });
    },
  );

  test.each(hooks.map(({ id = "", entry = "" }) => [id, entry]))(
    "%s can be told to fail on errors only",
    async (_, entry) => {
      const at = machine({ [PROJECT]: SLIPS["a section"] });
      expect(await at.run([...entry.split(" ").slice(1), "--fail-on", "error", PROJECT])).toMatchObject({ code: 0 });
    },
  );

  test("S42 the action fails on warnings, too, unless it is told otherwise", () => {
    expect(action.inputs["fail-on"].default).toBe("warning");
  });

  test("one is installed by npm, the other is there", () => {
    expect(hooks.map(({ id, language }) => [id, language])).toEqual([
      ["agentcfg", "node"],
      ["agentcfg-system", "system"],
    ]);
  });
});

test("docs/completion.md says the lines that the help of the command says", () => {
  const [, block = ""] = /```sh\n(.*?)```/s.exec(readFileSync("docs/completion.md", "utf8")) ?? [];
  expect(block.trimEnd().split("\n")).toEqual(completion.examples.map(({ line }) => line));
});
