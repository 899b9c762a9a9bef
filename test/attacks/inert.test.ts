/** Linting starts no process, reads no variable and no file but the two configurations (I5, B33). */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/lint.js";
import { agentcfg } from "../cli/run.js";
import { GLOBAL, memoryHost, PROJECT } from "./memory-host.js";
import type { JsonObject } from "./plain.js";
import { FORMATS, place, spell } from "./place.js";
import { recorder } from "./recorder.js";
import { rows } from "./substitution.js";

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

describe.each(FORMATS)("%s", (format) => {
  test.each(inputs)("B33 %s", (_, global, project) => {
    const globalFile = `${GLOBAL}/config.${format}`;
    const projectFile = `${PROJECT}/config.${format}`;
    const files = {
      [globalFile]: spell({ version: 3, ...global }, format),
      [projectFile]: spell({ version: 3, ...project }, format),
    };
    const { host, forbidden, files: read } = recorder(memoryHost({ files, env: { X: "CANARY", VAR: "CANARY" } }));
    expect(() => lint({ host })).not.toThrow();
    expect(forbidden).toEqual([]);
    expect([...read]).toEqual([globalFile, projectFile]);
  });
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
  const at = place({ global: { config_command_substitution: true, tui: commands }, project: { plugins: commands } });
  const { stdout, stderr, code } = agentcfg(
    args.filter((arg) => arg !== undefined),
    { cwd: at.cwd, env: { ...at.env, KEY: "CANARY" } },
  );
  expect(`${stdout}${stderr}`).not.toMatch(/CANARY|internal error|unknown (command|option)/);
  expect(code).toBeLessThan(2);
  expect(at.ran()).toBe(false);
});

test("I5 the recorder tells what it forbids", async () => {
  const { host, forbidden } = recorder(memoryHost({ files: {}, env: { KEY: "CANARY" } }));
  for (const attempt of [
    () => host.env["KEY"],
    () => "KEY" in host.env,
    () => ({ ...host.env }),
    () => Object.hasOwn(host.env, "KEY"),
    () => host.readFile("/etc/passwd", 1),
    () => host.kindOf("/etc/passwd"),
    () => host.replaceFile("/etc/passwd", new Uint8Array(), new Uint8Array()),
  ]) {
    expect(attempt).toThrow("forbidden");
  }
  await expect(host.run("id", { cwd: "/", env: {}, timeoutMs: 1, maxBytes: 1 })).rejects.toThrow("forbidden");
  expect(forbidden).toHaveLength(8);
});
