/** Whether rules that were loaded are those of now: each change of a file is seen, without reading any (P-S108). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadPermissions } from "../../src/toolkit/permissions.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";

const DENIES = "deny: [{ tool: edit }]\n";
const OWN = "home/.config/agent/permissions.yaml";
const PROJECT = "work/.agent/permissions.yaml";

/** A home and a project with these files. */
function place(...files: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), "agent-current-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text = DENIES): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  mkdirSync(join(root, "home"));
  mkdirSync(join(root, "work"));
  for (const file of files) write(file);
  const host = nodeHost({ cwd: join(root, "work"), env: { HOME: join(root, "home") } });
  return { root, host, write, remove: (file: string) => rmSync(join(root, file)) };
}

type Place = ReturnType<typeof place>;

test.each<readonly [string, readonly string[], (at: Place) => void]>([
  ["the user's file is another one", [OWN], ({ write }) => write(OWN, `${DENIES}# more\n`)],
  ["the user's file comes", [], ({ write }) => write(OWN)],
  ["the user's file goes", [OWN], ({ remove }) => remove(OWN)],
  ["the user's file gets another name", [OWN], ({ write }) => write(OWN.replace("yaml", "json"), "{}")],
  ["the project's file is another one", [PROJECT], ({ write }) => write(PROJECT, "deny: []\n")],
  ["the project's file comes, and its directory", [], ({ write }) => write(PROJECT)],
  ["the project's file goes", [OWN, PROJECT], ({ remove }) => remove(PROJECT)],
  ["a configuration with other servers comes", [OWN], ({ write }) => write("home/.config/agent/config.yaml")],
])("%s: what was loaded is old", (_, files, change) => {
  const at = place(...files);
  const { isCurrent } = loadPermissions({ host: at.host });
  expect([isCurrent(), isCurrent()]).toEqual([true, true]);
  change(at);
  expect([isCurrent(), loadPermissions({ host: at.host }).isCurrent()]).toEqual([false, true]);
});

test.each(["", "/.agent", "/.agent/config.yaml"])("a project that is named as `work%s` is looked at, too", (named) => {
  const at = place("work/.agent/config.yaml");
  const options = { host: at.host, project: join(at.root, `work${named}`) };
  const { rules, isCurrent } = loadPermissions(options);
  at.write(PROJECT);
  expect([rules.length, isCurrent(), loadPermissions(options).rules.length]).toEqual([0, false, 1]);
});
