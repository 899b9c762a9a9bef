/** A `PATH` with entries that depend on the working directory, in a repository with programs that are called like tools (P-S97). */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { daemon, type Place, place, runApart, runProcess, whenever } from "../../agent/process.js";
import { OFFLINE } from "../../daemon/bench.js";
import { BIN as TOOLKIT } from "../../machine/run.js";
import { single } from "../../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../../model/server.js";

const USUAL = process.env["PATH"] ?? "";
const NAMES = ["bash", "sh", "cat", "env", "git", "node", "ps", "own-server"];
const SAYS = /PATH has empty or relative entries; no program is looked for there/g;

/** Every program of the repository, also those below the usual names of folders, says in a file that it ran. */
function hostile(config?: string): Place & { readonly ran: () => string } {
  const at = place(config);
  for (const directory of [".", "bin", "~/bin", ".git"])
    for (const name of NAMES) {
      mkdirSync(join(at.path, directory), { recursive: true });
      writeFileSync(join(at.path, directory, name), `#!/bin/sh\necho ${directory}/${name} >> '${at.path}/RAN'\n`);
      chmodSync(join(at.path, directory, name), 0o755);
    }
  const file = join(at.path, "RAN");
  return { ...at, ran: () => (existsSync(file) ? readFileSync(file, "utf8") : "") };
}

const bypassing = (url: string): string => `${single(url)}default_permission_matcher: bypass\n`;

test.each([":{usual}", "{usual}:", ".:{usual}", "bin:./bin:~/bin:{usual}", "/bin::{usual}", "{usual}", undefined])(
  "exec runs `echo hi` with PATH=%s: nothing of the repository runs, and stderr and daemon.log say once what is left out",
  async (entries) => {
    const path = entries?.replace("{usual}", USUAL);
    const server = await modelServer(
      inTurn(calling(callOf("shell", { command: "env | cat | grep ^PATH; echo hi" })), saying("done")),
    );
    const at = hostile(bypassing(`${server.url}/v1`));
    const { code, stdout, stderr } = await runApart(["exec", "hi", ...at.start], { cwd: at.path, env: { PATH: path } });
    expect([code, stdout, at.ran()]).toEqual([0, "done", ""]);
    const told = JSON.stringify(server.asked.at(-1)?.body);
    expect(told).toMatch(/hi\\+n/);
    expect(
      /PATH=([^\\]+)\\/
        .exec(told)?.[1]
        ?.split(":")
        .filter((entry) => !entry.startsWith("/")),
    ).toEqual([]);
    const often = path === undefined || path === USUAL ? 0 : 1;
    expect(stderr.match(SAYS) ?? []).toHaveLength(often);
    const [id = ""] = readdirSync(join(at.state, "sessions-v1"));
    const log = readFileSync(join(at.state, "sessions-v1", id, "daemon.log"), "utf8");
    expect(log.match(SAYS) ?? []).toHaveLength(often);
  },
);

test.each([
  ["a server of the PATH", {}],
  ["a server with a PATH of its own", { env: { PATH: `.:bin:${USUAL}` } }],
  ["a server that gets the PATH", { pass_env: ["PATH"] }],
  ["a server without a PATH", { pass_env: [] }],
  ["a server with an empty PATH", { env: { PATH: "" } }],
])("%s is not found in the repository, and the log says which PATH is not whole", async (_, more) => {
  const server = { transport: "stdio", command: "own-server", ...more };
  const at = hostile(`${OFFLINE}mcp_servers: { own: ${JSON.stringify(server)} }\n`);
  const logFile = join(at.path, "own.log");
  const options = { cwd: at.path, env: { PATH: `.:${USUAL}` } };
  const { running } = await daemon(at, ["--log-file", logFile], options);
  await whenever(() => /a tool server is \w+: /.test(readFileSync(logFile, "utf8")) || running.isOver);
  expect(at.ran()).toBe("");
  const said = readFileSync(logFile, "utf8").match(/.*PATH has empty.*/g) ?? [];
  expect(said.map((line) => line.replace(/^\S+ /, ""))).toEqual([
    "warn  PATH has empty or relative entries; no program is looked for there entries=1",
    ...("env" in more ? [expect.stringMatching(/^warn {2}PATH has .* server=own entries=[12]$/)] : []),
  ]);
  expect(running.stderr.match(SAYS) ?? []).toHaveLength(1);
});

test("a server of the user's is not found in an absolute entry in a stranger's repository, and the log says so", async () => {
  const server = { transport: "stdio", command: "own-server" };
  const at = hostile(`${OFFLINE}mcp_servers: { own: ${JSON.stringify(server)} }\n`);
  const logFile = join(at.path, "own.log");
  const options = { cwd: at.path, env: { PATH: `${at.path}/bin:${USUAL}` } };
  const { running } = await daemon(at, ["--log-file", logFile], options);
  await whenever(() => /a tool server is \w+: /.test(readFileSync(logFile, "utf8")) || running.isOver);
  expect(at.ran()).toBe("");
  expect(readFileSync(logFile, "utf8")).toMatch(
    /PATH has entries in the project; no program is looked for there server=own/,
  );
});

test("git and the commands of a configuration are not those of the repository", async () => {
  const at = hostile();
  execFileSync("git", ["init", "-q"], { cwd: at.path, env: { PATH: USUAL, HOME: at.path } });
  const command =
    "version: 3\nconfig_command_substitution: true\nproviders: { own: { kind: { type: custom_beta_compatible }, url: 'https://own.invalid/v1', auth: { type: static_key, key: '$(env >/dev/null; echo key)' } } }\n";
  writeFileSync(join(at.path, "command.yaml"), command);
  for (const path of [`.:${USUAL}`, `${USUAL}:`, "", "bin", undefined]) {
    const options = { cwd: at.path, env: { PATH: path } };
    await runProcess(["lint", "--changed", "--global", at.config], options, TOOLKIT);
    await runProcess(["print", "daemon-state", "--global", "command.yaml", "--no-project"], options);
  }
  expect(at.ran()).toBe("");
});
