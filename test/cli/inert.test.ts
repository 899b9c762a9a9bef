/** Node's permission model as the witness: without the right to start a process or to write, the commands that look still work. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { BIN } from "../machine/run.js";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const PERMISSION = major > 22 || (major === 22 && minor >= 13) ? "--permission" : "--experimental-permission";

const TEXT = `version: 3
config_command_substitution: true
providers:
  p:
    kind: { type: catalog, name: alpha }
    url: "$(touch ran)\${HOST:-hostname -f}\${NAME}"
mcp_servers:
  s: { transport: stdio, command: sh }
`;

function confined(args: readonly string[]): {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const place = machine({ [GLOBAL]: TEXT, [PROJECT]: "version: 3\n" });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [PERMISSION, "--allow-fs-read=*", "--disable-warning=ExperimentalWarning", ...args],
    {
      cwd: place.repository,
      env: { PATH: process.env["PATH"], HOME: place.home, NAME: "a", NODE_NO_WARNINGS: "1" },
      encoding: "utf8",
    },
  );
  return { code: status, stdout, stderr };
}

test.each([
  [["lint"]],
  [["lint", "."]],
  [["show", "--origin", "--defaults"]],
  [["explain", "providers.p.url"]],
  [["plan"]],
  [["get", "providers.p.url"]],
  [["upgrade", "--diff"]],
  [["doctor", "--format", "json"]],
])("%j starts no process and writes nothing", (args) => {
  const { code, stderr } = confined([BIN, ...args]);
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/ERR_ACCESS_DENIED|internal error/);
});

test("the witness would notice", () => {
  const start = 'require("node:child_process").spawnSync("true")';
  expect(confined(["-e", start]).stderr).toContain("ERR_ACCESS_DENIED");
});
