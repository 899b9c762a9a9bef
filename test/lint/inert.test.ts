/** Linting starts no process, reads no variable and no file but the two configurations; of others it asks whether they are there (I5, B33). */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import type { JsonObject } from "../arbitrary/plain.js";
import { layered, spell } from "../machine/layered.js";
import { memoryHost, memoryPath } from "../machine/memory.js";
import { globalFile, projectFile } from "../machine/names.js";
import { namedIn, recorder } from "../machine/recorder.js";
import { runProcess } from "../machine/run.js";
import { rows } from "../substitution/rows.js";

/** Everything in B, together with the wishes of a project to have other files read. */
const inputs: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ...rows.map(({ id, what, global, project }) => [`${id} ${what}`, global ?? {}, project ?? {}] as const),
  [
    "files",
    { daemon: { tls: { trust_store: "/etc/passwd" } }, facets: { f: { source: "../../../etc/passwd" } } },
    {
      daemon: { tls: { trust_store: "./ca.pem" }, follow_symlinks_for_configs: false },
      facets: { f: { source: "a.md" } },
      subagents: { s: { source: ".env" } },
      agent_behavior: { shell: { command: "bash", init_script: "init.sh" } },
      tui: { "theme-file": "$USER_DIRECTORY/themes/x.yaml" },
      permissions: { secret_files: ["**/*.key"] },
      $schema: "file:///etc/passwd",
    },
  ],
];

describe.each(FORMAT_NAMES)("%s", (format) => {
  test.each(inputs)("B33 %s", (_, global, project) => {
    const files = {
      [globalFile(format)]: spell({ version: 3, ...global }, format),
      [projectFile(format)]: spell({ version: 3, ...project }, format),
    };
    const machine = memoryHost({ files, env: { X: "CANARY", VAR: "CANARY" } });
    const { host, forbidden, files: read } = recorder(machine, [global, project].flatMap(namedIn));
    expect(() => lint({ host })).not.toThrow();
    expect(forbidden).toEqual([]);
    expect([...read]).toEqual(Object.keys(files).map(memoryPath));
  });
});

test("I5 what a configuration names in the project is looked for, and nothing outside", () => {
  const sources = [
    "a/b.md",
    "./c//d.md",
    "e/../f.md",
    "g.md/h.md",
    "../i.md",
    "j/../../k.md",
    "/etc/l",
    "~/m",
    "$HOME/n",
  ];
  const project: JsonObject = {
    version: 3,
    facets: Object.fromEntries([...sources, "agent://o"].map((source) => [source, { source }])),
    agent_behavior: { shell: { command: "bash", init_script: "p.sh" } },
    plugins: { source: "q.md" },
    permissions: { secret_files: ["r.md"] },
  };
  const files = {
    [projectFile("json")]: JSON.stringify(project),
    ...Object.fromEntries(["a/b.md", "c/d.md", "e/x", "g.md"].map((name) => [name, ""])),
  };
  const { host, forbidden, files: read, lookedAt } = recorder(memoryHost({ files }), namedIn(project));
  lint({ host });
  expect(forbidden).toEqual([]);
  expect([...read]).toEqual([memoryPath(projectFile("json"))]);
  expect([...lookedAt].map((path) => path.replace("/repo/", "")).sort()).toEqual(
    ["a", "a/b.md", "c", "c/d.md", "e", "f.md", "g.md", "g.md/h.md", "p.sh"].sort(),
  );
});

test.each([
  ["lint", ".agent/config.json"],
  ["show"],
  ["show", "--format", "json"],
  ["get", "tui.a"],
  ["explain", "tui.a"],
  ["plan"],
  ["plan", "--format", "json"],
  ["upgrade", "--check"],
  ["upgrade", "--diff"],
])("B33 agentcfg %s %s runs nothing and tells no variable", (...args) => {
  const commands = { a: "$(touch M)", b: "${X:-touch M}", c: "${KEY}" };
  const at = layered({ global: { config_command_substitution: true, tui: commands }, project: { plugins: commands } });
  const { stdout, stderr, code } = runProcess(
    args.filter((arg) => arg !== undefined),
    { cwd: at.cwd, env: { ...at.env, KEY: "CANARY" } },
  );
  expect(`${stdout}${stderr}`).not.toMatch(/CANARY|internal error|unknown (command|option)/);
  expect(code).toBeLessThan(2);
  expect(at.ran()).toBe(false);
});

test("I5 the recorder tells what it forbids", async () => {
  const { host, forbidden } = recorder(memoryHost({ files: {}, env: { KEY: "CANARY" } }), [
    "named.md",
    "../etc/named.md",
  ]);
  for (const attempt of [
    () => host.env["KEY"],
    () => "KEY" in host.env,
    () => ({ ...host.env }),
    () => Object.hasOwn(host.env, "KEY"),
    () => host.readFile("/etc/passwd", 1),
    () => host.kindOf("/etc/passwd"),
    () => host.kindOf("/repo/other.md"),
    () => host.kindOf("/etc/named.md"),
    () => host.realPath("/repo/named.md"),
    () => host.readFile("/repo/named.md", 1),
    () => host.signature("/repo/named.md"),
    () => host.replaceFile("/etc/passwd", new Uint8Array(), new Uint8Array()),
    () => host.createFile("/etc/passwd", new Uint8Array()),
    () => host.countCertificates(new Uint8Array()),
  ]) {
    expect(attempt).toThrow("forbidden");
  }
  await expect(host.run("id", { cwd: "/", env: {}, timeoutMs: 1, maxBytes: 1 })).rejects.toThrow("forbidden");
  expect(forbidden).toHaveLength(15);
  expect(host.kindOf("/repo/named.md")).toBeUndefined();
});
