import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allowCalls, loadPermissions } from "../../src/index.js";

function home(): { readonly env: Readonly<Record<string, string>>; readonly file: string } {
  const directory = mkdtempSync(join(tmpdir(), "always-"));
  mkdirSync(join(directory, "agent"));
  return { env: { HOME: directory, XDG_CONFIG_HOME: directory }, file: join(directory, "agent", "permissions.yaml") };
}

const RULE = { tool: "shell", command: "npm test" };

describe("rules are added to the user's file", () => {
  test("a missing file is made for its user alone", () => {
    const { env, file } = home();
    expect(allowCalls({ env, rules: [RULE, { tool: "shell", command: "echo 'a *'" }], write: true })).toMatchObject({
      kind: "changed",
      file,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toBe(
      'version: 1\nallow:\n  - { tool: shell, command: "npm test" }\n  - { tool: shell, command: "echo \'a *\'" }\n',
    );
    expect(loadPermissions({ env, cwd: "/" }).rules).toMatchObject([
      { effect: "allow", rule: RULE },
      { effect: "allow" },
    ]);
  });

  test.each([
    [
      "deny:\n  - { tool: shell, command: rm * } # never\n",
      'deny:\n  - { tool: shell, command: rm * } # never\nallow: [{ tool: shell, command: "npm test" }]\n',
    ],
    [
      "# mine\nallow:\n  # tests\n  - tool: shell\n    command: make\n\nask: []\n",
      '# mine\nallow:\n  # tests\n  - tool: shell\n    command: make\n  - { tool: shell, command: "npm test" }\n\nask: []\n',
    ],
    ["version: 1\r\nallow: []\r\n", 'version: 1\r\nallow: [{ tool: shell, command: "npm test" }]\r\n'],
    ["allow:\n", 'allow: [{ tool: shell, command: "npm test" }]\n'],
    ["", 'version: 1\nallow: [{ tool: shell, command: "npm test" }]\n'],
  ])("every byte of %j stays", (before, after) => {
    const { env, file } = home();
    writeFileSync(file, before);
    allowCalls({ env, rules: [RULE], write: true });
    expect(readFileSync(file, "utf8")).toBe(after);
    expect(loadPermissions({ env, cwd: "/" }).rules).toContainEqual(
      expect.objectContaining({ effect: "allow", rule: RULE }),
    );
  });

  test.each(["allow: [", "allow: yes", "- a\n", "allow: &a []\nask: *a\n"])("%j is not written", (before) => {
    const { env, file } = home();
    writeFileSync(file, before);
    expect(allowCalls({ env, rules: [RULE], write: true })).toMatchObject({ kind: "refused" });
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("without a home there is no place", () => {
    expect(allowCalls({ env: {}, rules: [RULE], write: true })).toMatchObject({ kind: "refused", file: undefined });
  });
});
