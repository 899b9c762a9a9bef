/** Names of files in reports: what an editor or a CI system can follow, and nothing of the machine beyond that. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { displayName } from "../../src/toolkit/read/host/host.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const shown = ({ host, path }: Machine, name: string): string => displayName(host, path(name));

test.each([
  ["of the project, from a subdirectory", "a/b", PROJECT, "../../.agent/config.yaml"],
  ["of a neighbour directory", "a/b", "a/c/config.yaml", "../c/config.yaml"],
  ["below the working directory", "a", "a/b/config.yaml", "b/config.yaml"],
  ["of the home directory", "a", GLOBAL, "~/.config/agent/config.yaml"],
  ["the working directory itself", "a", "a", "."],
  ["the one above it", "a", ".", ".."],
  ["the home directory itself", "a", "~/", "~"],
])("%s", (_, cwd, name, expected) => {
  expect(shown(machine({ "a/b/": "", "a/c/": "" }, { cwd }), name)).toBe(expected);
});

test("outside of both, a name is absolute", () => {
  const { host, root } = machine({});
  expect(displayName(host, join(root, "else.yaml"))).toBe(join(root, "else.yaml"));
});

test("a repository in the home directory is nearer than the home directory, and one around it is not", () => {
  const { home } = machine({ "~/code/.git/": "", "~/code/sub/": "" });
  const env = { HOME: home };
  const inside = nodeHost({ cwd: join(home, "code/sub"), env });
  expect(displayName(inside, join(home, "code/.agent/config.yaml"))).toBe("../.agent/config.yaml");
  expect(displayName(inside, join(home, ".config/agent/config.yaml"))).toBe("~/.config/agent/config.yaml");
  mkdirSync(join(home, ".git"));
  mkdirSync(join(home, "other"));
  const around = nodeHost({ cwd: join(home, "other"), env });
  expect(displayName(around, join(home, ".config/agent/config.yaml"))).toBe("~/.config/agent/config.yaml");
});
