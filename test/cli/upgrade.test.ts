import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { BIN } from "../machine/run.js";

const OLD = "# mine\nproviders: {} # none\n";
const NEW = "version: 3\n# mine\nproviders: {} # none\n";

describe("what upgrade says and writes", () => {
  test("nothing flagged: says, exits 0, changes nothing", async () => {
    const place = machine({ [GLOBAL]: OLD });
    expect(await place.run(["upgrade"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("would be upgraded to version 3"),
    });
    expect(place.read(GLOBAL)).toBe(OLD);
  });

  test("--check exits 1 while something has to change", async () => {
    expect((await machine({ [GLOBAL]: OLD }).run(["upgrade", "--check"])).code).toBe(1);
    expect(await machine({ [GLOBAL]: NEW }).run(["upgrade", "--check"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "every file is at version 3\n",
    });
  });

  test.each([
    ["--check", "`--write` writes and `--check` only looks: use one of them"],
    ["--diff", "`--write` writes and `--diff` only shows: use one of them"],
  ])("%s --write is refused", async (flag, message) => {
    const place = machine({ [GLOBAL]: OLD });
    const refused = { code: 2, stdout: "", stderr: `agentcfg: ${message}\n` };
    expect(await place.run(["upgrade", flag, "--write"])).toEqual(refused);
    expect(place.read(GLOBAL)).toBe(OLD);
  });

  test("--diff shows the change without secrets", async () => {
    const place = machine({
      [GLOBAL]:
        "version: 2\nproviders: { p: { kind: { type: catalog, name: a }, auth: { type: static_key, key: sk-CANARY } } }\n",
    });
    expect((await place.run(["upgrade", "--diff"])).stdout).toBe(`--- ~/.config/agent/config.yaml
+++ ~/.config/agent/config.yaml
@@ -1,2 +1,2 @@
-version: 2
+version: 3
 providers: { p: { kind: { type: catalog, name: a }, auth: { type: static_key, key: <redacted> } } }
This is not a patch: the file has other text where this shows \`<redacted>\` or an escape.
`);
  });

  test("--write changes both layers, keeps the mode, and has nothing to do the second time", async () => {
    const place = machine({ [GLOBAL]: OLD, ".agent/config.json": '\ufeff{\r\n\t"models": { }\r\n}' });
    chmodSync(place.path(GLOBAL), 0o640);
    expect(await place.run(["upgrade", "--write"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "~/.config/agent/config.yaml: upgraded to version 3\n.agent/config.json: upgraded to version 3\n",
    });
    expect(place.read(GLOBAL)).toBe(NEW);
    expect(place.read(".agent/config.json")).toBe('\ufeff{\r\n\t"version": 3,\r\n\t"models": { }\r\n}');
    expect(statSync(place.path(GLOBAL)).mode & 0o777).toBe(0o640);
    expect((await place.run(["upgrade", "--write"])).stderr).toBe("every file is at version 3\n");
    expect(place.read(GLOBAL)).toBe(NEW);
    expect(readdirSync(place.path(".agent"))).toEqual(["config.json"]);
  });

  test("J01 references and commands stay as they are written, and nothing runs", async () => {
    const text =
      'config_command_substitution: true\nproviders: { p: { kind: { type: catalog, name: a }, url: "$(touch ran)${K}" } }\n';
    const place = machine({ [GLOBAL]: text });
    await place.run(["upgrade", "--write"]);
    expect(place.read(GLOBAL)).toBe(`version: 3\n${text}`);
    expect(() => place.read("~/.config/agent/ran")).toThrow();
  });

  test.each([
    'version: "2"\n',
    'version: "3"\n',
    "version: 3.5\n",
    "version:\n",
    "version: null\n",
    "version: 256\n",
    "version: -1\n",
  ])("leaves %j alone, and says that it cannot be read", async (text) => {
    const place = machine({ [GLOBAL]: text });
    for (const flag of ["--check", "--diff", "--write"])
      expect(await place.run(["upgrade", flag])).toEqual({
        code: 1,
        stdout: "",
        stderr:
          "agentcfg: ~/.config/agent/config.yaml: its `version` cannot be read: it must be an integer from 0 to 255\n",
      });
    expect(place.read(GLOBAL)).toBe(text);
  });

  test("a newer or broken file is never written", async () => {
    for (const text of ["version: 4\n", "a: [\n"]) {
      const place = machine({ [GLOBAL]: text });
      const { code, stderr } = await place.run(["upgrade", "--write"]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/newer than|is not used/) });
      expect(place.read(GLOBAL)).toBe(text);
    }
  });

  test.each([
    "{ &x tui: { theme: dark }, plugins: { p: *x } }\n",
    "version: &v 2\nplugins: { a: *v }\n",
    "plugins: { a: &v 2 }\nversion: *v\n",
  ])("never changes what an anchor means: %j", async (text) => {
    const place = machine({ [GLOBAL]: text });
    const { code, stderr } = await place.run(["upgrade", "--write"]);
    const after = place.read(GLOBAL);
    if (after === text) expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("by hand") });
    else
      expect(after).toBe(text.startsWith("{") ? `{ version: 3,${text.slice(1)}` : "plugins: { a: &v 2 }\nversion: 3\n");
  });

  test("a symbolic link is not written through", async () => {
    const place = machine({ [GLOBAL]: NEW, "real.yaml": OLD });
    mkdirSync(place.path(".agent"));
    symlinkSync("../real.yaml", place.path(PROJECT));
    expect(await place.run(["upgrade", "--write"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("symbolic link"),
    });
    expect(place.read("real.yaml")).toBe(OLD);
  });
});

test("killed at any moment, it leaves the old file or the new one", async () => {
  const place = machine({ [GLOBAL]: OLD });
  for (let delay = 0; delay < 24; delay += 1) {
    const child = spawn(process.execPath, [BIN, "upgrade", "--write"], {
      cwd: place.repository,
      env: { HOME: place.home },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    setTimeout(() => child.kill("SIGKILL"), 40 + delay * 8);
    await ended;
    const text = place.read(GLOBAL);
    expect([OLD, NEW]).toContain(text);
    if (text === NEW) {
      // Put the old text back the way it came.
      const fresh = machine({ [GLOBAL]: OLD });
      renameSync(fresh.path(GLOBAL), place.path(GLOBAL));
    }
  }
});
