/** A session has one directory, wherever it is continued from (P-S98); relative paths of a configuration start there (spec 2.11). */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import type { SessionRow } from "../../src/generated/protocol/types.js";
import { OFFLINE } from "../daemon/bench.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, type ModelServer, modelServer, saying } from "../model/server.js";
import { type Ended, type Place, place, run, runToolkit } from "./process.js";

interface Site extends Place {
  readonly home: string;
  readonly work: string;
  /** A project that its user vouches for; it allows everything. */
  readonly other: string;
  readonly agent: (directory: string, ...words: readonly string[]) => Promise<Ended>;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const ALLOWING = `version: 3
default_permission_matcher: bypass
agent_behavior: { shell: { command: bash, init_script: set.sh } }
facets: { careful: { source: prompts/careful.md } }
`;

/** A user with two repositories, in one of which nothing may run unasked. */
async function site(config: string): Promise<Site> {
  const at = place();
  const [home, work, other] = ["home", "work", "else"].map((name) => join(at.path, name)) as [string, string, string];
  write(join(home, ".config/agent/config.yaml"), config);
  for (const [directory, name] of [
    [work, "WORK"],
    [other, "ELSE"],
  ] as const) {
    mkdirSync(join(directory, ".git"), { recursive: true });
    write(join(directory, "AGENTS.md"), `Instructions of ${name}.\n`);
  }
  write(join(other, "prompts/careful.md"), "---\ndescription: of else\n---\nBe careful.\n");
  write(join(other, "set.sh"), "export FROM_SCRIPT=set\n");
  write(join(other, ".agent/config.yaml"), ALLOWING);
  const env = { HOME: home, AGENT_STATE_DIR: at.state };
  const shown = await runToolkit(["trust"], { cwd: other, env });
  const [, sum = ""] = /^sha256 ([0-9a-f]{64})$/m.exec(shown.stdout) ?? [];
  expect((await runToolkit(["trust", "--sha256", sum], { cwd: other, env })).code).toBe(0);
  const agent = (cwd: string, ...words: readonly string[]) => run(words, { cwd, env, input: "go on\n" });
  return { ...at, home, work, other, agent };
}

/** The one session of a site. */
const sessionOf = ({ state }: Place): string => readdirSync(join(state, "sessions-v1"))[0] ?? "";

async function rowOf({ agent, home }: Site): Promise<SessionRow | undefined> {
  const { stdout } = await agent(home, "sessions", "--format", "json");
  return (JSON.parse(stdout) as { sessions: SessionRow[] }).sessions[0];
}

const lastAsked = ({ asked }: ModelServer): string => asked.at(-1)?.body ?? "";

test("continued from a vouched project that allows everything: instructions, trust and commands are those of its own directory", async () => {
  const server = await modelServer(
    inTurn(saying("begun"), calling(callOf("shell", { command: "touch RAN; pwd" })), saying("done")),
  );
  const at = await site(single(`${server.url}/v1`));
  expect((await at.agent(at.work, "exec", "hi")).code).toBe(0);
  // Nobody answers at the end of the input.
  await at.agent(at.other, "continue", sessionOf(at));
  const told = server.asked.map(({ body }) => body).join();
  expect(told).toContain("Instructions of WORK.");
  expect(told).not.toContain("Instructions of ELSE.");
  for (const directory of [at.work, at.other]) expect(readdirSync(directory)).not.toContain("RAN");
});

test("from everywhere: a call that nobody allows does not run, and one of a vouched project runs there", async () => {
  const shell = calling(callOf("shell", { command: 'echo "$FROM_SCRIPT $PWD" > RAN' }));
  const server = await modelServer(
    inTurn(shell, ...Array.from({ length: 6 }, () => [saying("."), shell] as const).flat()),
  );
  const at = await site(single(`${server.url}/v1`));
  expect((await at.agent(at.other, "exec", "hi")).code).toBe(0);
  expect(readFileSync(join(at.other, "RAN"), "utf8")).toBe(`set ${at.other}\n`);
  for (const from of ["/", at.home, at.work, join(at.other, ".agent"), at.state]) {
    rmSync(join(at.other, "RAN"));
    expect(await at.agent(from, "continue", sessionOf(at), "--facet", "careful")).toMatchObject({ code: 0 });
    expect((await at.agent(from, "stop", sessionOf(at))).code).toBe(0);
    expect(readFileSync(join(at.other, "RAN"), "utf8")).toBe(`set ${at.other}\n`);
    for (const text of ["Instructions of ELSE.", "Be careful."]) expect(lastAsked(server)).toContain(text);
  }
});

test("`--working-dir` is refused in words, whatever it names", async () => {
  const at = await site(OFFLINE);
  await at.agent(at.work, "exec", "hi");
  const id = sessionOf(at);
  for (const directory of [".", at.work, at.other, "/nowhere"]) {
    expect(await at.agent(at.work, "continue", id, "--working-dir", directory)).toEqual({
      ...{ code: 2, stdout: "" },
      stderr:
        "agent: a session works in the directory that it began in: leave out `--working-dir`; `agent new --working-dir` begins one elsewhere\n",
    });
    const daemon = ["daemon", "--credential-file", at.credential, "--session", id, "--resume"];
    expect(await at.agent(at.work, ...daemon, "--working-dir", directory)).toEqual({
      ...{ code: 2, stdout: "" },
      stderr: "agent: `--resume` takes no `--working-dir`: a session works in the directory that it began in\n",
    });
  }
  expect((await at.agent(at.work, "continue", "--help")).stdout).not.toContain("--working-dir");
});

const CHANGES: Readonly<Record<string, readonly [(at: Site) => void, RegExp]>> = {
  "is gone": [({ work }) => rmSync(work, { recursive: true }), /there is no such directory/],
  "is a file": [
    ({ work }) => {
      rmSync(work, { recursive: true });
      writeFileSync(work, "a file");
    },
    /that is not a directory/,
  ],
  "is a link to a vouched project": [
    ({ work, other }) => {
      rmSync(work, { recursive: true });
      symlinkSync(other, work);
    },
    /a symbolic link leads from there to \S+\/else now/,
  ],
  "is a link that leads nowhere": [
    ({ work }) => {
      rmSync(work, { recursive: true });
      symlinkSync("nowhere", work);
    },
    /that is not a directory/,
  ],
  "is a relative path in a damaged session.json": [
    (at) => {
      const file = join(at.state, "sessions-v1", sessionOf(at), "session.json");
      writeFileSync(file, readFileSync(file, "utf8").replace(at.work, "work"));
    },
    /that is not a whole path/,
  ],
};

test.each(Object.entries(CHANGES))("a directory that %s is said, and nothing starts", async (_, [change, says]) => {
  const at = await site(OFFLINE);
  await at.agent(at.work, "exec", "hi");
  const id = sessionOf(at);
  change(at);
  const daemon = ["daemon", "--credential-file", at.credential, "--session", id, "--resume"];
  for (const words of [["continue", id], ["continue", id, "--no-attach", "--format", "json"], daemon]) {
    const { code, stdout, stderr } = await at.agent(at.other, ...words);
    expect(stderr).toMatch(/^agent: the session works in \S*work alone: .+; `agent new` begins another one\n$/);
    expect(stderr).toMatch(says);
    expect(code).toBe(1);
    if (words === daemon) expect(JSON.parse(stdout)).toMatchObject({ state: "failed", code: "directory_unavailable" });
    else expect(stdout).toBe("");
  }
  expect(await rowOf(at)).toMatchObject({ session_id: id, state: "stopped" });
});

test("a directory that is back again is worked in again", async () => {
  const at = await site(OFFLINE);
  await at.agent(at.work, "exec", "hi");
  renameSync(at.work, `${at.work}.away`);
  expect((await at.agent(at.other, "continue", sessionOf(at))).code).toBe(1);
  renameSync(`${at.work}.away`, at.work);
  expect(await at.agent(at.other, "continue", sessionOf(at))).toMatchObject({ code: 0, stdout: "go on\n" });
});

test("a session that began at a link works where the link led then", async () => {
  const server = await modelServer(saying("."));
  const at = await site(single(`${server.url}/v1`));
  const link = join(at.path, "link");
  symlinkSync(at.work, link);
  await at.agent(at.home, "exec", "hi", "--working-dir", link);
  rmSync(link);
  symlinkSync(at.other, link);
  expect((await at.agent(at.other, "continue", sessionOf(at))).code).toBe(0);
  expect(lastAsked(server)).toContain("Instructions of WORK.");
  expect(await rowOf(at)).toMatchObject({ working_directory: at.work });
});

test("what is withheld, and what is wrong, is said of the session's own project", async () => {
  const at = await site(OFFLINE);
  await at.agent(at.work, "exec", "hi");
  write(join(at.work, ".agent/config.yaml"), "version: 3\ndefault_permission_matcher: bypass\n");
  const { stderr } = await at.agent(at.other, "continue", sessionOf(at), "--no-attach");
  expect(stderr).toContain("`default_permission_matcher`");
  expect(stderr).toContain(`\`agentcfg trust ${at.work}\``);
  await at.agent(at.other, "stop", sessionOf(at));
  writeFileSync(join(at.home, ".config/agent/config.yaml"), "version: 3\nmodels: 7\n");
  const failed = await at.agent(at.other, "continue", sessionOf(at));
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/error\[schema\/.*[\s\S]*; the report names files from \S+\/work\n$/);
});

test("files that options name start where the caller is", async () => {
  const at = await site(OFFLINE);
  await at.agent(at.work, "exec", "hi");
  const id = sessionOf(at);
  writeFileSync(join(at.other, "mine.yaml"), OFFLINE.replaceAll("echo", "mine"));
  write(
    join(at.other, "of-a-project.yaml"),
    "version: 3\nmodels: { twice: { provider: offline, class: full, context_window: 1000 } }\n",
  );
  const words = ["--global", "mine.yaml", "--project", "of-a-project.yaml", "--no-attach"];
  expect((await at.agent(at.work, "continue", id, ...words)).code).toBe(3);
  expect((await at.agent(at.other, "continue", id, ...words)).code).toBe(0);
});

const [CERTIFICATE = ""] = rootCertificates;

test.each(["ca.pem", "./ca.pem", "sub/../ca.pem", "linked.pem", "../work/ca.pem"])(
  "the trust store %s is that of the working directory, and never the caller's",
  async (store) => {
    const at = await site(`${OFFLINE}daemon: { tls: { trust_store: ${store} } }\n`);
    mkdirSync(join(at.work, "sub"));
    writeFileSync(join(at.work, "ca.pem"), CERTIFICATE);
    symlinkSync("ca.pem", join(at.work, "linked.pem"));
    for (const name of ["ca.pem", "linked.pem"]) writeFileSync(join(at.other, name), "no certificate");
    expect(await at.agent(at.other, "exec", "hi", "--working-dir", at.work)).toMatchObject({ code: 0, stdout: "hi" });
    expect(await at.agent(at.other, "continue", sessionOf(at), "--no-attach")).toMatchObject({ code: 0 });
    await at.agent(at.home, "stop", sessionOf(at));
    const printed = await at.agent(at.other, "print", "daemon-state", "--working-dir", at.work);
    expect([printed.code, printed.stderr]).toEqual([0, expect.not.stringContaining("trust_store")]);
    rmSync(join(at.work, "ca.pem"));
    writeFileSync(join(at.other, "ca.pem"), CERTIFICATE);
    const { code, stderr } = await at.agent(at.other, "continue", sessionOf(at), "--no-attach");
    expect([code, stderr]).toEqual([1, expect.stringContaining("path/trust-store")]);
  },
);
