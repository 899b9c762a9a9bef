/** Variables with names of credentials: commands get them only in a directory that the user vouches for, and a line says which. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { place, run, runToolkit } from "./process.js";

const SECRETS = { DB_PASSWORD: "one", MY_SECRET: "two" };

/** `agent exec` of a model that prints the environment. */
async function there() {
  const server = await modelServer(
    inTurn(
      ...Array(4)
        .fill([calling(callOf("shell", { command: "env" })), saying("done")])
        .flat(),
    ),
  );
  const at = place(`${single(`${server.url}/v1`)}default_permission_matcher: bypass\n`);
  const home = join(at.path, "home");
  const directory = join(at.path, "work");
  for (const path of [home, directory]) mkdirSync(path);
  const env = { ...SECRETS, HOME: home };
  const start = ["--global", at.config, "--state-dir", at.state, "--working-dir", directory];
  return {
    ...{ at, directory, home, env },
    exec: async (...words: readonly string[]) => {
      const { stderr } = await run(["exec", "hi", "--quiet", ...start, ...words], { cwd: directory, env });
      return { stderr, seen: JSON.stringify(server.asked.at(-1)?.body) };
    },
  };
}

const SAID =
  "agent: commands here do not get the variables `DB_PASSWORD` and `MY_SECRET`, whose names say that they hold a credential";

test("elsewhere they are withheld, and standard error and daemon.log say which", async () => {
  const { at, exec } = await there();
  const { stderr, seen } = await exec();
  expect(seen).not.toMatch(/DB_PASSWORD|MY_SECRET/);
  expect(stderr).toBe(`${SAID}; if this directory is yours, \`agentcfg trust\` passes them on\n`);
  const [id = ""] = readdirSync(join(at.state, "sessions-v1"));
  const log = readFileSync(join(at.state, "sessions-v1", id, "daemon.log"), "utf8");
  expect(log.match(/DB_PASSWORD,MY_SECRET/g)).toHaveLength(1);
});

test("they pass once the user vouches for the directory, and under `trusted`, without a word", async () => {
  const { directory, env, exec } = await there();
  expect((await exec("--project-trust", "untrusted")).stderr).toBe(`${SAID} (\`--project-trust untrusted\`)\n`);
  const trusted = await exec("--project-trust", "trusted");
  expect([trusted.stderr, /DB_PASSWORD=one/.test(trusted.seen)]).toEqual(["", true]);
  const options = { cwd: directory, env };
  const [, sum = ""] = /^sha256 ([0-9a-f]{64})$/m.exec((await runToolkit(["trust"], options)).stdout) ?? [];
  expect((await runToolkit(["trust", "--sha256", sum], options)).code).toBe(0);
  const vouched = await exec();
  expect([vouched.stderr, /DB_PASSWORD=one/.test(vouched.seen)]).toEqual(["", true]);
});

test("standard error names prompts that cannot be used", async () => {
  const { directory, exec } = await there();
  mkdirSync(join(directory, ".agent", "facets"), { recursive: true });
  writeFileSync(join(directory, ".agent", "facets", "half.md"), "---\nmodel: [\n---\n");
  symlinkSync("missing.md", join(directory, "AGENTS.md"));
  const { stderr } = await exec("--project-trust", "trusted");
  expect(stderr.split("\n").slice(0, -1).sort()).toEqual([
    expect.stringMatching(/^agent: \/\S+\/work\/\.agent\/facets\/half\.md: .*front matter/) as string,
    expect.stringMatching(/^agent: \/\S+\/work\/AGENTS\.md: it is a symbolic link that leads nowhere$/) as string,
  ]);
});
