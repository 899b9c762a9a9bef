/** The directory that a tool server starts in: whose entry it is, and whose directory (P-S97). */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import type { ConfigurationInUse } from "../../src/agent/session/daemon/configuration.js";
import { useConfiguration } from "../../src/agent/session/daemon/configuration.js";
import { elsewhereOf, startOf } from "../../src/agent/session/daemon/server-places.js";
import { type LoadOptions, nodeHost } from "../../src/index.js";
import { runHere } from "../machine/run.js";
import { HandClock } from "../ports/hand-clock.js";
import { OFFLINE } from "./bench.js";

const OWN = "own: { transport: stdio, command: own-mcp, args: [a], env: { A: b } }";

interface Case {
  /** The servers of the user, and those of the project; undefined for no project. */
  readonly own?: string;
  readonly project?: string;
  readonly isVouched?: boolean;
  /** Below the repository. */
  readonly cwd?: string;
  /** From the root of everything. */
  readonly globalFile?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly load?: Partial<LoadOptions>;
  readonly link?: readonly [at: string, to: string];
}

async function inUse(wanted: Case) {
  const { own = OWN, project, isVouched = false, cwd = "", env: more = {} } = wanted;
  const path = realpathSync(mkdtempSync(join(tmpdir(), "agent-places-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  const globalFile = wanted.globalFile ?? "home/.config/agent/config.yaml";
  put("repository/.git/HEAD", "");
  put("repository/src/x", "");
  mkdirSync(join(path, "home"), { recursive: true });
  if (project !== undefined) put("repository/.agent/config.yaml", `version: 3\n${project}\n`);
  const [at, to] = wanted.link ?? [];
  if (at !== undefined && to !== undefined) symlinkSync(join(path, to), join(path, at));
  put(globalFile, `${OFFLINE}mcp_servers: { ${own} }\n`);
  const env = { HOME: join(path, "home"), XDG_STATE_HOME: join(path, "state"), ...more };
  const directory = join(path, "repository", cwd);
  if (isVouched) {
    const host = nodeHost({ cwd: directory, env });
    const said = await runHere(["trust", "--global", join(path, globalFile)], host, { typed: "y\n" });
    expect(said.code).toBe(0);
  }
  const clock = new HandClock();
  const named = wanted.globalFile === undefined ? {} : { globalFile: join(path, wanted.globalFile) };
  const configuration = await useConfiguration(
    { cwd: directory, env, projectTrust: "granted", ...named, ...wanted.load },
    { files: nodeFiles, clock, log: logTo(() => {}, clock), credentials: [] },
  );
  if ("ok" in configuration) throw new Error(JSON.stringify(configuration.diagnostics));
  onTestFinished(() => configuration.stop());
  const here = { workingDirectory: directory, spare: "SPARE" };
  const shown = (one: string): string => one.replace(`${path}/`, "");
  const use: ConfigurationInUse["inUse"] = configuration.inUse;
  return { of: (name: string) => shown(startOf(name, use, here)), elsewhere: elsewhereOf(use, here)?.servers };
}

const BESIDE = "home/.config/agent";

test.each<readonly [string, Case, Readonly<Record<string, string>>, readonly string[] | undefined]>([
  ["no project, no vouch", {}, { own: BESIDE }, ["own"]],
  ["no project, and a vouch", { isVouched: true }, { own: "repository" }, undefined],
  ["in a directory of it", { isVouched: true, cwd: "src" }, { own: "repository/src" }, undefined],
  [
    "a project's own server without a vouch does not exist, and moves no other",
    { project: "mcp_servers: { theirs: { transport: stdio, command: x }, own: { default_timeout_seconds: 5 } }" },
    { own: BESIDE },
    ["own"],
  ],
  [
    "a project's own server",
    { project: "mcp_servers: { theirs: { transport: stdio, command: x } }", isVouched: true, cwd: "src" },
    { own: "repository/src", theirs: "repository" },
    undefined,
  ],
  [
    "an entry of the user's with the arguments of the project",
    { project: "mcp_servers: { own: { args: [x] } }", isVouched: true, cwd: "src" },
    { own: "repository" },
    undefined,
  ],
  [
    "an entry of the user's with the command of the project",
    { project: "mcp_servers: { own: { command: x } }", isVouched: true, cwd: "src" },
    { own: "repository" },
    undefined,
  ],
  [
    "an entry of the user's with a variable of the project",
    { project: "mcp_servers: { own: { env: { C: d }, default_timeout_seconds: 5 } }", isVouched: true, cwd: "src" },
    { own: "repository/src" },
    undefined,
  ],
  ["under `trusted`", { load: { projectTrust: "trusted" } }, { own: "repository" }, undefined],
  ["under `untrusted`", { load: { projectTrust: "untrusted" }, isVouched: true }, { own: BESIDE }, ["own"]],
  ["without a project, by option", { load: { project: false }, isVouched: true }, { own: "repository" }, undefined],
  ["a server over HTTP", { own: 'own: { transport: http, url: "https://own.test" }' }, {}, undefined],
  [
    "a server that is not enabled, and one that is",
    { own: "own: { transport: stdio, command: x, default_enabled: false }, b: { transport: stdio, command: x }" },
    { own: BESIDE, b: BESIDE },
    ["b"],
  ],
  ["a configuration that is named", { globalFile: "elsewhere/own.yaml" }, { own: "elsewhere" }, ["own"]],
  ["one that lies in the repository", { globalFile: "repository/own.yaml" }, { own: "home" }, ["own"]],
  [
    "one that lies deep in the repository",
    { globalFile: "repository/src/own.yaml", cwd: "src" },
    { own: "home" },
    ["own"],
  ],
  [
    "one that a link of its directory leads into the repository",
    { globalFile: "linked/own.yaml", link: ["linked", "repository"] },
    { own: "home" },
    ["own"],
  ],
  ["no home", { globalFile: "elsewhere/own.yaml", env: { HOME: "" } }, { own: "elsewhere" }, ["own"]],
  [
    "a home that is not there",
    { globalFile: "repository/own.yaml", env: { HOME: "/dev/null/home" } },
    { own: "SPARE" },
    ["own"],
  ],
  [
    "no home, and a configuration in the repository",
    { globalFile: "repository/own.yaml", env: { HOME: "" } },
    { own: "SPARE" },
    ["own"],
  ],
])("%s", async (_, wanted, places, elsewhere) => {
  const at = await inUse(wanted);
  expect(Object.fromEntries(Object.keys(places).map((name) => [name, at.of(name)]))).toEqual(places);
  expect(at.elsewhere).toEqual(elsewhere);
});
