/** Text of a stranger in the output has no effect on its reader, be it a terminal, a person or a CI system (I8). A single text: get.test.ts. */
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { some } from "../cases.js";
import { ACTS, expectHarmless } from "../machine/harmless.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT, projectFile } from "../machine/names.js";

const HOSTILE = [
  "::error file=a::x",
  "::stop-commands::0",
  "::0::",
  "  ::set-env name=A::b",
  "##[error]x",
  "a###[group]",
  "##vso[task.setvariable variable=A]b",
  "##VSO[task.complete]",
  "##teamcity[message text='x']",
  "\u001b[2Ja\u009b1m",
  "\r::error::x",
  "a\n::error::x",
  "a\n  ::x",
  "a\u2028::error::x\u2029\u0085",
  "\u202eabc\u2066\u200b",
];

/** A configuration with every one of them for a name and for a value, at places of every kind. */
const each = <Value>(value: (text: string) => Value): Record<string, Value> =>
  Object.fromEntries(HOSTILE.map((text) => [text, value(text)]));

const CONFIG = {
  version: 2,
  ...each((text) => text),
  defaults: { full: `${HOSTILE[0]}/m`, mini: HOSTILE[5] },
  providers: each((text) => ({ kind: { type: "custom_beta_compatible" }, url: text, headers: { [text]: text } })),
  models: each((text) => ({ provider: text, context_window: 5000, class: text, [text]: 1, stop_sequences: [text] })),
  mcp_servers: each((text) => ({
    transport: "stdio",
    command: `$(${text})`,
    args: [text, `\${${text}}`],
    env: { [text]: `$(${text})` },
  })),
  facets: each((source) => ({ source })),
  permissions: { block_list: HOSTILE, secret_words: HOSTILE.slice(0, 2) },
  plugins: each((text) => ({ [text]: [text] })),
  tui: { ...each((text) => text), theme: HOSTILE[4] },
};

const COMMANDS = [
  ...[["lint"], ["lint", "--format", "json"], ["lint", "--format", "concise"], ["lint", "--diff", "--unsafe-fixes"]],
  ...[["show"], ["show", "--format", "json", "--origin", "--defaults"], ["show", "--origin"]],
  ...[
    ["show", "--layer", "project"],
    ["get", "models"],
    ["get", "tui.theme", "--format", "json"],
    ["show", "tui.theme"],
  ],
  ...[
    ["explain", "models"],
    ["explain", "tui"],
    ["explain", "defaults.mini"],
  ],
  ...[
    ["explain", "mcp_servers", "--format", "json"],
    ["models"],
    ["models", "--format", "json"],
    ["models", "--origin"],
  ],
  ...[["plan"], ["plan", "--format", "json"], ["upgrade", "--diff"], ["set", "daemon.log_level", "inof"]],
];

const yaml = stringify(CONFIG);
const blocks = stringify(CONFIG, { defaultStringType: "BLOCK_LITERAL" });

const FILES: Readonly<Record<string, Files>> = {
  "in YAML": { [PROJECT]: yaml },
  "in YAML of blocks": { [GLOBAL]: blocks },
  "in JSON": { [projectFile("json")]: JSON.stringify(CONFIG, null, 1) },
  "in both layers": { [GLOBAL]: yaml, [PROJECT]: blocks },
  "in a broken file": { [PROJECT]: `${yaml}${HOSTILE.join("\n")}\n]` },
};

async function runHarmless(place: Machine, args: readonly string[]): Promise<void> {
  const said = await place.run(args);
  expect(said.stdout + said.stderr).not.toBe("");
  expectHarmless(args, said);
}

test.each(Object.entries(FILES))("%s", async (_, files) => {
  const place = machine(files);
  for (const args of some(COMMANDS)) await runHarmless(place, args);
});

/** One of them alone. */
const small = (text: string): string =>
  stringify({ version: 2, models: { [text]: { provider: text, class: text } }, tui: { [text]: text }, [text]: 1 });

test.each(some(HOSTILE))("asked for by name: %j", async (text) => {
  const place = machine({ [PROJECT]: small(text) });
  for (const args of [
    ["get", `/tui/${text}`, "--format", "json"],
    ["show", `/tui/${text}`],
    ["explain", `/tui/${text}`],
    ["explain", `/models/${text}`],
    ["models", text],
    ["lint", text],
    ["lint", "--global", text],
    ["unset", "--project", `/tui/${text}`],
    ["set", "--project", `/tui/${text}`, text],
  ])
    await runHarmless(place, args);
});

test.each(some(HOSTILE))("the name of a file: %j", async (text) => {
  const name = `${text}.yaml`;
  const place = machine({ [name]: small(text), [GLOBAL]: "version: 3\ndefaults: { mini: x }\n" });
  for (const args of [
    ["lint", name],
    ["lint", name, "--format", "json"],
    ["lint", name, "--format", "concise"],
    ["lint", name, "--diff"],
    ["show", "tui", "--project", name, "--origin"],
    ["explain", "tui.theme", "--project", name],
    ["models", "--project", name, "--origin"],
    ["plan", "--project", name],
    ["upgrade", "--diff", "--project", name],
    ["set", "--file", name, "daemon.log_level", "info"],
  ])
    await runHarmless(place, args);
});

test("each of them acts where nothing is escaped", () => {
  expect(HOSTILE.filter((text) => !ACTS.test(text))).toEqual([]);
});
